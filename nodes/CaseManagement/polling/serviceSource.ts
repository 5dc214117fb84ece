import { Problem } from '../model/problem';
import { errorObject, missingFieldError, responseObject } from '../transport/response';
import { isObject } from '../model/json';
import type { HttpResponse } from '../transport/response';
import type { JsonObject } from '../model/json';
import { listRequest, showRequest } from '../transport/caseRequests';
import { toCasePage } from '../transport/pages';
import { fillPath } from '../transport/path';
import type { ArrayFormat } from '../transport/query';
import type { SendRequest, ServiceRequest } from '../transport/send';
import type { CaseSource, CaseLookup } from './source';

/** What narrows the cases that a trigger looks at. */
export interface SourceFilters {
	templateIds: string[];
	arrayFormat: ArrayFormat;
}

/**
 * The service as a source of cases (interface.md, section 4.1: Index and Show Case).
 *
 * @param ask sends a call through the one way out
 */
export function serviceSource(
	ask: SendRequest,
	{ templateIds, arrayFormat }: SourceFilters,
): CaseSource {
	return {
		async fetchPage({ order, statuses = [], createdAfter }, cursor) {
			const query = {
				sort_by: order,
				created_after: createdAfter,
				status: [...statuses],
				process_type: templateIds,
				cursor,
			};
			const call: ServiceRequest = {
				method: 'GET',
				topic: 'case.getAll',
				path: listRequest.url,
				query,
				arrayFormat,
			};
			const page = await ask(call, (raw) =>
				toCasePage(responseObject(raw, call), missingFieldError(raw, call)),
			);
			return { ...page, entries: ofTemplates(page.entries, templateIds) };
		},
		async fetchCase(uuid) {
			const path = fillPath(showRequest.url, () => uuid);
			const call: ServiceRequest = { method: 'GET', topic: 'case.get', path };
			return await ask(call, (raw) => toCaseLookup(raw, call));
		},
	};
}

function toCaseLookup(raw: HttpResponse, call: ServiceRequest): CaseLookup {
	// Only the service itself can say so, in the form of interface.md (section 7): a proxy's page is no
	// reason to report a case as deleted.
	const isOwnWord = typeof errorObject(raw)?.message === 'string';
	if (isOwnWord && raw.statusCode === 404) return 'deleted';
	if (isOwnWord && raw.statusCode === 403) return 'forbidden';
	const entry: unknown = responseObject(raw, call).process_instance;
	return isObject(entry) ? entry : missingFieldError(raw, call)('process_instance');
}

/**
 * The cases of the templates that were asked for; one that names no template may be of any.
 *
 * @throws Problem (`answer`) if most are of others: nothing of the kind asked for might be found among
 * them, at the price of reading all
 */
function ofTemplates(entries: JsonObject[], templateIds: string[]): JsonObject[] {
	if (templateIds.length === 0) return entries;
	const asked = new Set(templateIds.map((id) => id.toLowerCase()));
	const wanted = entries.filter(({ process_template: template }) => {
		const uuid = isObject(template) ? template.uuid : undefined;
		return typeof uuid !== 'string' || asked.has(uuid.toLowerCase());
	});
	if (entries.length < 2 || wanted.length > entries.length / 2) return wanted;
	throw new Problem('The service gives cases of other templates than those asked for', {
		kind: 'answer',
		hint: 'It may want the templates in another form: choose another Array Format under Filters.',
	});
}
