import { isObject } from '../model/json';
import type { JsonObject } from '../model/json';
import { parseId } from '../model/identifiers';
import { Problem } from '../model/problem';
import { casePageReader } from '../transport/cases';
import { errorObject, missingFieldError, responseObject } from '../transport/response';
import type { HttpResponse } from '../transport/response';
import type { SendRequest } from '../transport/send';
import { fillPath } from '../transport/url';
import type { ArrayFormat } from '../transport/url';
import type { CaseLookup, CaseSource } from './source';

export interface SourceFilters {
	templateIds: string[];
	arrayFormat: ArrayFormat;
}

/** The service as a source of cases (listCases, getCase). */
export const makeServiceSource = (
	send: SendRequest,
	{ templateIds, arrayFormat }: SourceFilters,
): CaseSource => ({
	async fetchPage({ order, statuses = [], createdAfter }, cursor) {
		const query = {
			sort_by: order,
			created_after: createdAfter,
			status: statuses,
			process_type: templateIds,
		};
		const page = await casePageReader(send, query, arrayFormat)(cursor);
		return { ...page, entries: keepTemplates(page.entries, templateIds) };
	},
	async fetchCase(uuid) {
		const path = fillPath('getCase', { caseId: parseId(uuid, 'caseId') });
		return await send({ operationId: 'getCase', path }, toCaseLookup);
	},
});

function toCaseLookup(response: HttpResponse): CaseLookup {
	// Only an error body of the service counts: a proxy's page does not mean that a case is deleted.
	const hasOwnMessage = typeof errorObject(response)?.message === 'string';
	if (hasOwnMessage && response.statusCode === 404) return 'deleted';
	if (hasOwnMessage && response.statusCode === 403) return 'forbidden';
	const entry: unknown = responseObject(response, 'getCase').process_instance;
	return isObject(entry) ? entry : missingFieldError(response, 'getCase')('process_instance');
}

/** Filters by template once more; a case that names no template may be of any.
 * @throws Problem (`invalidResponse`) if most cases are of other templates: the service ignores the
 * filter, and the trigger would read all its cases */
function keepTemplates(entries: JsonObject[], templateIds: string[]): JsonObject[] {
	if (templateIds.length === 0) return entries;
	const asked = new Set(templateIds.map((id) => id.toLowerCase()));
	const wanted = entries.filter(({ process_template: template }) => {
		const uuid = isObject(template) ? template.uuid : undefined;
		return typeof uuid !== 'string' || asked.has(uuid.toLowerCase());
	});
	if (entries.length < 2 || wanted.length > entries.length / 2) return wanted;
	throw new Problem('The service returns cases of templates that were not requested', {
		kind: 'invalidResponse',
		hint: 'It may expect the templates in another format: choose another Array Format under Options.',
	});
}
