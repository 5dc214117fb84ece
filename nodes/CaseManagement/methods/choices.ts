import { folded } from '../model/names';

/** An entry of a list as n8n shows it. */
export interface Choice {
	name: string;
	value: string;
}

/** An entry that says something and cannot be run: an empty ID is refused. */
export const noteChoice = (name: string): Choice => ({ name, value: '' });

/** An entry as the service sends it. */
interface Entry {
	name: unknown;
	value: unknown;
	/** What tells it apart from others of its name; the beginning of its value if left out. */
	mark?: string | undefined;
}

/**
 * The entries of a list, in the order given.
 *
 * @param entries those without a value are left out
 * @returns each with a name: one without is shown by its value, and those of one name are told apart
 */
export function toChoices(entries: Entry[]): Choice[] {
	const choices = entries.flatMap(({ name, value, mark }) =>
		typeof value === 'string' && value !== ''
			? [{ value, mark, name: typeof name === 'string' && name.trim() !== '' ? name : value }]
			: [],
	);
	return distinguish(choices);
}

/** Adds to names that occur more than once what tells them apart: in the end the whole value. */
function distinguish(choices: Array<Choice & { mark?: string | undefined }>): Choice[] {
	const count = new Map<string, number>();
	const marked = choices.map(({ name, value, mark }) => `${name} (${mark ?? value.slice(0, 8)})`);
	for (const name of [...choices.map(({ name }) => name), ...marked]) {
		count.set(name, (count.get(name) ?? 0) + 1);
	}
	return choices.map(({ name, value }, index) => {
		if (count.get(name) === 1) return { name, value };
		const short = marked[index]!;
		return { value, name: count.get(short) === 1 ? short : `${name} (${value})` };
	});
}

/** What looks like a piece of a UUID: long enough not to be a word or a number. */
const UUID_PART = /^[\da-f]{8}(-[\da-f-]*)?$/i;

/**
 * Makes the test for what a person searches.
 *
 * @param filter what the person typed, if anything
 * @returns whether the name holds it, or the value begins with it if it looks like a UUID
 */
export function matchesSearch(filter?: string): (choice: Choice) => boolean {
	const word = folded((filter ?? '').trim());
	const isUuid = UUID_PART.test(word);
	return ({ name, value }) =>
		folded(name).includes(word) || (isUuid && folded(value).startsWith(word));
}
