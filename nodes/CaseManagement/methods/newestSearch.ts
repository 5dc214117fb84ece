import type { ILoadOptionsFunctions } from 'n8n-workflow';

/** The search that runs for each node, so that a newer one ends it: a person types on. */
const searches = new Map<string, AbortController>();

/**
 * Ends the older search of the same node.
 *
 * @returns the signal by which a newer search ends this one
 */
export function newestSearch(context: ILoadOptionsFunctions): AbortSignal {
	const key = `${context.getWorkflow().id ?? ''}:${context.getNode().id}`;
	searches.get(key)?.abort();
	const search = new AbortController();
	searches.delete(key);
	searches.set(key, search);
	// The oldest of a hundred has long ended.
	if (searches.size > 100) searches.delete([...searches.keys()][0]!);
	return search.signal;
}
