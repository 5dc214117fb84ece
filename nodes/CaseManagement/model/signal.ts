import { asObject, pick } from './json';
import type { JsonObject } from './json';

const ELEMENT = ['label', 'name', 'type', 'exit_type', 'required'];

/**
 * The data that a signal needs, flat (getSignal).
 *
 * @param body `{submission_elements: [{definition_element}]}`
 * @returns the fields of each element, null for what was not sent; undefined if there is no list
 */
export function toSignalElements(body: JsonObject): JsonObject[] | undefined {
	const { submission_elements: elements } = body;
	return Array.isArray(elements)
		? elements.map((element) => pick(asObject(element).definition_element, ELEMENT))
		: undefined;
}

/**
 * The Signal IDs in a response of listSignals.
 *
 * @param body `{signals: [string]}`
 * @returns undefined if there is no such list
 */
export function toSignalIds(body: unknown): string[] | undefined {
	const { signals } = asObject(body);
	return Array.isArray(signals) && signals.every((signal) => typeof signal === 'string')
		? signals
		: undefined;
}
