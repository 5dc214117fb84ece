import type { IExecuteSingleFunctions, INodeProperties } from 'n8n-workflow';

import { parseExactJson, rejectLossyValues } from '../model/exactJson';
import type { Id, IdentifierName } from '../model/identifiers';
import { isObject } from '../model/json';
import type { JsonObject } from '../model/json';
import { inputProblem } from '../model/problem';
import { locatorId } from './locator';
import { readBoolean, readChoice, readNumber, readText } from './values';
import type { NumberBounds } from './values';

/** The part of n8n's contexts that gives a parameter for the item at hand. */
export interface ParameterSource
	extends Pick<IExecuteSingleFunctions, 'getInputData' | 'getNodeParameter' | 'getTimezone'> {
	/** When the execution of the node began, the same for all items, in milliseconds since the
	 * epoch. */
	startedAt: number;
}

/** What of a field's definition is needed to read it: messages name it as the panel does. */
export type Field = Pick<INodeProperties, 'displayName' | 'name'>;

/** Reads the parameters of one item. Each is read for that item, checked, and complained about by
 * its name on the panel. */
export class ItemParameters {
	/** An expression costs up to a millisecond, so each parameter is resolved once. */
	private readonly resolved = new Map<string, unknown>();

	private readonly ids = new Map<IdentifierName, Id>();

	constructor(readonly source: ParameterSource) {}

	/** The value as n8n resolves it; null if there is none. */
	value(name: string): unknown {
		if (!this.resolved.has(name)) {
			this.resolved.set(name, this.source.getNodeParameter(name, null));
		}
		return this.resolved.get(name);
	}

	/** A switch, as `readBoolean`; blank stands for its default. */
	boolean({ name, displayName, default: ifBlank }: Field & Pick<INodeProperties, 'default'>) {
		return readBoolean(this.value(name), displayName, ifBlank === true);
	}

	/** Text, trimmed, as `readText`; undefined if it is blank. */
	text({ name, displayName }: Field): string | undefined {
		return readText(this.value(name), displayName);
	}

	/** The ID that a resource locator holds, as `locatorId`. */
	id(name: IdentifierName): Id {
		const id = this.ids.get(name) ?? locatorId(this.value(name), name);
		this.ids.set(name, id);
		return id;
	}

	/** Puts the ID of the case that was found in the place of the name or number that was given. */
	settleCase(id: Id): void {
		this.ids.set('caseId', id);
	}

	number({ name, displayName }: Field, bounds: NumberBounds): number {
		return readNumber(this.value(name), displayName, bounds);
	}

	choice<T extends string>({ name, displayName }: Field, choices: readonly T[]): T {
		return readChoice(this.value(name), displayName, choices);
	}

	/** The value of a JSON field: parsed if it is text, otherwise as its expression gives it.
	 * @param ifBlank what an empty field, or an expression that finds nothing, stands for */
	json({ name, displayName }: Field, ifBlank: unknown): unknown {
		const value = this.value(name) ?? ifBlank;
		if (typeof value !== 'string') {
			rejectLossyValues(value, displayName);
			// What goes out is JSON: a date object of an expression, for one, would become text.
			return JSON.parse(JSON.stringify(value)) as unknown;
		}
		if (value.trim() === '') return ifBlank;
		const parsed = parseExactJson(value, displayName);
		if ('value' in parsed) return parsed.value;
		throw inputProblem(
			`"${displayName}" is not valid JSON: ${parsed.syntaxError}`,
			'In JSON, text needs double quotes, and no comma may follow the last entry.',
		);
	}

	collection({ name }: Pick<Field, 'name'>): JsonObject {
		const value = this.value(name);
		return isObject(value) ? value : {};
	}
}
