import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';

/** Operations of one resource. */
export interface Place {
	resource: string;
	operations: string[];
}

/**
 * Shows one parameter in several places.
 *
 * n8n shows a parameter where both its resource and its operation are listed, so one definition
 * cannot say "Create of a case, but Get of a template". Several definitions of one name would cost
 * time, since n8n resolves its expression for each of them on every item. So a hidden constant is
 * defined for each place, and the parameter is shown where the constant is. At least two places
 * are needed: n8n takes a name that is defined once to be there everywhere.
 *
 * @param name of the hidden constant
 * @returns the constants, to be put in front of the parameter, and its displayOptions
 */
export function shownIn(
	name: string,
	places: [Place, Place, ...Place[]],
): { constants: INodeProperties[]; displayOptions: IDisplayOptions } {
	return {
		constants: places.map(({ resource, operations }) => ({
			displayName: name,
			name,
			type: 'hidden',
			default: true,
			displayOptions: { show: { resource: [resource], operation: operations } },
		})),
		displayOptions: { show: { [name]: [true] } },
	};
}
