import type {
	ILoadOptionsFunctions,
	INodeListSearchItems,
	INodeListSearchResult,
} from 'n8n-workflow';

import { casePage } from '../model/case';
import { missingIn, objectOf } from '../transport/answer';
import { editorCall } from './editorCall';
import { listedTemplates } from './templates';

/** Pages of cases that one search reads at most, so that a person does not wait for ever. */
const PAGES_PER_SEARCH = 100;

/** Whether one of the texts holds what the person typed, without regard to case. */
const matches = (filter: string, ...texts: unknown[]): boolean =>
	texts.some((text) =>
		String(text ?? '')
			.toLowerCase()
			.includes(filter),
	);

const wordOf = (filter?: string): string => (filter ?? '').trim().toLowerCase();

/** Templates to choose from; under Create only those that the user may launch. */
export async function searchTemplates(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const creating = this.getCurrentNodeParameter('operation') === 'create';
	const templates = await listedTemplates(this, creating ? 'launchable' : 'all');
	const word = wordOf(filter);
	return {
		results: templates
			.filter(({ name, uuid }) => matches(word, name, uuid))
			.map(({ name, uuid }) => ({ name, value: uuid })),
	};
}

/**
 * Cases to choose from, newest first, a page of the service at a time. A search reads on until it
 * has found something or the list is at its end.
 *
 * @param filter part of the name, running number, status or UUID
 * @param paginationToken the service's cursor
 */
export async function searchCases(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const word = wordOf(filter);
	return await editorCall(this, 'Cases', async (sendCall) => {
		const call = { method: 'GET', path: '/process_monitor/process_instances' } as const;
		const check = { ...call, topic: 'case.getAll' };
		let cursor = paginationToken === '' ? undefined : paginationToken;
		for (let pages = 1; ; pages += 1) {
			const query = { sort_by: 'newest', cursor };
			const page = await sendCall({ ...call, query }, (raw) =>
				casePage(objectOf(raw, check), missingIn(raw, check)),
			);
			const results = page.entries.flatMap((entry) => caseOption(entry, word));
			cursor = page.nextCursor ?? undefined;
			if (results.length > 0 || cursor === undefined || pages >= PAGES_PER_SEARCH) {
				return { results, paginationToken: cursor };
			}
		}
	});
}

/** `Name · running · #17`, if it matches. */
function caseOption(entry: object, word: string): INodeListSearchItems[] {
	const { uuid, name, status, sequential_id: number } = entry as Record<string, unknown>;
	if (typeof uuid !== 'string') return [];
	const shown = [name, status, number === undefined ? undefined : `#${String(number)}`]
		.filter((part) => part !== undefined && part !== null && part !== '')
		.join(' · ');
	return matches(word, shown, uuid) ? [{ name: shown === '' ? uuid : shown, value: uuid }] : [];
}
