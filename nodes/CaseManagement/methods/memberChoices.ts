import type { Member } from '../model/formValues';
import { toChoices } from './choices';
import type { Choice } from './choices';

/** Members to choose from, by name; those who are deleted or have not accepted yet are marked. */
export function memberChoices(members: Member[]): Choice[] {
	const named = members.map(({ uuid, name, deleted, accepted }) => ({
		name: `${name}${deleted ? ' (deleted)' : accepted ? '' : ' (has not accepted yet)'}`,
		value: uuid,
	}));
	return toChoices(named).sort((a, b) => a.name.localeCompare(b.name));
}
