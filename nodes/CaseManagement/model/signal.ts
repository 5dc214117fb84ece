import { fieldsOf, picked } from './json';
import type { Fields } from './json';

const ELEMENT = ['label', 'name', 'type', 'exit_type', 'required'];

/**
 * The data that a signal needs, flat (interface.md, section 2.8).
 *
 * @param answer `{submission_elements: [{definition_element}]}`
 * @returns the fields of each element, null for what was not sent; undefined if there is no list
 */
export function signalElements(answer: Fields): Fields[] | undefined {
	const { submission_elements: elements } = answer;
	return Array.isArray(elements)
		? elements.map((element) => picked(fieldsOf(element).definition_element, ELEMENT))
		: undefined;
}

/**
 * The Signal IDs in the answer of the signal index (interface.md, section 4.4).
 *
 * @param answer `{signals: [string]}`
 * @returns undefined if there is no such list
 */
export function signalsIn(answer: unknown): string[] | undefined {
	const { signals } = fieldsOf(answer);
	return Array.isArray(signals) && signals.every((signal) => typeof signal === 'string')
		? signals
		: undefined;
}
