import { simplifiedCase } from '../../../model/case';
import { notWanted, unfit } from '../../../model/caseAction';
import type { Fields } from '../../../model/json';
import { shown } from '../../../model/problem';
import type { JsonObject } from '../../../transport/response';
import { pathSegment } from '../../../transport/path';
import type { BulkRules } from './rules';

/** What became of one case. */
export interface CaseOutcome {
	outcome: 'done' | 'failed' | 'planned' | 'skipped';
	message: string | null;
}

/** A case of the list, with its outcome as soon as it has one. */
export interface BulkCase {
	uuid: unknown;
	simplified: Fields;
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
export function planned(entries: JsonObject[], { action, filter }: BulkRules): BulkCase[] {
	return entries.map((entry) => {
		const odd = notWanted(entry, filter);
		const reason =
			odd === undefined
				? (unfit(action, entry.status) ?? unusable(entry.uuid))
				: `${odd}; the service has listed it all the same. If there are many, set another Array Format under Filters`;
		return {
			uuid: entry.uuid,
			simplified: simplifiedCase(entry),
			...(reason !== undefined && { result: skipped(reason) }),
		};
	});
}

/** Why a case cannot be asked for by its ID. */
function unusable(uuid: unknown): string | undefined {
	try {
		pathSegment(uuid, 'caseId');
		return undefined;
	} catch {
		return `The service has listed it without an ID that can be sent: ${shown(uuid)}`;
	}
}
