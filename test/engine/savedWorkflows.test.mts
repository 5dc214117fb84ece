/**
 * Workflows saved with a release run unchanged with the current package: the same requests, and
 * items with all their fields. `test/saved/README.md` says how to add a release.
 */
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { LoggedRequest } from '../../sandbox/service/client.mts';
import {
	loaded,
	RELEASES,
	runSaved,
	Stage,
	storedWorkflow,
	workflowsOf,
} from '../support/saved.mts';
import type { ExpectedNode, NodeOutcome, SentRequest } from '../support/saved.mts';
import { isBroken, useService } from '../support/service.mts';
import { PublishedTrigger, TRIGGER_TYPE } from '../support/trigger.mts';

const bench = useService();

const isTriggered = (release: string, name: string): boolean =>
	storedWorkflow(release, name).nodes.some(({ type }) => type === TRIGGER_TYPE);

const all = RELEASES.flatMap((release) =>
	workflowsOf(release).map((name): [string, string] => [release, name]),
);

const DAY = 24 * 3_600_000;
const INSTANT = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/;

/** `created_before=2026-01-31T10:11:12.000Z` as `created_before=<daysAgo.30>`, if it is that. */
function inDays(part: string): string {
	const age = (Date.now() - Date.parse(INSTANT.exec(part)?.[0] ?? '')) / DAY;
	const isWhole = age > 0.5 && Math.abs(age - Math.round(age)) < 0.01;
	return isWhole ? part.replace(INSTANT, `<daysAgo.${Math.round(age)}>`) : part;
}

/** Neither the order of query parameters nor that of parallel requests is guaranteed. */
function inOrder(requests: SentRequest[]): Array<{ request: string; body: unknown }> {
	return requests
		.map((one) => {
			const [request, body = null] = typeof one === 'string' ? [one] : one;
			const [path = '', query] = request.split(/\?(.*)/s);
			const parts = query?.split('&').map(inDays).sort();
			return { request: [path, ...(parts ? [parts.join('&')] : [])].join('?'), body };
		})
		.sort((left, right) => left.request.localeCompare(right.request));
}

const asSent = ({ method, url, body }: LoggedRequest): SentRequest => [
	`${method} ${decodeURIComponent(url)}`,
	body,
];

/** `<any>` matches any value. */
const orAnything = (value: unknown): unknown => {
	if (value === '<any>') return expect.anything();
	if (typeof value !== 'object' || value === null) return value;
	if (Array.isArray(value)) return value.map(orAnything);
	return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, orAnything(part)]));
};

function expectItems(actual: INodeExecutionData[], expected: IDataObject[], count?: number): void {
	expect(actual).toHaveLength(count ?? expected.length);
	const json = actual.map((item) => item.json).slice(0, expected.length);
	expect(json).toMatchObject(orAnything(expected) as object[]);
}

function expectOutcome(outcome: NodeOutcome, expected: ExpectedNode): void {
	const { requests, items, errors } = outcome;
	expect(inOrder(requests.map(asSent))).toEqual(inOrder(expected.requests));
	// Other array formats than brackets are not in the contract.
	expect(requests.filter((one) => one.unknownQuery === undefined && isBroken(one))).toEqual([]);
	expectItems(items, expected.items, expected.count);
	expectItems(errors, expected.errors ?? []);
	for (const { pairedItem } of [...items, ...errors]) expect(pairedItem).toEqual({ item: 0 });
}

/** The compared values, with the name of the node in the message. */
async function each(names: string[], check: (name: string) => Promise<void> | void): Promise<void> {
	for (const name of names) {
		try {
			await check(name);
		} catch (error) {
			(error as Error).message = `In the node "${name}": ${(error as Error).message}`;
			throw error;
		}
	}
}

test.each(all.filter(([release, name]) => !isTriggered(release, name)))(
	'saved with %s: %s runs as before',
	async (release, name) => {
		const stage = await Stage.set(bench, release, name);
		const outcomes = await runSaved(bench, stage);
		stage.known.given = Object.fromEntries(
			Object.entries(outcomes).map(([node, { items }]) => [node, items[0]?.json]),
		);
		const { nodes } = stage.expected;
		expect(Object.keys(outcomes)).toEqual(Object.keys(nodes));
		await each(Object.keys(nodes), (node) => expectOutcome(outcomes[node]!, nodes[node]!));
		// These were checked node by node.
		await bench.handle.clearRequests();
	},
);

test.each(all.filter(([release, name]) => isTriggered(release, name)))(
	'saved with %s: %s report the same events',
	async (release, name) => {
		const stage = await Stage.set(bench, release, name);
		const triggers = new Map(
			Object.values((await loaded(stage.workflow)).nodes).map((node) => [
				node.name,
				new PublishedTrigger(bench.credential(), node.parameters),
			]),
		);
		const poll = async (node: string) => await triggers.get(node)!.poll();
		await each([...triggers.keys()], async (node) => expect(await poll(node)).toEqual([]));
		await stage.letHappen();
		const { nodes } = stage.expected;
		expect([...triggers.keys()]).toEqual(Object.keys(nodes));
		await each(Object.keys(nodes), async (node) => {
			// A deleted case is reported once two polls in a row have not found it.
			const items = [...(await poll(node)), ...(await poll(node))];
			expectItems(items, nodes[node]!.items);
			expect(await poll(node)).toEqual([]);
		});
		const odd = (await bench.requests()).filter((one) => one.unknownQuery === undefined);
		expect(odd.filter(isBroken)).toEqual([]);
		await bench.handle.clearRequests();
	},
);
