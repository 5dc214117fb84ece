/** Texts in the panels follow n8n's guidelines for the interface of a node. */
import type { INodeProperties, INodePropertyMode } from 'n8n-workflow';

import { CaseManagementApi } from '../../credentials/CaseManagementApi.credentials.ts';
import { CaseManagement } from '../../nodes/CaseManagement/CaseManagement.node.ts';
import { CaseManagementTrigger } from '../../nodes/CaseManagement/CaseManagementTrigger.node.ts';

/** Something with a name, at any place. */
interface Entry {
	/** Its place, for the message. */
	path: string;
	/** In Title Case. */
	name: string;
	description?: string;
	property?: INodeProperties;
}

function entriesOf(properties: readonly INodeProperties[], path: string): Entry[] {
	return properties.flatMap((property) => {
		const { displayName, name, description, options = [], modes = [] } = property;
		const here = `${path} ${name}`;
		const own = { path: here, name: displayName, description, property };
		const inner = options.flatMap((option): Entry[] => {
			if ('value' in option) {
				return [
					{ path: `${here} ${option.value}`, name: option.name, description: option.description },
				];
			}
			return 'values' in option
				? entriesOf(option.values, here)
				: entriesOf([option as INodeProperties], here);
		});
		return [own, ...inner, ...modes.map((mode) => modeEntry(mode, here))];
	});
}

const modeEntry = ({ displayName, name, hint }: INodePropertyMode, path: string): Entry => ({
	path: `${path} ${name}`,
	name: displayName,
	description: hint,
});

const types = [new CaseManagement(), new CaseManagementTrigger()];

const entries = [
	...types.flatMap(({ description: { name, properties } }) => entriesOf(properties, name)),
	...entriesOf(new CaseManagementApi().properties, 'credential'),
].filter(({ property }) => property?.type !== 'notice');

const fields = entries.filter((entry): entry is Entry & { property: INodeProperties } =>
	Boolean(entry.property),
);

const wrong = (test: (entry: Entry) => boolean): string[] =>
	entries
		.filter((entry) => !test(entry))
		.map(({ path, name, description }) => `${path}: ${name} | ${description ?? ''}`);

/** Short words that stay lower-case in Title Case, unless they come first. */
const SMALL = /^(a|an|and|as|at|by|for|from|if|in|is|of|on|or|the|to|with)$/;

test('names are in Title Case', () => {
	const isTitle = (name: string) =>
		name.split(/[ /]/).every((word, at) => !/^[a-z]/.test(word) || (at > 0 && SMALL.test(word)));
	expect(wrong(({ name }) => isTitle(name))).toEqual([]);
});

test('a single sentence has no full stop, several do', () => {
	const isRight = (text: string) => {
		const plain = text.replace(/<[^>]+>/g, '').replace(/e\.g\./g, 'eg');
		return /[.?!]\s/.test(plain) === plain.endsWith('.');
	};
	expect(wrong(({ description }) => description === undefined || isRight(description))).toEqual([]);
});

test('descriptions begin with a capital letter, and do not repeat the name', () => {
	expect(wrong(({ description = 'X' }) => /^[A-Z]/.test(description))).toEqual([]);
	expect(
		wrong(({ name, description = '' }) => description.toLowerCase() !== name.toLowerCase()),
	).toEqual([]);
});

test('a switch says "Whether", and only a switch', () => {
	for (const { path, property } of fields) {
		expect([path, /^Whether /.test(property.description ?? '')]).toEqual([
			path,
			property.type === 'boolean',
		]);
	}
});

test('every field but resource and operation is described', () => {
	const bare = fields.filter(({ property }) => !property.description).map(({ path }) => path);
	expect(bare.filter((path) => !/ (resource|operation|filters|options)$/.test(path))).toEqual([]);
});

test('an example in a field begins with "e.g."', () => {
	for (const { path, property } of fields) {
		const { placeholder = '', type } = property;
		const isButton = type === 'collection' || type === 'fixedCollection';
		const begin = isButton ? /^Add [A-Z]/ : /^(e\.g\. .|$)/;
		expect([path, placeholder, begin.test(placeholder)]).toEqual([path, placeholder, true]);
		for (const mode of property.modes ?? []) {
			const isList = mode.type === 'list';
			expect([path, mode.name, /^e\.g\. ./.test(mode.placeholder ?? '')]).toEqual([
				path,
				mode.name,
				!isList,
			]);
		}
	}
});

test('choices are in alphabetical order, or in one that has a meaning', () => {
	const meant = ['mode', 'sortBy', 'scope', 'event'];
	for (const { path, property } of fields) {
		const names = (property.options ?? []).map((option) =>
			'displayName' in option ? option.displayName : option.name,
		);
		if (meant.includes(property.name)) continue;
		expect([path, names]).toEqual([path, [...names].sort((a, b) => a.localeCompare(b))]);
	}
});

test('each operation has an action in plain words, with its article', () => {
	const operations = fields.filter(({ property }) => property.name === 'operation');
	const actions = operations.flatMap(({ property }) =>
		(property.options ?? []).map((option) => ('action' in option ? String(option.action) : '')),
	);
	for (const action of actions) expect(action).toMatch(/^[A-Z][a-z]+ (a|the|many|on|for) [a-z ]+$/);
	expect(new Set(actions).size).toBe(actions.length);
});
