/** What is kept for each node execution, by name. */
const kept = new WeakMap<object, Map<string, unknown>>();

/** Keeps a thing under a name: made by whoever asks first, the same for all who ask later. */
export type ExecutionStore = <T>(name: string, make: () => T) => T;

/**
 * What all items of a node execution share, also when n8n's Retry On Fail runs the node again on
 * them: for that it hands over the same object as before.
 *
 * @param execution what `getExecuteData()` of n8n's context gives
 */
export function executionStore(execution: object): ExecutionStore {
	const things = kept.get(execution) ?? new Map<string, unknown>();
	kept.set(execution, things);
	return <T>(name: string, make: () => T): T => {
		if (!things.has(name)) things.set(name, make());
		return things.get(name) as T;
	};
}
