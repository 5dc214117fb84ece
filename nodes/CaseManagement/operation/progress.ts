/** Index ranges as people write them, e.g. `0-3, 7`. */
function rangesOf(indices: readonly number[]): string {
	const ranges: Array<[from: number, to: number]> = [];
	for (const index of [...indices].sort((a, b) => a - b)) {
		const last = ranges.at(-1);
		if (last !== undefined && index === last[1] + 1) last[1] = index;
		else ranges.push([index, index]);
	}
	return ranges.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(', ');
}

/**
 * What had been done when a node that changes things was ended by a failure, so that nobody does it
 * twice.
 *
 * @param done indices of the items that had come to a good end
 * @param total how many items there were
 * @returns undefined for a single item, of which the error says enough
 */
export function stopNote(done: ReadonlySet<number>, total: number): string | undefined {
	if (total < 2) return undefined;
	if (done.size === 0) return `None of the ${total} items had been done.`;
	const which = done.size === 1 ? 'item' : 'items';
	return `${done.size} of ${total} items had been done (${which} ${rangesOf([...done])}); leave them out when you run it again.`;
}
