import { NodeHelpers } from 'n8n-workflow';
import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { CaseManagement } from '../../nodes/CaseManagement/CaseManagement.node.ts';
import { CaseManagementTrigger } from '../../nodes/CaseManagement/CaseManagementTrigger.node.ts';
import { CaseManagementApi } from '../../credentials/CaseManagementApi.credentials.ts';

const { customOperations, description, methods } = new CaseManagement();

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

test('what n8n hands over whole are operations of the panel, with routing for where it does not', () => {
	for (const [resource, functions] of Object.entries(customOperations)) {
		const { options } = description.properties.find(
			({ name, displayOptions }) =>
				name === 'operation' && displayOptions?.show?.resource?.includes(resource),
		)!;
		const values = (options as INodePropertyOptions[]).map(({ value }) => value);
		for (const value of Object.keys(functions)) expect(values).toContain(value);
	}
});

test('no other parameter has routing of its own, but that what is no operation meets a hook too', () => {
	const others = description.properties.filter(({ routing }) => routing !== undefined);
	expect(others.map(({ name, routing }) => [name, routing])).toEqual([
		['resource', { send: { paginate: true } }],
	]);
	expect(description.requestOperations?.pagination).toBeInstanceOf(Function);
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
		// A hidden constant holds no expression, so it costs nothing (fields/shown.ts).
		.filter(({ name, type }) => name !== 'operation' && type !== 'hidden')
		.map(({ name }) => name);
	expect(new Set(names).size).toBe(names.length);
});

/** Parameters that the editor shows for an operation, in its order. */
function panelOf(resource: string, operation: string, rest = {}): string[] {
	const chosen = { resource, operation, ...rest };
	const values = NodeHelpers.getNodeParameters(
		description.properties,
		chosen,
		true,
		false,
		null,
		description,
	)!;
	return description.properties
		.filter(({ name, type }) => !['resource', 'operation'].includes(name) && type !== 'hidden')
		.filter((property) => NodeHelpers.displayParameter(values, property, null, description))
		.map(({ name }) => name);
}

const PANELS = [
	['case', 'bulkAction', 'action filters dryRun maxCases options'],
	['case', 'create', 'templateId label inputMode elements teamMembers'],
	['case', 'delete', 'caseId'],
	['case', 'get', 'caseId simplify'],
	['case', 'getAll', 'returnAll limit filters sortBy simplify'],
	['case', 'getDocuments', 'caseId simplify'],
	['case', 'pause', 'caseId'],
	['case', 'resume', 'caseId'],
	['case', 'stop', 'caseId'],
	['case', 'wait', 'caseId statuses timeout interval onTimeout'],
	['signal', 'get', 'templateId signalId simplify'],
	['signal', 'getAll', 'templateId returnAll limit'],
	['signal', 'trigger', 'templateId signalId caseId inputMode elements'],
	['template', 'delete', 'templateId'],
	['template', 'get', 'templateId simplify'],
	['template', 'getAll', 'scope returnAll limit'],
	['template', 'getStartDefinition', 'templateId simplify'],
	['template', 'getTeamMembers', 'templateId definitionElementId returnAll limit simplify'],
	['template', 'update', 'templateId name'],
];

test('JSON takes the place of the form', () => {
	const shown = (resource: string, operation: string) =>
		panelOf(resource, operation, { inputMode: 'json' }).join(' ');
	expect(shown('case', 'create')).toBe('templateId label inputMode elementsJson');
	expect(shown('signal', 'trigger')).toBe('templateId signalId caseId inputMode elementsJson');
});

test.each(PANELS)('%s %s shows exactly its own parameters', (resource, operation, names) => {
	expect(panelOf(resource!, operation!)).toEqual(names!.split(' '));
});

test('the table above holds every operation', () => {
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

test('what belongs to a template is loaded anew when another is chosen', () => {
	const dependent = description.properties.filter(
		({ typeOptions }) => typeOptions?.loadOptionsDependsOn !== undefined,
	);
	expect(
		Object.fromEntries(
			dependent.map(({ name, typeOptions }) => [name, typeOptions?.loadOptionsDependsOn]),
		),
	).toEqual({
		definitionElementId: ['templateId.value'],
		signalId: ['templateId.value'],
		caseId: ['templateId.value'],
		elements: ['templateId.value', 'signalId.value'],
	});
});

test('the lists of the trigger exist', () => {
	const { description: trigger, methods: own } = new CaseManagementTrigger();
	const named = JSON.stringify(trigger.properties);
	const options = [...named.matchAll(/"loadOptionsMethod":"(\w+)"/g)].map(([, name]) => name);
	expect(options).toEqual(Object.keys(own.loadOptions));
});

test('every list that the panel names exists', () => {
	const named = JSON.stringify(description.properties);
	const lists = [...named.matchAll(/"searchListMethod":"(\w+)"/g)].map(([, name]) => name);
	const options = [...named.matchAll(/"loadOptionsMethod":"(\w+)"/g)].map(([, name]) => name);
	const mappers = [...named.matchAll(/"resourceMapperMethod":"(\w+)"/g)].map(([, name]) => name);
	expect(mappers).toEqual(Object.keys(methods.resourceMapping));
	expect(lists.filter((name) => !(name! in methods.listSearch))).toEqual([]);
	expect(options.filter((name) => !(name! in methods.loadOptions))).toEqual([]);
	expect(lists.length + options.length).toBeGreaterThan(2);
});
