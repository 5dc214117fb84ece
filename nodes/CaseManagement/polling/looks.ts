import { toProblem } from '../transport/errors';
import { Limiter } from '../transport/limiter';
import type { PollContext } from './pollContext';

/** Cases that are looked at at once. */
const MAX_CONCURRENT = 5;

/** After so many that fail, the others are left to the next poll. */
const MAX_FAILURES = 3;

/**
 * Looks at cases that have left the list of open ones, before saying what became of them: the list
 * alone cannot tell a finished case from a deleted one, or from one that a shifting page has hidden.
 *
 * @returns the first failure; the cases concerned stay known and are looked at again by the next poll
 */
export async function verifyDeparted(
	uuids: string[],
	reading: PollContext,
): Promise<Error | undefined> {
	const { source, tracker, budget } = reading;
	const limiter = new Limiter(MAX_CONCURRENT);
	const failures: Error[] = [];
	const look = async (uuid: string): Promise<void> => {
		if (budget.spent() || failures.length >= MAX_FAILURES) return;
		budget.use();
		try {
			const found = await source.fetchCase(uuid);
			if (found === 'deleted') tracker.markDeleted(uuid);
			else if (found === 'forbidden') tracker.forget(uuid);
			else tracker.observe(found);
		} catch (error) {
			failures.push(toProblem(error).withNote(`It came for the case ${uuid}.`));
		}
		tracker.moveToBack(uuid);
	};
	await Promise.all(uuids.map(async (uuid) => await limiter.run(async () => await look(uuid))));
	return failures[0];
}
