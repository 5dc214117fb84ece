import type { INodeProperties } from 'n8n-workflow';

/**
 * A field of a collection in the place where an earlier version kept it. A workflow that holds it
 * there shows it there, so that nothing acts unseen; it cannot be added there any more. Without a
 * definition in that place n8n would drop what is stored.
 *
 * @param place of the field now, as the panel calls it
 */
export const movedTo = (place: string, field: INodeProperties): INodeProperties => ({
	...field,
	displayOptions: { show: { [field.name]: [{ _cnd: { exists: true } }] } },
	description: `Saved by an earlier version, and still read. To change it, remove it here and add it under ${place}.`,
});
