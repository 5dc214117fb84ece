import type { Json, NodeOutcome, Outcome } from './demo-run.mts';
import { say } from './say.mts';
import { askService, type ServiceAccess } from './service-facts.mts';

const longest = 320;

/** Checks the output of a demo node: undefined if it is correct, otherwise what is wrong. */
type Check = (items: Json[], uuid: unknown) => string | undefined;

/** One item with the response to a change of the case. */
function changed(word: string): Check {
	return ([item], uuid) => {
		if (item?.process_instance_uuid !== uuid) return `is not about the case ${uuid}`;
		if (!String(item?.message).toLowerCase().includes(word)) return `does not say "${word}"`;
		return undefined;
	};
}

const theCase: Check = ([item], uuid) =>
	item?.uuid === uuid ? undefined : `is not the case ${uuid}`;

const checks: Record<string, Check> = {
	'Create Case': (_, uuid) =>
		typeof uuid === 'string' && /^[0-9a-f-]{36}$/.test(uuid) ? undefined : 'gave no id of a case',
	'Get Many Cases': (items, uuid) => {
		if (items.length > 10) return 'gave more than its limit of 10';
		return items.some((item) => item.uuid === uuid) ? undefined : `does not list the case ${uuid}`;
	},
	'Only the New Case': (items, uuid) =>
		items.length === 1 ? theCase(items, uuid) : 'gave not exactly one item',
	'Pause Case': changed('paused'),
	'Get Case': (items, uuid) =>
		theCase(items, uuid) ??
		(items[0]?.status === 'paused' ? undefined : `has the status ${items[0]?.status}`),
	'Resume Case': changed('resumed'),
	'Get Documents': (items) => (items.length > 0 ? undefined : 'gave nothing'),
	'Stop Case': changed('stopped'),
	'Delete Case': (items, uuid) =>
		changed('deleted')(items, uuid) ?? (items[0]?.deleted === true ? undefined : 'is not deleted'),
};

/** One line of JSON, cut if it is too long to read. */
function compact(item: Json): string {
	const text = JSON.stringify(item);
	return text.length > longest ? `${text.slice(0, longest)}…` : text;
}

/** What is wrong with one node's result, if anything. */
function problem({ node, items, error }: NodeOutcome, uuid: unknown): string | undefined {
	return error ?? checks[node]?.(items, uuid);
}

/** Prints the output of each node; true if it is all the demo promises. */
export async function reportDemo(outcome: Outcome, access: ServiceAccess): Promise<boolean> {
	const { executionId, status, milliseconds, nodes } = outcome;
	const uuid = nodes.find(({ node }) => node === 'Create Case')?.items[0]?.process_instance_uuid;
	let good = true;
	say(`\nThe demo workflow in n8n (execution ${executionId}, ${milliseconds} ms):\n`);
	for (const result of nodes) {
		const wrong = problem(result, uuid);
		const count = `${result.items.length} item${result.items.length === 1 ? '' : 's'}`;
		say(`  ${wrong === undefined ? 'ok    ' : 'FAILED'} ${result.node.padEnd(18)} ${count}`);
		if (wrong !== undefined) say(`         ${result.error ? '' : 'It '}${wrong}`);
		if (result.items[0] && Object.keys(result.items[0]).length > 0) {
			say(`         ${compact(result.items[0])}`);
		}
		good &&= wrong === undefined;
	}

	const ran = new Set(nodes.map(({ node }) => node));
	const missing = Object.keys(checks).filter((node) => !ran.has(node));
	if (missing.length > 0) say(`\n  FAILED These nodes did not run: ${missing.join(', ')}.`);
	if (status !== 'success') say(`\n  FAILED The execution ended as "${status}": ${outcome.error}`);
	good &&= missing.length === 0 && status === 'success';
	if (good) {
		// The node reports it; check the service too.
		const answer = await askService(access, `/process_monitor/process_instances/${uuid}`);
		good = answer.status === 404;
		const told = `the service answers ${answer.status} for this case (${answer.body.message})`;
		say(`\n  ${good ? 'ok    ' : 'FAILED'} Asked directly, ${told}`);
	}
	return good;
}
