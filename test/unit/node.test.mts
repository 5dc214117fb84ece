import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { CaseManagement } from '../../nodes/CaseManagement/CaseManagement.node.ts';
import { CaseManagementApi } from '../../credentials/CaseManagementApi.credentials.ts';

const { description, methods } = new CaseManagement();

/** What a saved workflow stores of a parameter, and what it falls back to. */
function stored(property: INodeProperties): object {
	const { name, type, default: fallback, options = [], modes, displayOptions } = property;
	return {
		name,
		type,
		default: fallback,
		...(displayOptions?.show && { show: displayOptions.show }),
		...(modes && { modes: modes.map((mode) => mode.name) }),
		...(options.length > 0 && {
			options: options.map((option) =>
				'value' in option
					? option.value
					: 'values' in option
						? { name: option.name, values: option.values.map(stored) }
						: stored(option as INodeProperties),
			),
		}),
	};
}

test('names, option values and defaults are for ever', () => {
	expect({
		node: description.name,
		version: description.version,
		properties: description.properties.map(stored),
	}).toMatchSnapshot();
	const credential = new CaseManagementApi();
	expect({
		name: credential.name,
		properties: credential.properties.map(stored),
	}).toMatchSnapshot();
});

const operations = description.properties
	.filter(({ name }) => name === 'operation')
	.flatMap(({ options }) => options as INodePropertyOptions[]);

test('each operation goes out through the same hook, and only through it', () => {
	expect(operations.length).toBeGreaterThan(0);
	for (const { routing } of operations) {
		expect(routing?.send).toEqual({ paginate: true });
		expect(routing?.operations?.pagination).toBeInstanceOf(Function);
		expect(Object.keys(routing ?? {}).sort()).toEqual(['operations', 'request', 'send']);
		expect(Object.keys(routing?.request ?? {}).sort()).toEqual(['method', 'url']);
	}
});

test('no other parameter has routing of its own', () => {
	const others = description.properties.filter(({ name }) => name !== 'operation');
	expect(others.filter((property) => property.routing !== undefined)).toEqual([]);
});

test('no path holds an expression, and each placeholder is a parameter', () => {
	const names = new Set(description.properties.map(({ name }) => name));
	for (const { routing } of operations) {
		const url = String(routing?.request?.url);
		expect(url).toMatch(/^\/[a-z_/:A-Z]+$/);
		for (const [, name] of url.matchAll(/:([A-Za-z]+)/g)) expect(names).toContain(name);
	}
});

test('each parameter name is defined once, since n8n resolves it once per definition', () => {
	const names = description.properties
		.map(({ name }) => name)
		.filter((name) => name !== 'operation');
	expect(new Set(names).size).toBe(names.length);
});

test('every list that the panel names exists', () => {
	const named = JSON.stringify(description.properties);
	const lists = [...named.matchAll(/"searchListMethod":"(\w+)"/g)].map(([, name]) => name);
	const options = [...named.matchAll(/"loadOptionsMethod":"(\w+)"/g)].map(([, name]) => name);
	expect(lists.filter((name) => !(name! in methods.listSearch))).toEqual([]);
	expect(options.filter((name) => !(name! in methods.loadOptions))).toEqual([]);
	expect(lists.length + options.length).toBeGreaterThan(2);
});
