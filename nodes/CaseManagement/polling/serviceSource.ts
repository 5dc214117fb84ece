import { Problem } from '../model/problem';
import { errorObject, missingFieldError, readObject, responseObject } from '../transport/response';
import { isObject } from '../model/json';
import type { HttpResponse } from '../transport/response';
import type { JsonObject } from '../model/json';
import { toCasePage } from '../transport/pages';
import { fillPath } from '../transport/path';
import type { ArrayFormat } from '../transport/query';
import type { SendRequest } from '../transport/send';
import type { CaseSource, Whereabouts } from './source';

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
		async page({ order, statuses = [], createdAfter }, cursor) {
			const query = {
				sort_by: order,
				created_after: createdAfter,
				status: [...statuses],
				process_type: templateIds,
				cursor,
			};
			const operationId = 'listCases';
			const path = fillPath(operationId, () => undefined);
			const page = await ask(
				{ operationId, path, query, arrayFormat },
				readObject(operationId, toCasePage),
			);
			return { ...page, entries: ofTemplates(page.entries, templateIds) };
		},
		async look(uuid) {
			const path = fillPath('getCase', () => uuid);
			return await ask({ operationId: 'getCase', path }, whereabouts);
		},
	};
}

function whereabouts(raw: HttpResponse): Whereabouts {
	// Only the service itself can say so, in the form of interface.md (section 7): a proxy's page is no
	// reason to report a case as deleted.
	const isOwnWord = typeof errorObject(raw)?.message === 'string';
	if (isOwnWord && raw.statusCode === 404) return 'gone';
	if (isOwnWord && raw.statusCode === 403) return 'hidden';
	const entry: unknown = responseObject(raw, 'getCase').process_instance;
	return isObject(entry) ? entry : missingFieldError(raw, 'getCase')('process_instance');
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
		kind: 'invalidResponse',
		hint: 'It may want the templates in another form: choose another Array Format under Filters.',
	});
}
