import { isDeepStrictEqual } from 'node:util';

import { NodeHelpers } from 'n8n-workflow';
import type { INodeParameters, INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { CaseManagement } from '../../nodes/CaseManagement/CaseManagement.node.ts';
import { CaseManagementTrigger } from '../../nodes/CaseManagement/CaseManagementTrigger.node.ts';
import { PANELS } from '../support/panels.mts';
import { CaseManagementApi } from '../../credentials/CaseManagementApi.credentials.ts';

const { customOperations, description, methods } = new CaseManagement();

/** What a saved workflow stores for a parameter, and its default. */
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

/**
 * The stored parts of each parameter by name: once, or once for each different definition of that
 * name.
 */
function storedByName(properties: INodeProperties[]): Record<string, object[]> {
	const byName: Record<string, object[]> = {};
	for (const property of properties) {
		const shapes = (byName[property.name] ??= []);
		const shape = stored({ ...property, displayOptions: undefined });
		if (!shapes.some((other) => isDeepStrictEqual(other, shape))) shapes.push(shape);
	}
	return byName;
}

/** The fields of each operation, with their additional conditions. */
function fieldsByOperation(properties: INodeProperties[]): Record<string, string[]> {
	const byOperation: Record<string, string[]> = {};
	for (const { name, displayOptions } of properties) {
		const {
			resource: [resource] = [],
			operation: [operation] = [],
			...rest
		} = displayOptions?.show ?? {};
		if (operation === undefined) continue;
		const condition = Object.entries(rest)
			.map(([other, values]) => ` if ${other} is ${(values as unknown[]).join(' or ')}`)
			.join();
		(byOperation[`${String(resource)} ${String(operation)}`] ??= []).push(name + condition);
	}
	return byOperation;
}

test('names, option values and defaults never change', () => {
	expect({
		node: description.name,
		version: description.version,
		stored: storedByName(description.properties),
		fields: fieldsByOperation(description.properties),
	}).toMatchSnapshot();
	const trigger = new CaseManagementTrigger().description;
	expect({
		node: trigger.name,
		version: trigger.version,
		properties: trigger.properties.map(stored),
	}).toMatchSnapshot();
	const credential = new CaseManagementApi();
	expect({
		name: credential.name,
		properties: credential.properties.map(stored),
	}).toMatchSnapshot();
});

test('definitions with the same name store the same, apart from their choices', () => {
	const several = Object.entries(storedByName(description.properties)).filter(
		([, shapes]) => shapes.length > 1,
	);
	expect(several.map(([name]) => name)).toEqual(['operation', 'options']);
});

const operations = description.properties
	.filter(({ name }) => name === 'operation')
	.flatMap(({ options }) => options as INodePropertyOptions[]);

test('each operation is sent through the same hook, and only through it', () => {
	expect(operations.length).toBeGreaterThan(0);
	for (const { routing } of operations) {
		expect(routing?.send).toEqual({ paginate: true });
		expect(routing?.operations?.pagination).toBeInstanceOf(Function);
		expect(Object.keys(routing ?? {}).sort()).toEqual(['operations', 'request', 'send']);
		expect(Object.keys(routing?.request ?? {}).sort()).toEqual(['method', 'url']);
	}
});

test('n8n gets a function for each operation in the panel, and for no other', () => {
	const offered = description.properties
		.filter(({ name }) => name === 'operation')
		.map(({ displayOptions, options }) => [
			String(displayOptions!.show!.resource![0]),
			(options as INodePropertyOptions[]).map(({ value }) => String(value)),
		]);
	const run = Object.entries(customOperations).map(([name, functions]) => [
		name,
		Object.keys(functions),
	]);
	expect(run).toEqual(offered);
	const resources = description.properties[0]!.options as INodePropertyOptions[];
	expect(offered.map(([name]) => name)).toEqual(resources.map(({ value }) => value));
	for (const functions of Object.values(customOperations)) {
		for (const run of Object.values(functions)) expect(run).toBeInstanceOf(Function);
	}
});

test('the node is declarative: agents can use it, and Stop reaches its requests', () => {
	expect(description.requestDefaults).toEqual({});
	expect(new CaseManagement()).not.toHaveProperty('execute');
	expect(description.usableAsTool).toBe(true);
});

test('no other parameter has its own routing, but an unknown operation reaches a hook too', () => {
	const others = description.properties.filter(({ routing }) => routing !== undefined);
	expect(others.map(({ name, routing }) => [name, routing])).toEqual([
		['resource', { send: { paginate: true } }],
	]);
	expect(description.requestOperations?.pagination).toBeInstanceOf(Function);
});

test('no path contains an expression, and each placeholder is a parameter', () => {
	const names = new Set(description.properties.map(({ name }) => name));
	for (const { routing } of operations) {
		const url = String(routing?.request?.url);
		expect(url).toMatch(/^\/[a-z_/:A-Z]+$/);
		for (const [, name] of url.matchAll(/:([A-Za-z]+)/g)) expect(names).toContain(name);
	}
});

test('a parameter is defined once for each operation that shows it, and each is shown', () => {
	for (const fields of Object.values(fieldsByOperation(description.properties))) {
		const names = fields.map((field) => field.split(' ')[0]);
		expect(new Set(names).size).toBe(names.length);
	}
	expect(description.properties.filter(({ type }) => type === 'hidden')).toEqual([]);
});

/** Parameters that the editor shows for an operation, in its order. */
function panelOf(resource: string, operation: string, rest = {}): string[] {
	const chosen = { ...rest, resource, operation };
	const filled = NodeHelpers.getNodeParameters(
		description.properties,
		chosen,
		true,
		false,
		null,
		description,
	)!;
	// Parameters of an earlier operation stay in the node.
	const values = { ...chosen, ...filled };
	return description.properties
		.filter(({ name, type }) => !['resource', 'operation'].includes(name) && type !== 'notice')
		.filter((property) => NodeHelpers.displayParameter(values, property, null, description))
		.map(({ name }) => name);
}

/** Names of the notices that the editor shows. */
const noticesOf = (values: INodeParameters): string[] =>
	description.properties
		.filter(({ type }) => type === 'notice')
		.filter((property) => NodeHelpers.displayParameter(values, property, null, description))
		.map(({ name }) => name);

test.each([
	['delete', true, 'dryRunNotice'],
	['delete', null, 'dryRunNotice'],
	['stop', true, 'dryRunNotice'],
	['delete', false, 'deleteNotice'],
	['pause', false, 'changeNotice'],
	['resume', false, 'changeNotice'],
	['stop', false, 'changeNotice'],
])(
	'a bulk action says which cases it acts on, and %s with dry run %p says what it does',
	(action, dryRun, own) => {
		const values = { resource: 'case', operation: 'bulkAction', action, dryRun: dryRun! };
		expect(noticesOf(values)).toEqual(['scopeNotice', own]);
		expect(noticesOf({ ...values, operation: 'delete' })).toEqual([]);
	},
);

test.each([
	['bulkAction', 'options', 'olderThanDays'],
	['bulkAction', 'filters', 'arrayFormat'],
	['getAll', 'filters', 'arrayFormat'],
])('%s shows the moved field %s > %s only if it is stored', (operation, name, moved) => {
	const collection = description.properties.find(
		(property) =>
			property.name === name && property.displayOptions?.show?.operation?.includes(operation),
	)!;
	const field = (collection.options as INodeProperties[]).find((one) => one.name === moved)!;
	const shown = (stored: INodeParameters) => {
		const values = { resource: 'case', operation, [name]: stored };
		return NodeHelpers.displayParameterPath(values, field, name, null, description);
	};
	expect([shown({}), shown({ [moved]: 'comma' })]).toEqual([false, true]);
});

test('JSON replaces the form', () => {
	const shown = (resource: string, operation: string) =>
		panelOf(resource, operation, { inputMode: 'json' }).join(' ');
	expect(shown('case', 'create')).toBe('templateId label ifNameTaken inputMode elementsJson');
	expect(shown('signal', 'trigger')).toBe('templateId signalId caseId inputMode elementsJson');
});

test.each(PANELS)('%s %s shows exactly its own parameters', (resource, operation, names) => {
	expect(panelOf(resource!, operation!)).toEqual(names!.split(' '));
});

/** The parameters of a node saved with an operation, each one set. */
function savedWith(resource: string, operation: string): INodeParameters {
	const fields = description.properties.filter(
		({ displayOptions }) =>
			displayOptions?.show?.resource?.includes(resource) &&
			displayOptions.show.operation?.includes(operation),
	);
	const locator = { __rl: true, mode: 'id', value: 'x' };
	return {
		...Object.fromEntries(
			fields.map(({ name, type, default: fallback }) => [
				name,
				type === 'resourceLocator' ? locator : type === 'string' ? 'set' : fallback,
			]),
		),
		// The hidden constants of version 0.1.0, which saved workflows still contain.
		picksTemplate: true,
		picksCase: true,
		simplifies: true,
	} as INodeParameters;
}

test.each(PANELS)(
	'%s %s shows exactly its own parameters, whatever was chosen before',
	(resource, operation, names) => {
		for (const [earlierResource, earlierOperation] of PANELS) {
			const saved = savedWith(earlierResource!, earlierOperation!);
			expect([
				`${earlierResource} ${earlierOperation}`,
				...panelOf(resource!, operation!, saved),
			]).toEqual([`${earlierResource} ${earlierOperation}`, ...names!.split(' ')]);
		}
	},
);

test('the table above contains every operation', () => {
	const actual = description.properties
		.filter(({ name }) => name === 'operation')
		.flatMap(({ displayOptions, options }) =>
			(options as INodePropertyOptions[]).map(
				({ value }) => `${String(displayOptions?.show?.resource)} ${String(value)}`,
			),
		);
	expect(PANELS.map(([resource, operation]) => `${resource} ${operation}`).sort()).toEqual(
		actual.sort(),
	);
});

test('what belongs to a template is loaded again when another is chosen', () => {
	const dependent = description.properties.flatMap(({ name, typeOptions, displayOptions }) =>
		typeOptions?.loadOptionsDependsOn === undefined
			? []
			: [
					[
						`${displayOptions!.show!.resource!.join()} ${displayOptions!.show!.operation!.join()} ${name}`,
						typeOptions.loadOptionsDependsOn,
					],
				],
	);
	expect(Object.fromEntries(dependent)).toEqual({
		'case create elements': ['templateId.value', 'signalId.value'],
		'signal get signalId': ['templateId.value'],
		'signal trigger caseId': ['templateId.value'],
		'signal trigger elements': ['templateId.value', 'signalId.value'],
		'signal trigger signalId': ['templateId.value'],
		'template getTeamMembers definitionElementId': ['templateId.value'],
	});
});

test('the lists of the trigger exist', () => {
	const { description: trigger, methods: own } = new CaseManagementTrigger();
	const named = JSON.stringify(trigger.properties);
	const options = [...named.matchAll(/"loadOptionsMethod":"(\w+)"/g)].map(([, name]) => name);
	expect(options).toEqual(Object.keys(own.loadOptions));
});

test('every list that the panel uses exists', () => {
	const named = JSON.stringify(description.properties);
	const lists = [...named.matchAll(/"searchListMethod":"(\w+)"/g)].map(([, name]) => name);
	const options = [...named.matchAll(/"loadOptionsMethod":"(\w+)"/g)].map(([, name]) => name);
	const mappers = [...named.matchAll(/"resourceMapperMethod":"(\w+)"/g)].map(([, name]) => name);
	expect([...new Set(mappers)]).toEqual(Object.keys(methods.resourceMapping));
	expect(lists.filter((name) => !(name! in methods.listSearch))).toEqual([]);
	expect(options.filter((name) => !(name! in methods.loadOptions))).toEqual([]);
	expect(lists.length + options.length).toBeGreaterThan(2);
});
