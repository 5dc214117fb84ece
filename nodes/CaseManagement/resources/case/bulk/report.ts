import type { CaseAction } from '../../../model/caseAction';
import type { Problem } from '../../../model/problem';
import type { BulkCase } from './plan';

/**
 * Adds to an error what was completed before it.
 *
 * @param cases of all plans that the error ends
 */
export function describeProgress(
	problem: Problem,
	cases: Array<BulkCase & { action: CaseAction }>,
): Problem {
	const attempted = cases.filter(
		({ result }) => result?.outcome === 'done' || result?.outcome === 'failed',
	);
	const done = attempted.filter(({ result }) => result?.outcome === 'done');
	const inDoubt = attempted.filter((one) => one.inDoubt === true && !done.includes(one)).length;
	const failed = attempted.length - done.length - inDoubt;
	if (attempted.length === 0) {
		return problem.kind === 'input' ? problem : problem.withNote('No case was changed.');
	}
	const counts = [
		`${done.length} of ${cases.length} cases were completed${namesOf(done)}`,
		failed === 0 ? '' : `, ${failed} failed`,
		inDoubt === 0 ? '' : `, ${inDoubt} may have been changed`,
	].join('');
	return problem.withNote(`${counts}.`, {
		cases: attempted.map(({ uuid, action, result }) => ({ uuid, action, ...result })),
	});
}

/** As many IDs as a person reads; all stand in the details. */
const MOST_NAMED = 20;

function namesOf(cases: BulkCase[]): string {
	if (cases.length === 0) return '';
	const more = cases.length - MOST_NAMED;
	const ids = cases.slice(0, MOST_NAMED).map(({ uuid }) => String(uuid));
	return ` (${ids.join(', ')}${more > 0 ? `, and ${more} more` : ''})`;
}
