/**
 * An invalid ID never reaches the service: each operation, each of its identifiers, each bad value,
 * each mode of On Error. The operations are those of the built node.
 */
import { NodeHelpers } from 'n8n-workflow';
import type { INodeParameters } from 'n8n-workflow';

import { IDENTIFIERS } from '../../nodes/CaseManagement/model/identifiers.ts';
import type { IdentifierName } from '../../nodes/CaseManagement/model/identifiers.ts';
import { CALLS } from '../contract/calls.mts';
import { loadPackage, runNode } from '../support/engine.mts';
import { useService } from '../support/service.mts';

const service = useService();

const NO_ID = ['', '   ', null, '.', '..', '%2e%2e', 7, { id: 1 }];
const NO_SEGMENT = ['a/b', 'a?x=1', 'a#b', 'https://x.example/y'];

/**
 * A Signal ID is a name chosen by people, so it may contain characters that would end a segment.
 */
const badValues = (parameter: IdentifierName): unknown[] =>
	IDENTIFIERS[parameter].isName ? NO_ID : [...NO_ID, ...NO_SEGMENT];

/** Each operation with the identifiers that its panel shows. */
async function operations(): Promise<Array<[topic: string, parameters: IdentifierName[]]>> {
	const { type } = (await loadPackage()).getNode('caseManagement');
	const { properties } = NodeHelpers.getVersionedNodeType(type).description;
	return Object.keys(CALLS).map((topic) => {
		const [resource, operation] = topic.split('.');
		const shown = properties.filter(
			({ displayOptions }) =>
				displayOptions?.show?.resource?.includes(resource!) &&
				displayOptions.show.operation?.includes(operation!),
		);
		const names = shown.map(({ name }) => name).filter((name) => name in IDENTIFIERS);
		return [topic, names as IdentifierName[]];
	});
}

async function run(
	topic: string,
	parameter: IdentifierName,
	values: unknown[],
	onError?: 'continueErrorOutput' | 'continueRegularOutput',
) {
	const [resource, operation] = topic.split('.');
	const [call] = CALLS[topic]!.calls(service.fixtures);
	await service.handle.clearRequests();
	return await runNode({
		credential: service.credential(),
		parameters: {
			resource: resource!,
			operation: operation!,
			...call,
			[parameter]:
				parameter === 'definitionElementId'
					? '={{ $json.id }}'
					: { __rl: true, mode: 'id', value: '={{ $json.id }}' },
		} as INodeParameters,
		items: values.map((id, index) => ({ id, name: `input ${index}` })) as never,
		settings: { onError },
		probe: "={{ $('Before').item.json.name }}",
	});
}

const named = (parameter: IdentifierName) => `"${IDENTIFIERS[parameter].label}" (${parameter})`;

/** Runs a check for every operation and each of its identifiers. */
async function forEach(check: (topic: string, parameter: IdentifierName) => Promise<void>) {
	let checks = 0;
	for (const [topic, parameters] of await operations()) {
		for (const parameter of parameters) {
			await check(topic, parameter);
			checks += 1;
		}
	}
	expect(checks).toBeGreaterThanOrEqual(20);
}

test('every path parameter of every endpoint is one of the identifiers', async () => {
	const { type } = (await loadPackage()).getNode('caseManagement');
	const { properties } = NodeHelpers.getVersionedNodeType(type).description;
	const urls = JSON.stringify(properties.filter(({ name }) => name === 'operation'));
	const names = [...urls.matchAll(/:([a-z]+Id)\b/gi)].map(([, name]) => name);
	expect(names.length).toBeGreaterThan(10);
	for (const name of names) expect(Object.keys(IDENTIFIERS)).toContain(name);
});

test('in stop mode each bad value ends the node, and nothing is sent', async () => {
	await forEach(async (topic, parameter) => {
		for (const bad of badValues(parameter)) {
			const { error, json } = await run(topic, parameter, [bad]);
			expect([topic, error?.message]).toEqual([
				topic,
				expect.stringContaining(named(parameter)) as string,
			]);
			expect(error!.message).toContain('item 0');
			expect(error!.description).toBeTruthy();
			expect(json).toEqual([]);
			expect(await service.requests()).toEqual([]);
		}
	});
}, 240_000);

test('in stop mode one bad ID among good ones prevents all requests', async () => {
	await forEach(async (topic, parameter) => {
		const good = service.fixtures.waitingCase;
		const { error } = await run(topic, parameter, [good, good, '..', good]);
		expect([topic, error?.message]).toEqual([topic, expect.stringContaining('item 2') as string]);
		expect(await service.requests()).toEqual([]);
	});
});

test('on the regular output, each bad value is an error item', async () => {
	await forEach(async (topic, parameter) => {
		const bad = badValues(parameter);
		const { error, json, items } = await run(topic, parameter, bad, 'continueRegularOutput');
		expect(error).toBeUndefined();
		expect([topic, json.length]).toEqual([topic, bad.length]);
		for (const [index, entry] of json.entries()) {
			expect(entry.error).toContain(named(parameter));
			expect(entry.error).toContain(`item ${index}`);
			expect(entry.details).toMatchObject({ itemIndex: index, input: { name: `input ${index}` } });
			expect(items[index]!.pairedItem).toEqual({ item: index });
		}
		expect(await service.requests()).toEqual([]);
	});
});

test('on the error output, each bad value is an error item', async () => {
	await forEach(async (topic, parameter) => {
		const bad = badValues(parameter);
		const found = await run(topic, parameter, bad, 'continueErrorOutput');
		expect(found.items).toEqual([]);
		expect([topic, found.errors.length]).toEqual([topic, bad.length]);
		expect(found.errors[3]!.json).toMatchObject({
			name: 'input 3',
			error: expect.stringContaining(named(parameter)) as string,
		});
		expect(found.probedErrors).toEqual(bad.map((_bad, index) => `input ${index}`));
		expect(await service.requests()).toEqual([]);
	});
});

test('the ID of an expression without a result counts as empty', async () => {
	await service.handle.clearRequests();
	const { error } = await runNode({
		credential: service.credential(),
		parameters: { resource: 'case', operation: 'delete', caseId: '={{ $json.nothing.here }}' },
	});
	expect(error!.message).toContain('"Case" (caseId) is empty');
	expect(await service.requests()).toEqual([]);
});

test.each(['Zürich 1', 'a b', '50%', 'a&b=c+d;e', 'x:y'])(
	'the ID %j arrives unchanged',
	async (id) => {
		const { error } = await runNode({
			credential: service.credential(),
			parameters: { resource: 'case', operation: 'get', caseId: id },
		});
		expect(error!.message).toContain('HTTP 404');
		const [request] = await service.requests();
		expect(decodeURIComponent(request!.url.split('/').at(-1)!)).toBe(id);
	},
);
