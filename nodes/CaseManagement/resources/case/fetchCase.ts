import { simplifiedCase } from '../../model/case';
import type { Fields } from '../../model/json';
import { isObject, missingIn, objectOf } from '../../transport/response';
import type { JsonObject, Missing } from '../../transport/response';
import { showRequest } from '../../transport/caseRequests';
import type { ServiceCall } from '../../transport/send';
import type { Tools } from '../../operation/multiRequest';

/** What Show Case gives: a case, and what the user may do with it. */
export interface ShownCase {
	entry: JsonObject;
	permissions: unknown;
}

/** The parts of an answer of Show Case. */
export function shownCase(answer: JsonObject, missing: Missing): ShownCase {
	const { process_instance: entry, permissions } = answer;
	if (!isObject(entry)) return missing('process_instance');
	return { entry, permissions: permissions ?? null };
}

/** The flat form of a shown case. */
export const simplifiedShown = ({ entry, permissions }: ShownCase): Fields => ({
	...simplifiedCase(entry),
	permissions,
});

/**
 * Reads one case.
 *
 * @param path of the case, its ID filled in
 * @param settings as those of `ask`
 * @throws Problem with the advice of Case > Get
 */
export async function showCase(
	ask: Tools['ask'],
	path: string,
	settings?: Parameters<Tools['ask']>[2],
): Promise<ShownCase> {
	const call: ServiceCall = { method: showRequest.method, topic: 'case.get', path };
	return await ask(call, (raw) => shownCase(objectOf(raw, call), missingIn(raw, call)), settings);
}
