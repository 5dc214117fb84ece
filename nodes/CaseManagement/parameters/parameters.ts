import type { IExecuteSingleFunctions } from 'n8n-workflow';

import { inputProblem, toJson, quote } from '../model/problem';
import { isObject } from '../model/json';
import { toPathSegment } from '../transport/path';
import { toChoice, toBoolean, toNumber, toText } from './values';
import type { NumberBounds } from './values';

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;

/** The part of n8n's contexts that gives a parameter for the item at hand. */
type ParameterSource = Pick<
	IExecuteSingleFunctions,
	'getInputData' | 'getNodeParameter' | 'getTimezone'
>;

/**
 * Reads the parameters of one item. Each is read for that item, checked, and complained about by
 * its name on the panel.
 */
export class ItemParameters {
	/** Resolving an expression costs about a millisecond, so each parameter is resolved once. */
	private readonly resolved = new Map<string, unknown>();

	private readonly source: ParameterSource;

	constructor(source: ParameterSource) {
		this.source = source;
	}

	/** The value as n8n resolves it; null if there is none. */
	value(name: string): unknown {
		if (!this.resolved.has(name)) {
			this.resolved.set(name, this.source.getNodeParameter(name, null));
		}
		return this.resolved.get(name);
	}

	/** Whether a switch is on; an expression may give it as text. */
	boolean(name: string): boolean {
		return toBoolean(this.value(name));
	}

	/** Text, trimmed; undefined if it is blank. */
	text(name: string, label: string): string | undefined {
		return toText(this.value(name), label);
	}

	/** What a resource locator points at, not yet checked: `pathSegment` does that. */
	locator(name: string): unknown {
		return locatorValue(this.value(name));
	}

	/** The ID that a resource locator points at, as `idOf`. */
	id(name: string): string {
		return locatorId(this.value(name), name);
	}

	/** The JSON of the item at hand. */
	input(): object {
		return this.source.getInputData().json;
	}

	/** IANA name of the workflow's time zone. */
	timeZone(): string {
		return this.source.getTimezone();
	}

	/**
	 * How many entries of a list are wanted.
	 *
	 * @returns Infinity with Return All
	 * @throws Problem (`input`) if Limit is no whole number from 1
	 */
	limit(): number {
		if (this.boolean('returnAll')) return Infinity;
		return this.number('limit', 'Limit', {
			from: 1,
			whole: true,
			hint: 'Enter how many entries you want, or turn on Return All.',
		});
	}

	/**
	 * A number.
	 *
	 * @param bounds the least value, or the one it must be above; the greatest; whether it is whole
	 * @throws Problem (`input`) for anything else
	 */
	number(name: string, label: string, bounds: NumberBounds): number {
		return toNumber(this.value(name), label, bounds);
	}

	/**
	 * One of a few values.
	 *
	 * @throws Problem (`input`) for any other
	 */
	choice<T extends string>(name: string, label: string, choices: readonly T[]): T {
		return toChoice(this.value(name), label, choices);
	}

	/**
	 * The value of a JSON field: parsed if it is text, otherwise as its expression gives it.
	 *
	 * @param ifBlank what an empty field, or an expression that finds nothing, stands for
	 * @returns any JSON value
	 * @throws Problem (`input`) for text that is not JSON
	 */
	json(name: string, label: string, ifBlank: unknown): unknown {
		const value = this.value(name) ?? ifBlank;
		if (typeof value !== 'string') {
			// What goes out is JSON: a date object of an expression, for one, would become text.
			const json = toJson(value);
			if (json === undefined) {
				throw inputProblem(
					`"${label}" cannot be written as JSON`,
					'Its expression gives a number that is too large, or an object that holds itself.',
				);
			}
			return JSON.parse(json) as unknown;
		}
		if (value.trim() === '') return ifBlank;
		try {
			return JSON.parse(value) as unknown;
		} catch (error) {
			throw inputProblem(
				`"${label}" is not valid JSON: ${(error as Error).message}`,
				'Text in JSON stands in double quotes, and the last entry has no comma after it.',
			);
		}
	}

	/** The fields that the user has added to a collection. */
	collection(name: string): Record<string, unknown> {
		const value = this.value(name);
		return isObject(value) ? value : {};
	}
}

/**
 * What the value of a resource locator points at: the ID, or the UUID within a link. A plain value
 * is what it is.
 *
 * @returns the bare value, not yet checked
 */
export function locatorValue(value: unknown): unknown {
	if (!isObject(value)) return value;
	if (value.mode === 'url') return uuidInLink(value.value);
	// An object without a mode is no locator but the result of an expression, to be refused.
	return 'mode' in value ? value.value : value;
}

/**
 * The ID that a value, of a resource locator or plain, points at, checked to be one.
 *
 * @param name the parameter's name, for the message
 * @returns the ID, trimmed, not escaped: for a body, an output or a query
 * @throws Problem (`input`) as `pathSegment`
 */
export function locatorId(value: unknown, name: string): string {
	return decodeURIComponent(toPathSegment(locatorValue(value), name));
}

/** The last UUID in a link: what stands before it names the organization or the template. */
function uuidInLink(link: unknown): unknown {
	if (typeof link !== 'string' || link.trim() === '') return link;
	const found = link.match(UUID)?.at(-1);
	if (found === undefined) {
		throw inputProblem(
			`The link ${quote(link)} holds no UUID`,
			'Paste the address of the page that shows it, or choose the mode By ID.',
		);
	}
	return found;
}
