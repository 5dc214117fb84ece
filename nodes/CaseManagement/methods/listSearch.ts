import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { Problem } from '../model/problem';
import { toSignalIds } from '../model/signal';
import { fillPath } from '../transport/path';
import { readObject } from '../transport/response';
import type { JsonObject } from '../model/json';
import { toCasePage, iteratePages } from '../transport/pages';
import { toChoices, matchesSearch } from './choices';
import type { Choice } from './choices';
import { chosenTemplate, requiredTemplate } from './chosenTemplate';
import { editorCall } from './editorCall';
import { listTemplates } from './templates';

/** Entries that fill the open list. n8n asks for more of a search only when it can be scrolled. */
const LISTFUL = 20;

/** Pages of cases that one search reads at most, so that a person does not wait for ever. */
const PAGES_PER_SEARCH = 500;

/** Templates to choose from; under Create only those that the user may launch. */
export async function searchTemplates(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const creating = this.getCurrentNodeParameter('operation') === 'create';
	const templates = await listTemplates(this, creating ? 'apiLaunchable' : 'all');
	return { results: templates.filter(matchesSearch(filter)) };
}

/** Signals of the chosen template (listSignals). */
export async function searchSignals(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	return await editorCall(this, 'Signals', async (send) => {
		const template_uuid = requiredTemplate(this);
		const operationId = 'listSignals';
		const path = fillPath(operationId, () => undefined);
		const signals = await send(
			{ operationId, path, query: { template_uuid } },
			readObject(operationId, (body, fail) => toSignalIds(body) ?? fail('signals')),
		);
		const choices = toChoices(signals.map((signal) => ({ name: signal, value: signal })));
		return { results: choices.filter(matchesSearch(filter)) };
	});
}

/**
 * Cases to choose from, newest first (listCases); for a signal only those that
 * run, and of the chosen template if there is one. Pages of the service are read until the list is
 * full or at its end.
 *
 * @param filter part of the name, running number, status or UUID
 * @param paginationToken the service's cursor
 */
export async function searchCases(
	this: ILoadOptionsFunctions,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	return await editorCall(this, 'Cases', async (send) => {
		const forSignal = this.getCurrentNodeParameter('resource') === 'signal';
		const template = forSignal ? chosenTemplate(this) : undefined;
		const operationId = 'listCases';
		const path = fillPath(operationId, () => undefined);
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
		const results: Choice[] = [];
		let pages = 0;
		for await (const { entries, nextCursor } of iteratePages(read, paginationToken)) {
			// How an array is sent is not shown: the service may have passed over the filter.
			const wanted = entries.filter(({ status }) => !forSignal || status === 'running');
			results.push(...toChoices(wanted.map(namedCase)).filter(matchesSearch(filter)));
			pages += 1;
			if (nextCursor !== null && (results.length >= LISTFUL || pages >= PAGES_PER_SEARCH)) {
				if (results.length === 0) throw tooMany();
				return { results, paginationToken: nextCursor };
			}
		}
		return { results };
	});
}

/** `Name · running · #17`, as far as it was sent. */
function namedCase({ uuid, name, status, sequential_id: number }: JsonObject) {
	const shown = [name, status, number === undefined ? undefined : `#${String(number)}`]
		.filter((part) => part !== undefined && part !== null && part !== '')
		.join(' · ');
	return { name: shown, value: uuid };
}

const tooMany = () =>
	new Problem('There are too many cases to search them all: the newest hold nothing like this', {
		kind: 'invalidResponse',
		hint: 'Choose the mode By ID and enter the UUID of the case.',
	});
