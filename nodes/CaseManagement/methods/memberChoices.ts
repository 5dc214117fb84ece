import type { Member } from '../model/formValues';
import { toChoices } from './choices';
import type { Choice } from './choices';

/**
 * Members to choose from, by name. Those who have not accepted yet are marked; a deleted one is
 * offered only, and marked, if it is chosen already.
 *
 * @param chosen UUIDs that the workflow holds
 */
export function memberChoices(members: Member[], chosen: readonly string[]): Choice[] {
	const named = members
		.filter(({ uuid, deleted }) => !deleted || chosen.includes(uuid))
		.map(({ uuid, name, deleted, accepted, slug }) => ({
			name: `${name}${deleted ? ' (deleted)' : accepted ? '' : ' (has not accepted yet)'}`,
			value: uuid,
			mark: slug,
		}));
	return toChoices(named).sort((a, b) => a.name.localeCompare(b.name));
}
