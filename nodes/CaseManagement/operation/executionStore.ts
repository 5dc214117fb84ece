const stores = new WeakMap<object, Map<string, unknown>>();

/** Returns the value stored under a key, creating it on first use. */
export type ExecutionStore = <T>(key: string, create: () => T) => T;

/**
 * The store of one node execution. Its values live as long as the execution, also when n8n's Retry
 * On Fail runs the node again: n8n then hands over the same execution data.
 *
 * @param executionData what `getExecuteData()` of n8n's context gives
 */
export function executionStore(executionData: object): ExecutionStore {
	const values = stores.get(executionData) ?? new Map<string, unknown>();
	stores.set(executionData, values);
	return <T>(key: string, create: () => T): T => {
		if (!values.has(key)) values.set(key, create());
		return values.get(key) as T;
	};
}
