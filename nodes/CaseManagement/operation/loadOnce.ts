/** Loads what several items need: the first one asks the service, the others get the same. */
export type LoadOnce = <T>(key: string, load: () => Promise<T>) => Promise<T>;

/** Makes the `LoadOnce` of one execution. */
export function loadOncePerKey(): LoadOnce {
	const loading = new Map<string, Promise<unknown>>();
	return async <T>(key: string, load: () => Promise<T>): Promise<T> => {
		const known = (loading.get(key) as Promise<T> | undefined) ?? load();
		loading.set(key, known);
		return await known;
	};
}
