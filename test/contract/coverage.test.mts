/**
 * The contract and the package must not drift apart: every operation of the built node is called,
 * every endpoint is reached or excluded with a reason, requests match openapi.yaml, and the node
 * returns the response fields that are shown (interface.mts).
 */
import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';

import type { LoggedRequest } from '../../sandbox/service/client.mts';
import { loadPackage } from '../support/engine.mts';
import { isBroken, useService } from '../support/service.mts';
import { CALLS, CHOOSES, PAGE_SIZE } from './calls.mts';
import { contract, endpoints, jsonOf, normalized, resolved } from './contract.mts';
import { EXCLUDED } from './excluded.mts';
import { lacks } from './shapes.mts';

/** The operations of the built node, by resource and operation. */
let operations: Map<string, INodePropertyOptions>;
let properties: INodeProperties[];

beforeAll(async () => {
	const { type } = (await loadPackage()).getNode('caseManagement');
	({ properties } = NodeHelpers.getVersionedNodeType(type).description);
	operations = new Map(
		properties
			.filter(({ name }) => name === 'operation')
			.flatMap(({ displayOptions, options }) =>
				(options as INodePropertyOptions[]).map((option): [string, INodePropertyOptions] => [
					`${displayOptions?.show?.resource?.join()}.${option.value}`,
					option,
				]),
			),
	);
});

test('the calls below cover every operation of the node, and no other', () => {
	expect(Object.keys(CALLS).sort()).toEqual([...operations.keys()].sort());
});

test('every operation calls an endpoint of the contract', () => {
	const known = endpoints.map(({ written }) => normalized(written));
	for (const [topic, { routing }] of operations) {
		const { method, url } = routing?.request ?? {};
		const asked = normalized(`${method} ${url}`);
		expect({ topic, asked, known: known.includes(asked) }).toEqual({ topic, asked, known: true });
	}
});

test('if a parameter chooses the endpoint, each of its options is listed', () => {
	const known = endpoints.map(({ written }) => written);
	for (const { parameter, requests } of Object.values(CHOOSES)) {
		const { options } = properties.find(({ name }) => name === parameter)!;
		const values = (options as INodePropertyOptions[]).map(({ value }) => value);
		expect(Object.keys(requests).sort()).toEqual(values.sort());
		for (const request of Object.values(requests)) expect(known).toContain(request.split('?')[0]);
	}
});

test('each exclusion names an endpoint and gives a reason', () => {
	const known = endpoints.map(({ id }) => id);
	for (const [id, reason] of Object.entries(EXCLUDED)) {
		expect(known).toContain(id);
		expect(reason).toMatch(/\w+ \w+/);
	}
});

describe('all operations, run by the engine', () => {
	const service = useService();
	/** The requests and the output of each call. */
	const runs: Array<{
		topic: string;
		parameters: IDataObject;
		json: IDataObject[];
		error?: string;
		sent: LoggedRequest[];
	}> = [];
	let requests: LoggedRequest[];

	beforeAll(async () => {
		await service.handle.settings({ pageSize: PAGE_SIZE });
		for (const [topic, { calls }] of Object.entries(CALLS)) {
			const [resource, operation] = topic.split('.');
			for (const parameters of calls(service.fixtures)) {
				await service.handle.clearRequests();
				const { json, error } = await service.run({
					resource,
					operation,
					simplify: false,
					...parameters,
				});
				const sent = await service.requests();
				runs.push({ topic, parameters, json, error: error?.message, sent });
			}
		}
		requests = runs.flatMap(({ sent }) => sent);
	}, 120_000);

	/** The values with which a parameter of the contract was sent to an endpoint, by its name there. */
	const sentQuery = (id: string, name: string) =>
		requests
			.filter(({ operationId }) => operationId === id)
			.flatMap(({ query }) => [query[name] ?? []].flat());

	test('each succeeds and returns results', () => {
		const results = runs.map(({ topic, json, error }) => [topic, error, json.length > 0]);
		expect(results).toEqual(runs.map(({ topic }) => [topic, undefined, true]));
	});

	test('every request matches the contract', () => {
		expect(requests.filter(isBroken)).toEqual([]);
	});

	test('each sends what its routing says', () => {
		for (const { topic, parameters, sent } of runs) {
			const { request } = operations.get(topic)!.routing!;
			const { parameter, requests: chosen } = CHOOSES[topic] ?? {};
			const wanted =
				chosen === undefined
					? normalized(`${request!.method} ${request!.url}`)
					: chosen[String(parameters[parameter!])];
			// The last request: earlier ones read the form or the previous page.
			const { method, operationId, url } = sent.at(-1)!;
			const endpoint = endpoints.find(({ id }) => id === operationId)!.written;
			const asked = chosen === undefined ? normalized(endpoint) : `${method} ${url}`;
			expect([topic, asked]).toEqual([topic, wanted]);
		}
	});

	test('each endpoint is reached by an operation, or excluded with a reason', () => {
		const reached = new Set(requests.map(({ operationId }) => operationId!));
		const missing = endpoints.map(({ id }) => id).filter((id) => !reached.has(id));
		expect(missing.sort()).toEqual(Object.keys(EXCLUDED).sort());
	});

	test('each query parameter of the contract is sent, lists with several values', () => {
		for (const { id, parameters } of endpoints) {
			for (const { in: place, name, schema } of parameters) {
				if (place !== 'query' || id in EXCLUDED) continue;
				const values = new Set(sentQuery(id, name));
				const enough = values.size >= (resolved(schema).type === 'array' ? 2 : 1);
				expect({ id, name, enough }).toEqual({ id, name, enough: true });
			}
		}
		const statuses = new Set(sentQuery('listCases', 'status[]'));
		expect([...statuses].sort()).toEqual([...contract.components.schemas.CaseStatus.enum!].sort());
	});

	test('each body field of the contract is sent', () => {
		for (const { id, operation } of endpoints) {
			if (!operation.requestBody || id in EXCLUDED) continue;
			const bodies = requests.filter(({ operationId }) => operationId === id);
			const fields = new Set(bodies.flatMap(({ body }) => Object.keys(body as object)));
			const { properties: known } = resolved(jsonOf(operation.requestBody));
			expect([id, [...fields].sort()]).toEqual([id, Object.keys(known!).sort()]);
		}
	});

	test('a second page is requested with the cursor of the first and the same filters', () => {
		const { json, sent } = runs.find(({ topic }) => topic === 'case.getAll')!;
		expect(sent.length).toBe(Math.ceil(json.length / PAGE_SIZE));
		expect(sent.length).toBeGreaterThan(1);
		const [first, ...later] = sent.map(({ query }) => query);
		expect(first).not.toHaveProperty('cursor');
		expect(new Set(later.map(({ cursor }) => cursor)).size).toBe(later.length);
		expect(later.map((query) => ({ ...query, cursor: undefined }))).toEqual(later.map(() => first));
	});

	test('documented fields are returned with Simplify off', () => {
		for (const { topic, json } of runs) {
			const missing = json.flatMap((item, index) =>
				lacks(CALLS[topic].output, item, `${topic}, item ${index}: `),
			);
			expect(missing).toEqual([]);
		}
	});
});

describe('the check of the log', () => {
	const service = useService();
	const ask = async (path: string) => {
		const { token, organization } = service.fixtures;
		const headers = { authorization: token, 'x-organization': organization };
		await fetch(`${service.handle.url}${path}`, { headers });
	};

	test.each([
		'/process_templates/basic?scope=all',
		'/process_templates/nowhere',
		'/process_monitor/process_instances?status[]=unknown',
	])('detects that %s is not in the contract', async (path) => {
		await ask(path);
		expect((await service.requests()).filter(isBroken)).toHaveLength(1);
		// This is intended: the check after each test must not see it.
		await service.handle.clearRequests();
	});
});
