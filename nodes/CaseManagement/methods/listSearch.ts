import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { unquoted } from '../model/foreignText';
import type { JsonObject } from '../model/json';
import { toSignalIds } from '../model/template';
import { casePageReader, fetchObject } from '../transport/cases';
import { CREDENTIAL } from '../transport/credential';
import { iteratePages } from '../transport/pages';
import { CHOOSE_TEMPLATE, makeSearchTest, noteChoice, toChoices } from './choices';
import type { Choice } from './choices';
import { BY_ID, chosenId, editorCall } from './editorCall';
import { listTemplates } from './templates';

/** Entries that fill the open list. n8n asks for more of a search only when it can be scrolled. */
const ENTRIES_IN_VIEW = 20;

/** Maximum number of pages that one search reads. */
const MAX_SEARCH_PAGES = 50;

/** Templates to choose from; under Create only those that the user may launch. */
export async function searchTemplates(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const isCreating = this.getCurrentNodeParameter('operation') === 'create';
	const templates = await listTemplates(this, isCreating ? 'apiLaunchable' : 'all', true);
	return { results: templates.filter(makeSearchTest(filter)) };
}

export async function searchSignals(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const call = { what: 'Signals', withoutRight: BY_ID, inPicker: true };
	return await editorCall(this, call, async (send) => {
		const template_uuid = chosenId(this, 'templateId');
		if (template_uuid === undefined) return { results: [CHOOSE_TEMPLATE] };
		const signals = await fetchObject(
			send,
			'listSignals',
			{ query: { template_uuid } },
			(body, fail) => {
				return toSignalIds(body) ?? fail('signals');
			},
		);
		const choices = toChoices(signals.map((signal) => ({ name: signal, value: signal })));
		return { results: choices.filter(makeSearchTest(filter)) };
	});
}

/** Cases to choose from, newest first (listCases); for a signal only running ones, and of the
 * chosen template if there is one. Pages of the service are read until the list is full, at its
 * end, or longer than a search may be, which an entry then says.
 * @param filter part of the name, running number or status, or of a UUID
 * @param paginationToken the service's cursor */
export async function searchCases(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const call = { what: 'Cases', withoutRight: BY_ID, inPicker: true };
	const isNewest = paginationToken === undefined ? beginSearch(this) : () => true;
	return await editorCall(this, call, async (send) => {
		const forSignal = this.getCurrentNodeParameter('resource') === 'signal';
		const template = forSignal ? chosenId(this, 'templateId') : undefined;
		const readPage = casePageReader(send, {
			sort_by: 'newest',
			status: forSignal ? ['running'] : undefined,
			process_type: template === undefined ? undefined : [template],
		});
		const isMatch = makeSearchTest(filter);
		const results: Choice[] = [];
		let pages = 0;
		let searched = 0;
		for await (const { entries, nextCursor } of iteratePages(readPage, paginationToken)) {
			// How an array is sent is not shown: the service may have ignored the filter.
			const found = entries.filter((entry) => {
				const words = { name: searchedWords(entry).join(' · '), value: String(entry.uuid) };
				return (!forSignal || entry.status === 'running') && isMatch(words);
			});
			for (const choice of toChoices(found.map(toCaseEntry))) results.push(choice);
			searched += entries.length;
			pages += 1;
			if (nextCursor === null) break;
			const isFull = results.length >= ENTRIES_IN_VIEW || !isNewest();
			if (!isFull && pages < MAX_SEARCH_PAGES) continue;
			const note = `Only ${searched.toLocaleString('en')} cases were searched, not all. Type more of the name, or use By ID.`;
			if (!isFull) results.push(noteChoice(note));
			return { results, paginationToken: nextCursor };
		}
		return { results };
	});
}

/** `Name · #17 · running (as seen 2026-03-01)`, as far as it was sent. n8n keeps these words in the
 * panel as long as the case is chosen, so they say of which day the status is (in UTC). */
function toCaseEntry(entry: JsonObject) {
	const today = new Date().toISOString().slice(0, 10);
	const seen = isSent(entry.status) ? ` (as seen ${today})` : '';
	return { name: `${searchedWords(entry).join(' · ')}${seen}`, value: entry.uuid };
}

/** What a case is recognized and searched by: its name, running number and status. */
const searchedWords = ({ name, status, sequential_id: number }: JsonObject): string[] =>
	[name, isSent(number) ? `#${unquoted(number)}` : undefined, status].filter(isSent).map(String);

const isSent = (part: unknown): boolean => part !== undefined && part !== null && part !== '';

/** The newest search for each credential and panel. */
const newestSearches = new Map<string, object>();

/** Begins a search. A person types on: then the older one stops. n8n does not say who searches, nor
 * in which node, so two people may share a key; the older search therefore only stops reading on,
 * and returns what it has found.
 * @returns whether this search is still the newest */
function beginSearch(context: ILoadOptionsFunctions): () => boolean {
	const { credentials } = context.getNode();
	const key = `${credentials?.[CREDENTIAL]?.id ?? ''}:${context.getCurrentNodeParameter('operation')?.toString() ?? ''}`;
	const search = {};
	newestSearches.set(key, search);
	return () => newestSearches.get(key) === search;
}
