import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import type { JsonObject } from '../model/json';
import { toSignalIds } from '../model/signal';
import { iteratePages, toCasePage } from '../transport/pages';
import { fillPath } from '../transport/path';
import { readObject } from '../transport/response';
import { matchesSearch, noteChoice, toChoices } from './choices';
import type { Choice } from './choices';
import { CHOOSE_TEMPLATE, chosenTemplate } from './chosenTemplate';
import { BY_ID, editorCall } from './editorCall';
import { newestSearch } from './newestSearch';
import { listTemplates } from './templates';

/** Entries that fill the open list. n8n asks for more of a search only when it can be scrolled. */
const ENTRIES_IN_VIEW = 20;

/** Pages of cases that one search reads at most: more would keep a person, and the service, waiting. */
const MAX_SEARCH_PAGES = 50;

/** Templates to choose from; under Create only those that the user may launch. */
export async function searchTemplates(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const creating = this.getCurrentNodeParameter('operation') === 'create';
	const templates = await listTemplates(this, creating ? 'apiLaunchable' : 'all', true);
	return { results: templates.filter(matchesSearch(filter)) };
}

/** Signals of the chosen template (listSignals). */
export async function searchSignals(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	return await editorCall(
		this,
		{ what: 'Signals', withoutRight: BY_ID, inPicker: true },
		async (send) => {
			const template_uuid = chosenTemplate(this);
			if (template_uuid === undefined) return { results: [CHOOSE_TEMPLATE] };
			const operationId = 'listSignals';
			const path = fillPath(operationId);
			const signals = await send(
				{ operationId, path, query: { template_uuid } },
				readObject(operationId, (body, fail) => toSignalIds(body) ?? fail('signals')),
			);
			const choices = toChoices(signals.map((signal) => ({ name: signal, value: signal })));
			return { results: choices.filter(matchesSearch(filter)) };
		},
	);
}

/**
 * Cases to choose from, newest first (listCases); for a signal only those that run, and of the chosen
 * template if there is one. Pages of the service are read until the list is full, at its end, or
 * longer than a search may be, which an entry then says.
 *
 * @param filter part of the name, running number or status, or of a UUID
 * @param paginationToken the service's cursor
 */
export async function searchCases(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const call = { what: 'Cases', withoutRight: BY_ID, inPicker: true };
	// Scrolling on is no new search.
	const isNewest = paginationToken === undefined ? newestSearch(this) : () => true;
	return await editorCall(this, call, async (send) => {
		const forSignal = this.getCurrentNodeParameter('resource') === 'signal';
		const template = forSignal ? chosenTemplate(this) : undefined;
		const operationId = 'listCases';
		const path = fillPath(operationId);
		const query = {
			sort_by: 'newest',
			status: forSignal ? ['running'] : undefined,
			process_type: template === undefined ? undefined : [template],
		};
		const read = async (cursor: string | undefined) =>
			await send(
				{ operationId, path, query: { ...query, cursor } },
				readObject(operationId, toCasePage),
			);
		const matches = matchesSearch(filter);
		const results: Choice[] = [];
		let pages = 0;
		let searched = 0;
		for await (const { entries, nextCursor } of iteratePages(read, paginationToken)) {
			// How an array is sent is not shown: the service may have passed over the filter.
			const wanted = entries.filter(({ status }) => !forSignal || status === 'running');
			const found = wanted.filter((entry) =>
				matches({ name: wordsOf(entry).join(' · '), value: String(entry.uuid) }),
			);
			for (const choice of toChoices(found.map(describeCase))) results.push(choice);
			searched += entries.length;
			pages += 1;
			if (nextCursor === null) break;
			if (results.length >= ENTRIES_IN_VIEW || !isNewest()) {
				return { results, paginationToken: nextCursor };
			}
			if (pages >= MAX_SEARCH_PAGES) {
				results.push(
					noteChoice(
						`Only ${searched.toLocaleString('en')} cases were searched, not all. Type more of the name, or use By ID.`,
					),
				);
				return { results, paginationToken: nextCursor };
			}
		}
		return { results };
	});
}

/**
 * `Name · #17 · running (as seen 2026-03-01)`, as far as it was sent. n8n keeps these words in the panel for
 * as long as the case is chosen, so that they say of which day the status is (in UTC).
 */
function describeCase(entry: JsonObject) {
	const today = new Date().toISOString().slice(0, 10);
	const words = wordsOf(entry);
	const isDated = isSent(entry.status);
	return { name: `${words.join(' · ')}${isDated ? ` (as seen ${today})` : ''}`, value: entry.uuid };
}

/** What a case is told by and searched by: its name, running number and status. */
const wordsOf = ({ name, status, sequential_id: number }: JsonObject): string[] =>
	[name, isSent(number) ? `#${String(number)}` : undefined, status].filter(isSent).map(String);

const isSent = (part: unknown): boolean => part !== undefined && part !== null && part !== '';
