const stores = new WeakMap<object, Map<string, unknown>>();

/** Returns the value stored under a name, creating it on first use. */
export type ExecutionStore = <T>(name: string, create: () => T) => T;

/**
 * The store of one node execution. Its values live as long as the key: with n8n's execution data also
 * over Retry On Fail, since n8n then hands over the same data again.
 *
 * @param key what `getExecuteData()` of n8n's context gives, or an object of its own for a call that
 * must not share anything
 */
export function executionStore(key: object): ExecutionStore {
	const values = stores.get(key) ?? new Map<string, unknown>();
	stores.set(key, values);
	return <T>(name: string, create: () => T): T => {
		if (!values.has(name)) values.set(name, create());
		return values.get(name) as T;
	};
}
