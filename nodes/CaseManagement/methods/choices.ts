import type { Member } from '../model/formValues';
import { foldText } from '../model/names';

export interface Choice {
	name: string;
	value: string;
}

/** An entry that says something and cannot be run: an empty ID is refused. */
export const noteChoice = (name: string): Choice => ({ name, value: '' });

/** What a list shows that depends on a template, as long as none is chosen. An error would show
 * red, and leave a stack trace in n8n's log, before anybody has done anything. */
export const CHOOSE_TEMPLATE = noteChoice('Choose a template first');

/** Tells an entry apart from others of its name; the beginning of its value if left out. */
type Mark = { mark?: string };

/** The entries of a list, in the order given; those without a value are left out.
 * @returns each with a name: one without is shown by its value, and those of one name are told
 * apart */
export function toChoices(entries: Array<Record<'name' | 'value', unknown> & Mark>): Choice[] {
	const choices = entries.flatMap(({ name, value, mark }) =>
		typeof value === 'string' && value !== ''
			? [{ value, mark, name: typeof name === 'string' && name.trim() !== '' ? name : value }]
			: [],
	);
	const marked = choices.map(({ name, value, mark }) => `${name} (${mark ?? value.slice(0, 8)})`);
	const count = new Map<string, number>();
	for (const name of [...choices.map(({ name }) => name), ...marked]) {
		count.set(name, (count.get(name) ?? 0) + 1);
	}
	return choices.map(({ name, value }, index) => {
		if (count.get(name) === 1) return { name, value };
		const short = marked[index]!;
		return { value, name: count.get(short) === 1 ? short : `${name} (${value})` };
	});
}

/** Members to choose from, by name. Those who have not accepted yet are marked; a deleted one is
 * offered only, and marked, if it is chosen already. */
export function toMemberChoices(members: Member[], chosen: readonly string[]): Choice[] {
	const named = members
		.filter(({ uuid, deleted }) => !deleted || chosen.includes(uuid))
		.map(({ uuid, name, deleted, accepted, slug }) => ({
			name: `${name}${deleted ? ' (deleted)' : accepted ? '' : ' (has not accepted yet)'}`,
			value: uuid,
			mark: slug,
		}));
	return sortByName(toChoices(named));
}

export const sortByName = (choices: Choice[]): Choice[] =>
	choices.sort((a, b) => a.name.localeCompare(b.name));

/** What looks like a piece of a UUID: long enough not to be a word or a number. */
const UUID_PART = /^[\da-f]{8}(-[\da-f-]*)?$/i;

/** Makes the test for what a person searches.
 * @returns whether the name contains it, or the value begins with it if it looks like a UUID */
export function makeSearchTest(filter?: string): (choice: Choice) => boolean {
	const word = foldText((filter ?? '').trim());
	const isUuid = UUID_PART.test(word);
	return ({ name, value }) =>
		foldText(name).includes(word) || (isUuid && foldText(value).startsWith(word));
}
