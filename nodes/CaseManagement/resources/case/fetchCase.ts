import { simplifyCase } from '../../model/case';
import type { JsonObject } from '../../model/json';
import { missingFieldError, responseObject } from '../../transport/response';
import { isObject } from '../../model/json';
import type { FailMissingField } from '../../transport/response';
import { showRequest } from '../../transport/caseRequests';
import type { ServiceRequest } from '../../transport/send';
import type { Tools } from '../../operation/multiRequest';

/** What Show Case gives: a case, and what the user may do with it. */
export interface CaseWithPermissions {
	entry: JsonObject;
	permissions: unknown;
}

/** The parts of an answer of Show Case. */
export function toCaseWithPermissions(
	answer: JsonObject,
	missing: FailMissingField,
): CaseWithPermissions {
	const { process_instance: entry, permissions } = answer;
	if (!isObject(entry)) return missing('process_instance');
	return { entry, permissions: permissions ?? null };
}

/** The flat form of a shown case. */
export const simplifyCaseWithPermissions = ({
	entry,
	permissions,
}: CaseWithPermissions): JsonObject => ({
	...simplifyCase(entry),
	permissions,
});

/**
 * Reads one case.
 *
 * @param path of the case, its ID filled in
 * @param settings as those of `ask`
 * @throws Problem with the advice of Case > Get
 */
export async function fetchCase(
	ask: Tools['ask'],
	path: string,
	settings?: Parameters<Tools['ask']>[2],
): Promise<CaseWithPermissions> {
	const call: ServiceRequest = { method: showRequest.method, topic: 'case.get', path };
	return await ask(
		call,
		(raw) => toCaseWithPermissions(responseObject(raw, call), missingFieldError(raw, call)),
		settings,
	);
}
