/** Loads what several items need: the first one asks the service, the others get the same. */
export type LoadOnce = <T>(key: string, load: () => Promise<T>) => Promise<T>;

/**
 * Makes the `LoadOnce` of one execution.
 *
 * @param keepsFailures whether what has failed has failed for all; otherwise it is loaded anew for
 * whoever asks afterwards
 */
export function loadOncePerKey(keepsFailures = true): LoadOnce {
	const loading = new Map<string, Promise<unknown>>();
	return async <T>(key: string, load: () => Promise<T>): Promise<T> => {
		const known = loading.get(key) as Promise<T> | undefined;
		if (known !== undefined) return await known;
		const own = load();
		loading.set(key, own);
		if (!keepsFailures) own.catch(() => loading.delete(key));
		return await own;
	};
}
