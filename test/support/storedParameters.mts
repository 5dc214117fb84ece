/** What a node stores, compared with a description of its panel. */
import { NodeHelpers } from 'n8n-workflow';
import type {
	INode,
	INodeParameters,
	INodeProperties,
	INodePropertyCollection,
	INodePropertyOptions,
} from 'n8n-workflow';

/** The parameters as n8n's editor saves them: without defaults, and without what it does not know. */
export const asSaved = (panel: INodeProperties[], node: INode): INodeParameters =>
	NodeHelpers.getNodeParameters(panel, node.parameters, false, false, node, null)!;

/** The parameters as n8n passes them to the node: with defaults. */
export const asLoaded = (panel: INodeProperties[], node: INode): INodeParameters =>
	NodeHelpers.getNodeParameters(panel, node.parameters, true, false, node, null)!;

const isShown = (definition: INodeProperties, values: INodeParameters, root: INodeParameters) =>
	NodeHelpers.displayParameter(values, definition, { typeVersion: 1 }, null, root);

const isExpression = (value: unknown): boolean =>
	typeof value === 'string' && value.startsWith('=');

const valuesOf = (options: unknown): unknown[] =>
	((options ?? []) as INodePropertyOptions[]).map(({ value }) => value);

/**
 * The choices of a person.
 *
 * @returns the values of a list, the ways to pick, and the nested definitions with their path;
 * nothing for a list that is loaded
 */
function choicesOf(definition: INodeProperties, path: string) {
	const { type, options = [], modes = [], typeOptions } = definition;
	const isLoaded = typeOptions?.loadOptionsMethod !== undefined;
	const isList = (type === 'options' || type === 'multiOptions') && !isLoaded;
	const inside: Array<[path: string, definitions: INodeProperties[]]> = [];
	if (type === 'collection') inside.push([path, options as INodeProperties[]]);
	if (type === 'fixedCollection') {
		for (const { name, values } of options as INodePropertyCollection[]) {
			inside.push([`${path}.${name}`, values]);
		}
	}
	return {
		values: isList ? valuesOf(options) : undefined,
		modes: type === 'resourceLocator' ? modes.map(({ name }) => name) : undefined,
		inside,
	};
}

/** An operation needs its resource to be unique: each resource has a `get`. */
const pathOf = (name: string, above: string, resource: unknown): string =>
	name === 'operation' ? `${String(resource)} operation` : above === '' ? name : `${above}.${name}`;

/** Everything that a panel offers, as `filters.status: running`. */
export function offered(panel: INodeProperties[], above = ''): string[] {
	return panel.flatMap((definition) => {
		const { name, type, displayOptions } = definition;
		if (type === 'hidden' || type === 'notice') return [];
		const path = pathOf(name, above, displayOptions?.show?.resource);
		const { values = [], modes = [], inside } = choicesOf(definition, path);
		return [
			path,
			...[...values, ...modes].map((value) => `${path}: ${String(value)}`),
			...inside.flatMap(([inner, definitions]) => offered(definitions, inner)),
		];
	});
}

/** What a node uses, in the same form, and which of that its panel does not offer. */
export interface Uses {
	used: string[];
	missing: string[];
}

/** @param stored the parameters as n8n loads them */
export function usesOf(
	panel: INodeProperties[],
	stored: INodeParameters,
	root = stored,
	above = '',
): Uses {
	const used: string[] = [];
	const missing: string[] = [];
	const known = new Set<string>();
	for (const definition of panel) {
		const { name, type } = definition;
		const value = stored[name];
		if (!isShown(definition, stored, root)) continue;
		known.add(name);
		if (value === undefined || type === 'hidden') continue;
		const path = pathOf(name, above, root.resource);
		const { values, modes, inside } = choicesOf(definition, path);
		used.push(path);
		const check = (one: unknown, choices: unknown[]) => {
			(choices.includes(one) ? used : missing).push(`${path}: ${String(one)}`);
		};
		if (values !== undefined && !isExpression(value)) {
			for (const one of [value].flat()) check(one, values);
		}
		// A plain string is an ID, regardless of the ways to pick.
		if (modes !== undefined && typeof value === 'object') {
			check((value as { mode?: string }).mode, modes);
		}
		for (const [inner, definitions] of inside) {
			const key = inner.slice(path.length + 1);
			const rows = key === '' ? value : (value as INodeParameters)[key];
			for (const row of [rows ?? []].flat() as INodeParameters[]) {
				const below = usesOf(definitions, row, root, inner);
				used.push(...below.used);
				missing.push(...below.missing);
			}
		}
	}
	for (const name of Object.keys(stored)) {
		if (!known.has(name)) missing.push(pathOf(name, above, root.resource));
	}
	return { used, missing };
}
