/** An entry of a list as n8n shows it. */
export interface Choice {
	name: string;
	value: string;
}

/**
 * The entries of a list, in the order given.
 *
 * @param entries names and values as the service sends them; an entry without a value is left out
 * @returns each with a name: one without is shown by its value, and those of one name are told
 * apart by the beginning of their values
 */
export function toChoices(entries: Array<{ name: unknown; value: unknown }>): Choice[] {
	const choices = entries.flatMap(({ name, value }) =>
		typeof value === 'string' && value !== ''
			? [{ value, name: typeof name === 'string' && name.trim() !== '' ? name : value }]
			: [],
	);
	return distinguish(choices);
}

/** Adds to names that occur more than once what tells them apart: in the end the whole value. */
function distinguish(choices: Choice[]): Choice[] {
	const count = new Map<string, number>();
	const marked = choices.map(({ name, value }) => `${name} (${value.slice(0, 8)})`);
	for (const name of [...choices.map(({ name }) => name), ...marked]) {
		count.set(name, (count.get(name) ?? 0) + 1);
	}
	return choices.map(({ name, value }, index) => {
		if (count.get(name) === 1) return { name, value };
		const short = marked[index]!;
		return { value, name: count.get(short) === 1 ? short : `${name} (${value})` };
	});
}

/**
 * Makes the test for what a person searches.
 *
 * @param filter what the person typed, if anything
 * @returns whether name or value hold it, without regard to case
 */
export function matchesSearch(filter?: string): (choice: Choice) => boolean {
	const word = (filter ?? '').trim().toLowerCase();
	return ({ name, value }) => `${name}\n${value}`.toLowerCase().includes(word);
}
