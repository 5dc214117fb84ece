/**
 * What the panel shows in the editor: exactly the fields of each operation, even on a node that
 * version 0.1.0 saved with another operation.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';

import { PANELS } from '../../support/panels.mts';
import { useEditor } from '../support/bench.mts';
import type { Bench } from '../support/bench.mts';
import type { Panel } from '../support/editor.mts';
import { caseManagement, major, NODE } from '../support/realN8n.mts';
import type { Json } from '../support/realN8n.mts';

/** Parameters that version 0.1.0 stored but did not show. */
const HIDDEN_CONSTANTS = { picksTemplate: true, picksCase: true, simplifies: true };

/**
 * Picked on the freshly imported node, whatever its operation: where a foreign field would do the
 * most harm. The others are picked one after another, starting with a different one each time.
 */
const DIRECT = new Set(['case bulkAction', 'signal trigger']);

/**
 * For a node saved with one of these, every other operation is picked. On n8n 1.x, whose panels use
 * the same description, one per resource is enough, since all of them take minutes; the others are
 * checked as imported.
 */
const PICKED_FROM = new Set(['case bulkAction', 'signal trigger', 'template update']);

/** Picks every operation on the freshly imported node: takes more than ten minutes. */
const EVERY_PAIR = process.env.EVERY_PAIR === '1';

interface Property {
	name: string;
	displayName: string;
	type: string;
	default: unknown;
	displayOptions?: { show?: Record<string, unknown[]>; hide?: Record<string, unknown[]> };
	options?: Array<{ name: string; value: string }>;
}

const bench = useEditor('panels', prepare);
/** As n8n passes them to the editor. */
let properties: Property[];
let identifiers: Record<string, Json>;
let workflowId: string;

/** Imports a workflow with one node for each operation, and opens it. */
async function prepare({ n8n, editor, fixtures }: Bench): Promise<void> {
	const types = await n8n.api.must<Array<{ properties: Property[] }>>('POST', '/node-types', {
		nodeInfos: [{ name: NODE, version: 1 }],
	});
	properties = types[0]!.properties;
	const { templates, waitingCase, signals } = fixtures;
	const byId = (value: string): Json => ({ __rl: true, mode: 'id', value });
	identifiers = {
		templateId: byId(templates.purchaseApproval),
		caseId: byId(waitingCase),
		signalId: byId(signals.purchaseApproval),
	};
	const nodes = PANELS.map(([resource, operation], at) => ({
		...caseManagement(saved(resource, operation), `${resource} ${operation}`),
		id: `b0000000-0000-4000-8000-${String(at).padStart(12, '0')}`,
		position: [(at % 5) * 240, Math.floor(at / 5) * 200],
	}));
	({ id: workflowId } = await n8n.add({
		name: 'One node for each operation',
		nodes,
		connections: {},
		settings: { executionOrder: 'v1' },
	}));
	await editor.openWorkflow(workflowId);
}

const belongs = ({ displayOptions }: Property, resource: string, operation: string): boolean =>
	displayOptions?.show?.resource?.includes(resource) === true &&
	displayOptions.show.operation?.includes(operation) === true;

/** The parameters of a node saved with an operation, each one set. */
function saved(resource: string, operation: string): Json {
	const own = properties.filter(
		(property) => property.type !== 'notice' && belongs(property, resource, operation),
	);
	const values = own.map(({ name, type, default: fallback }) => [
		name,
		identifiers[name] ?? (type === 'string' ? 'set' : fallback),
	]);
	return { ...HIDDEN_CONSTANTS, resource, operation, ...Object.fromEntries(values) };
}

/** What a person should see of an operation. */
function expected([resource, operation, parameters]: (typeof PANELS)[number]): string[] {
	return parameters.split(' ').map((name) => {
		const one = properties.find(
			(property) => property.name === name && belongs(property, resource, operation),
		);
		assert.ok(one, `${resource} ${operation} has no ${name}`);
		return one.type === 'resourceMapper' ? '(form)' : one.displayName;
	});
}

/** Notices that an operation may show. */
const noticesOf = ([resource, operation]: (typeof PANELS)[number]): number =>
	properties.filter(
		(property) => property.type === 'notice' && belongs(property, resource, operation),
	).length;

const nameOf = (property: string, value: string, resource?: string): string => {
	const option = properties
		.filter(
			({ name, displayOptions }) =>
				name === property &&
				(resource === undefined || displayOptions?.show?.resource?.includes(resource)),
		)
		.flatMap(({ options }) => options ?? [])
		.find((one) => one.value === value);
	assert.ok(option, `${property} has no ${value}`);
	return option.name;
};

/** The other operations in circular order, starting after the given one. */
function othersThan(origin: (typeof PANELS)[number]): typeof PANELS {
	const at = PANELS.indexOf(origin);
	return [...PANELS.slice(at + 1), ...PANELS.slice(0, at)];
}

/** Waits until the panel shows an operation correctly; returns what it shows if it does not. */
async function wrong(target: (typeof PANELS)[number]): Promise<string[] | undefined> {
	const fields = expected(target);
	const right = (panel: Panel): boolean =>
		isDeepStrictEqual(panel.fields, fields) && panel.notices.length <= noticesOf(target);
	const panel = await bench.editor.panelOnce(right);
	return right(panel) ? undefined : [...panel.fields, ...panel.notices];
}

test('the table contains every operation that n8n offers', () => {
	const offered = properties
		.filter(({ name }) => name === 'operation')
		.flatMap(({ displayOptions, options = [] }) =>
			options.map(({ value }) => `${String(displayOptions?.show?.resource)} ${value}`),
		);
	const table = PANELS.map(([resource, operation]) => `${resource} ${operation}`);
	assert.deepEqual(table.sort(), offered.sort());
});

for (const origin of PANELS) {
	const [resource, operation] = origin;
	const node = `${resource} ${operation}`;

	test(`saved with ${node}: each operation that is picked shows its own fields`, async () => {
		const { editor } = bench;
		const faults: Record<string, string[]> = {};
		const look = async (what: string, target: (typeof PANELS)[number]): Promise<void> => {
			const shown = await wrong(target);
			if (shown !== undefined) faults[what] = shown;
		};
		await editor.openNode(node);
		await look('as it was imported', origin);
		let current = resource;
		const others = major === '1' && !PICKED_FROM.has(node) ? [] : othersThan(origin);
		for (const [at, target] of others.entries()) {
			const [other, picked] = target;
			if (at > 0 && (EVERY_PAIR || DIRECT.has(`${other} ${picked}`))) {
				await editor.closeNode();
				await editor.putBack(workflowId, node, saved(resource, operation));
				await editor.openNode(node);
				current = resource;
			}
			if (other !== current) {
				await editor.chooseFast('resource', nameOf('resource', other));
				// On a busy machine the list of operations may still be that of the other resource.
				await editor.until(`${node} is about a ${other}`, async () => {
					const { resource: stored = 'case' } = await editor.parametersOf(workflowId, node);
					return stored === other;
				});
				await editor.frames(2);
			}
			current = other;
			await editor.chooseFast('operation', nameOf('operation', picked, other));
			await look(`${other} ${picked}`, target);
		}
		await editor.closeNode();
		assert.deepEqual(faults, {});
	});
}
