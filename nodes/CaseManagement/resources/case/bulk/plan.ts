import { simplifyCase } from '../../../model/case';
import { filterMismatch, statusMismatch } from '../../../model/caseAction';
import type { JsonObject } from '../../../model/json';
import { quote } from '../../../model/problem';
import { toPathSegment } from '../../../transport/path';
import type { BulkRules } from './rules';

/** What became of one case. */
export interface CaseOutcome {
	outcome: 'done' | 'failed' | 'planned' | 'skipped';
	message: string | null;
}

/** A case of the list, with its outcome as soon as it has one. */
export interface BulkCase {
	uuid: unknown;
	simplified: JsonObject;
	result?: CaseOutcome;
	/** Whether a call for it has ended without saying what has become of the case. */
	inDoubt?: boolean;
}

/** Nothing is, or was, to be done. */
export const skipped = (message: string): CaseOutcome => ({ outcome: 'skipped', message });

/**
 * The cases of a list, those already decided that need no request.
 *
 * @param entries Cases as the service sent them, each once
 */
export function planCases(entries: JsonObject[], { action, filter }: BulkRules): BulkCase[] {
	return entries.map((entry) => {
		const odd = filterMismatch(entry, filter);
		const reason =
			odd === undefined
				? (statusMismatch(action, entry.status) ?? unusable(entry.uuid))
				: `${odd}; the service has listed it all the same. If there are many, set another Array Format under Filters`;
		return {
			uuid: entry.uuid,
			simplified: simplifyCase(entry),
			...(reason !== undefined && { result: skipped(reason) }),
		};
	});
}

/** Why a case cannot be asked for by its ID. */
function unusable(uuid: unknown): string | undefined {
	try {
		toPathSegment(uuid, 'caseId');
		return undefined;
	} catch {
		return `The service has listed it without an ID that can be sent: ${quote(uuid)}`;
	}
}
