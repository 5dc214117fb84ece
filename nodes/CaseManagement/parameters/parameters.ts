import type { IExecuteSingleFunctions, INodeProperties } from 'n8n-workflow';

import type { IdentifierName } from '../model/identifiers';
import { isObject } from '../model/json';
import type { JsonObject } from '../model/json';
import { parseExactJson, rejectInexactNumbers } from '../model/exactJson';
import { inputProblem, toJson } from '../model/problem';
import { locatorId, locatorValue } from './locator';
import { toBoolean, toChoice, toNumber, toText } from './values';
import type { NumberBounds } from './values';

/** The part of n8n's contexts that gives a parameter for the item at hand. */
export interface ParameterSource
	extends Pick<IExecuteSingleFunctions, 'getInputData' | 'getNodeParameter' | 'getTimezone'> {
	/** Milliseconds since the epoch at which the execution of the node began. */
	startedAt: number;
}

/** What of a field's definition is needed to read it: messages name it as the panel does. */
export type Field = Pick<INodeProperties, 'displayName' | 'name'>;

type Switch = Field & Pick<INodeProperties, 'default'>;

/**
 * Reads the parameters of one item. Each is read for that item, checked, and complained about by
 * its name on the panel.
 */
export class ItemParameters {
	/** An expression costs up to a millisecond, so each parameter is resolved once. */
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

	/**
	 * Whether a switch is on; blank stands for its default.
	 *
	 * @throws Problem (`input`) for what is neither yes nor no
	 */
	boolean({ name, displayName, default: ifBlank }: Switch): boolean {
		return toBoolean(this.value(name), displayName, ifBlank === true);
	}

	/** Text, trimmed; undefined if it is blank. */
	text({ name, displayName }: Field): string | undefined {
		return toText(this.value(name), displayName);
	}

	/** What a resource locator holds, not yet checked: `toPathSegment` does that. */
	locator(name: IdentifierName): unknown {
		return locatorValue(this.value(name), name);
	}

	/** The ID that a resource locator holds, as `locatorId`. */
	id(name: IdentifierName): string {
		return locatorId(this.value(name), name);
	}

	/** Puts the ID of the case that was found in the place of the name or number that was given. */
	settleCase(uuid: string): void {
		this.resolved.set('caseId', uuid);
	}

	/** The JSON of the item at hand. */
	input(): object {
		return this.source.getInputData().json;
	}

	/** Milliseconds since the epoch at which the execution of the node began, the same for all items. */
	startedAt(): number {
		return this.source.startedAt;
	}

	/** IANA name of the workflow's time zone. */
	timeZone(): string {
		return this.source.getTimezone();
	}

	/**
	 * A number.
	 *
	 * @param bounds the least value, or the one it must be above; the greatest; whether it is whole
	 * @throws Problem (`input`) for anything else
	 */
	number({ name, displayName }: Field, bounds: NumberBounds): number {
		return toNumber(this.value(name), displayName, bounds);
	}

	/**
	 * One of a few values.
	 *
	 * @throws Problem (`input`) for any other
	 */
	choice<T extends string>({ name, displayName }: Field, choices: readonly T[]): T {
		return toChoice(this.value(name), displayName, choices);
	}

	/**
	 * The value of a JSON field: parsed if it is text, otherwise as its expression gives it.
	 *
	 * @param ifBlank what an empty field, or an expression that finds nothing, stands for
	 * @returns any JSON value
	 * @throws Problem (`input`) for text that is not JSON
	 */
	json({ name, displayName }: Field, ifBlank: unknown): unknown {
		const value = this.value(name) ?? ifBlank;
		if (typeof value !== 'string') {
			// What goes out is JSON: a date object of an expression, for one, would become text.
			const json = toJson(value);
			if (json === undefined) {
				throw inputProblem(
					`"${displayName}" cannot be written as JSON`,
					'Its expression gives a number of the type BigInt, or an object that holds itself.',
				);
			}
			rejectInexactNumbers(value, displayName);
			return JSON.parse(json) as unknown;
		}
		if (value.trim() === '') return ifBlank;
		const parsed = parseExactJson(value, displayName);
		if ('value' in parsed) return parsed.value;
		throw inputProblem(
			`"${displayName}" is not valid JSON: ${parsed.syntaxError}`,
			'Text in JSON stands in double quotes, and the last entry has no comma after it.',
		);
	}

	/** The fields that the user has added to a collection. */
	collection({ name }: Pick<Field, 'name'>): JsonObject {
		const value = this.value(name);
		return isObject(value) ? value : {};
	}
}
