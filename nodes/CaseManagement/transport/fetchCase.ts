import { toCaseView } from '../model/case';
import type { CaseView } from '../model/case';
import { fillPath } from './path';
import { readObject } from './response';
import type { RequestSettings, SendRequest } from './send';

/**
 * Reads one case (getCase).
 *
 * @param caseId as the service gave it, or as a person did; checked to be an ID
 * @throws Problem if the service does not answer with a case
 */
export async function fetchCase(
	send: SendRequest,
	caseId: unknown,
	settings?: Partial<RequestSettings>,
): Promise<CaseView> {
	const operationId = 'getCase';
	return await send(
		{ operationId, path: fillPath(operationId, () => caseId) },
		readObject(operationId, (body, fail) => toCaseView(body) ?? fail('process_instance')),
		settings,
	);
}
