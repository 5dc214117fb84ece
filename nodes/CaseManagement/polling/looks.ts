import { toProblem } from '../transport/errors';
import { Limiter } from '../transport/limiter';
import type { Reading } from './reading';

/** Cases that are looked at at once. */
const LOOKS_AT_ONCE = 5;

/** After so many that fail, the others are left to the next poll. */
const MOST_FAILURES = 3;

/**
 * Looks at cases that have left the list of open ones, before saying what became of them: the list
 * alone cannot tell a finished case from a deleted one, or from one that a shifting page has hidden.
 *
 * @returns the first failure; the cases concerned stay known and are looked at again by the next poll
 */
export async function lookAt(uuids: string[], reading: Reading): Promise<Error | undefined> {
	const { source, sightings, budget } = reading;
	const limiter = new Limiter(LOOKS_AT_ONCE);
	const failures: Error[] = [];
	const look = async (uuid: string): Promise<void> => {
		if (budget.spent() || failures.length >= MOST_FAILURES) return;
		budget.use();
		try {
			const found = await source.look(uuid);
			if (found === 'gone') sightings.gone(uuid);
			else if (found === 'hidden') sightings.hidden(uuid);
			else sightings.met(found);
		} catch (error) {
			failures.push(toProblem(error).withNote(`It came for the case ${uuid}.`));
		}
		sightings.lookedAt(uuid);
	};
	await Promise.all(uuids.map(async (uuid) => await limiter.run(async () => await look(uuid))));
	return failures[0];
}
