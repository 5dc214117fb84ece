import type { ILoadOptionsFunctions } from 'n8n-workflow';

import { CREDENTIAL } from '../transport/send';

/** The newest search for each credential and panel. */
const newest = new Map<string, object>();

/**
 * Tells a search that a newer one has begun: a person types on. n8n does not say who searches, nor
 * in which node, so two people may share a key; a search that is not the newest therefore only stops
 * reading on, and gives what it has found.
 *
 * @returns whether this search is still the newest
 */
export function newestSearch(context: ILoadOptionsFunctions): () => boolean {
	const { credentials } = context.getNode();
	const key = `${credentials?.[CREDENTIAL]?.id ?? ''}:${context.getCurrentNodeParameter('operation')?.toString() ?? ''}`;
	const search = {};
	newest.set(key, search);
	return () => newest.get(key) === search;
}
