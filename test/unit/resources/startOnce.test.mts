/** Case > Create with If the Name Is Taken, through the real runner. */
import { create } from '../../../nodes/CaseManagement/resources/case/create.ts';
import type { Sent } from '../faking.mts';
import { runHook, runNode } from '../operation/running.mts';
import type { Ended, Setup } from '../operation/running.mts';
import { FakeCases } from '../fakeCases.mts';

let service: FakeCases;

beforeEach(() => {
	service = new FakeCases();
});

const RETURN = {
	templateId: 't',
	inputMode: 'json',
	elementsJson: '{}',
	ifNameTaken: 'return',
	lookBackDays: 0,
};

const setupOf = (labels: unknown[], given: object = {}): Setup => {
	const items = labels.map((_label, n) => ({ json: { n } }));
	return {
		items,
		executeData: { data: { main: [items] } },
		parameters: (index) => ({ ...RETURN, label: labels[index], ...given }),
		reply: service.reply,
	};
};

const run = async (labels: unknown[], given: object = {}, more: Partial<Setup> = {}) =>
	await runNode(create, { ...setupOf(labels, given), ...more });

const created = ({ output, error }: Ended) => {
	if (error !== undefined) throw error;
	return output.map(({ json }) => [json.uuid, json.created]);
};

const starts = () => service.sent('POST').length;

/** The answers to the next starts; a start that is not named is done. */
function answerStarts(...answers: Array<'done' | 'lost' | 'refused' | 'reset'>): void {
	service.fault = (request: Sent) => {
		if (request.method !== 'POST') return undefined;
		const answer = answers.shift() ?? 'done';
		if (answer === 'lost') service.start(request);
		if (answer === 'refused') return { status: 422, body: { message: 'Not so.' } };
		return answer === 'done' ? undefined : { code: 'ECONNRESET' };
	};
}

test('without it nothing is looked for, and the output is what it was', async () => {
	service.add('One');
	const { output } = await run(['One', 'One'], { ifNameTaken: 'create' });
	expect(service.log).toEqual(['POST /process_instances', 'POST /process_instances']);
	const uuid = service.cases[1]!.uuid;
	expect(output[0]!.json).toEqual({ message: 'Launched.', process_instance_uuid: uuid, uuid });
});

test.each([
	['n8n’s own function', runNode],
	['the routing hook of tools', runHook],
])('return, through %s: the one that is there, or a new one', async (_way, by) => {
	const there = service.add('Bu\u0308ro', { status: 'paused' });
	service.add('b\u00fcro');
	service.add('Other', { process_template: { uuid: 'u' } });
	service.add('Done', { status: 'completed' });
	const given = await by(create, setupOf([' B\u00fcro']));
	expect(given.output[0]!.json).toEqual({
		message: 'A case of this name is there already; nothing was started.',
		process_instance_uuid: there.uuid,
		uuid: there.uuid,
		created: false,
	});
	expect(starts()).toBe(0);
	for (const label of ['Other', 'Done', 'New']) {
		const { output } = await by(create, setupOf([label]));
		const { uuid } = service.cases.at(-1)!;
		expect(output[0]!.json).toEqual({
			message: 'Launched.',
			process_instance_uuid: uuid,
			uuid,
			created: true,
		});
		const second = await by(create, setupOf([label]));
		expect(created(second)).toEqual([[uuid, false]]);
	}
	expect(starts()).toBe(3);
});

test('error: a case that is there is named, and nothing is started for any item', async () => {
	service.add('One', { sequential_id: 62, created_at: '2026-01-31 10:00:00 UTC' });
	const { error, sent } = await run(['New', 'One'], { ifNameTaken: 'error' });
	expect(error!.message).toBe(
		'The template has a case with the name "One" already: #62, running, started 2026-01-31T10:00:00.000Z (Case: Create, item 1)',
	);
	expect(error!.description).toMatch('Nothing was started for this item. Enter another name');
	expect(sent).toHaveLength(1);
	expect(created(await run(['New'], { ifNameTaken: 'error' }))).toEqual([
		[service.cases[1]!.uuid, true],
	]);
});

test('error: two input items of one name are refused before anything is started', async () => {
	const { error } = await run(['One', 'Two', 'One '], { ifNameTaken: 'error' });
	expect(error!.message).toMatch('already: input item 0 has it too (Case: Create, item 2)');
	expect(starts()).toBe(0);
});

test.each(['error', 'return'])('%s: a blank name is refused, and nothing is sent', async (mode) => {
	for (const label of ['', ' ', null]) {
		const { error, sent } = await run(['One', label], { ifNameTaken: mode });
		expect(error!.message).toMatch('"Case Name" is empty, so that there is nothing to look for');
		expect(sent).toEqual([]);
	}
});

test('two input items of one name are one case, also if they are in flight at once', async () => {
	const labels = Array.from({ length: 40 }, (_unused, n) => `Case ${n % 4}`);
	const results = created(await run(labels));
	expect(starts()).toBe(4);
	expect(service.sent('GET')).toHaveLength(1);
	for (const [index, [uuid, isNew]] of results.entries()) {
		expect(uuid).toBe(results[index % 4]![0]);
		expect(isNew).toBe(index < 4);
	}
});

test('the same name in two templates is two cases, and a list is read for each', async () => {
	const { output } = await run(
		['One', 'One'],
		{},
		{
			parameters: (index) => ({ ...RETURN, label: 'One', templateId: index === 0 ? 't' : 'u' }),
		},
	);
	expect(output.map(({ json }) => json.created)).toEqual([true, true]);
	expect(service.sent('GET')).toHaveLength(2);
});

describe('look back', () => {
	test('completed cases that were created in the last days count as well', async () => {
		const old = service.add('Old', { status: 'completed', daysAgo: 40 });
		const young = service.add('Young', { status: 'completed', daysAgo: 5 });
		expect(created(await run(['Young'], { lookBackDays: 30 }))).toEqual([[young.uuid, false]]);
		expect(service.sent('GET')).toHaveLength(2);
		expect(created(await run(['Old'], { lookBackDays: 41 }))).toEqual([[old.uuid, false]]);
		for (const [label, lookBackDays] of [
			['Old', 30],
			['Young', 0],
		] as const) {
			expect(created(await run([label], { lookBackDays }))[0]![1]).toBe(true);
		}
	});

	test('a service that does not filter changes nothing', async () => {
		service.filters = false;
		service.add('Old', { status: 'completed', daysAgo: 40 });
		expect(created(await run(['Old'], { lookBackDays: 30 }))[0]![1]).toBe(true);
	});

	test('an open case comes before a completed one, and of several the first', async () => {
		service.add('One', { status: 'completed', daysAgo: 9 });
		service.add('One', { daysAgo: 1 });
		const first = service.add('One', { daysAgo: 5 });
		expect(created(await run(['One'], { lookBackDays: 30 }))).toEqual([[first.uuid, false]]);
	});
});

test.each(['stopWorkflow', 'continueRegularOutput'] as const)(
	'a list that cannot be read starts nothing (%s)',
	async (mode) => {
		service.fault = ({ method }) => (method === 'GET' ? { status: 500 } : undefined);
		await run(['One', 'Two'], {}, { mode });
		expect(starts()).toBe(0);
	},
);

test('more cases than can be looked through: nothing is started', async () => {
	service.pageSize = 10_000;
	for (let n = 0; n <= 20_000; n += 1) service.add(`Case ${n}`);
	const { error } = await run(['New']);
	expect(error!.message).toMatch('more than 20,000 cases');
	expect(error!.description).toMatch('Nothing was started');
	expect(starts()).toBe(0);
});

test('a case whose ID cannot be sent is not given', async () => {
	service.add('One', { uuid: 'a/b' });
	const { error } = await run(['One']);
	expect(error!.message).toMatch('is not an ID');
	expect(starts()).toBe(0);
});

describe('a start whose answer was lost', () => {
	test('says that running it again looks by itself, in this mode only', async () => {
		answerStarts('lost', 'lost');
		const { error } = await run(['One']);
		expect(error!.description).toMatch(
			/look before you try again.* Running it again does that by itself/,
		);
		const strict = await run(['Two'], { ifNameTaken: 'error' });
		expect(strict.error!.description).not.toMatch('by itself');
	});

	test('is looked for by Retry On Fail, and found: created by this execution', async () => {
		answerStarts('lost');
		const setup = setupOf(['One', 'One']);
		expect((await runNode(create, setup)).error!.message).toMatch('Case: Create, item');
		const ended = await runNode(create, setup);
		const { uuid } = service.cases[0]!;
		expect(created(ended)).toEqual([
			[uuid, true],
			[uuid, false],
		]);
		expect(ended.output[0]!.json.message).toMatch('its response was lost');
		expect(starts()).toBe(1);
	});

	test('is looked for by Retry On Fail, not found, and sent again', async () => {
		answerStarts('reset');
		const setup = setupOf(['One']);
		expect((await runNode(create, setup)).error).toBeDefined();
		expect(created(await runNode(create, setup))).toEqual([[service.cases[0]!.uuid, true]]);
		expect(service.cases).toHaveLength(1);
	});

	test('stays in doubt while the list cannot be read, and is then looked for all the same', async () => {
		answerStarts('lost');
		const setup = setupOf(['One']);
		await runNode(create, setup);
		const { fault } = service;
		service.fault = () => ({ status: 500, body: { message: 'Broken.' } });
		const { error } = await runNode(create, setup);
		expect(error!.message).toMatch('Broken');
		expect(error!.description).toMatch('The case may have been created');
		service.fault = fault;
		expect(created(await runNode(create, setup))).toEqual([[service.cases[0]!.uuid, true]]);
		expect(starts()).toBe(1);
	});

	test('keeps others of its name from being sent, which say so', async () => {
		answerStarts('reset');
		const { output } = await run(['One', 'One'], {}, { mode: 'continueRegularOutput' });
		expect(starts()).toBe(1);
		expect((output[1]!.json.details as { whatToDo: string }).whatToDo).toMatch(
			'Nothing was sent for this item: input item 0 has the same name',
		);
	});

	test('with Fail it is never sent again', async () => {
		answerStarts('reset');
		const setup = setupOf(['One'], { ifNameTaken: 'error' });
		await runNode(create, setup);
		const { error } = await runNode(create, setup);
		expect(error!.description).toMatch('may have been created');
		expect(starts()).toBe(1);
	});

	test('as a tool an exception lets n8n try again, which looks first', async () => {
		answerStarts('lost');
		expect((await runHook(create, setupOf(['One']))).error).toBeDefined();
		expect(created(await runHook(create, setupOf(['One'])))).toEqual([
			[service.cases[0]!.uuid, false],
		]);
		expect(starts()).toBe(1);
		// Without a look before, an item says it instead, so that n8n does not try again.
		answerStarts('lost');
		const { error, output } = await runHook(create, setupOf(['Two'], { ifNameTaken: 'error' }));
		expect(error).toBeUndefined();
		expect(output[0]!.json.error).toBeDefined();
	});
});

test('a start that is refused leaves the name to the next item', async () => {
	answerStarts('refused');
	const { output } = await run(['One', 'One'], {}, { mode: 'continueRegularOutput' });
	expect(output[0]!.json.error).toMatch('Not so (HTTP 422');
	expect(output[1]!.json).toMatchObject({ uuid: service.cases[0]!.uuid, created: true });
});

test('in stop mode a refused start keeps the next item of its name from being sent', async () => {
	answerStarts('refused');
	const { error } = await run(['One', 'One']);
	expect(error!.message).toMatch('Not so (HTTP 422, Case: Create, item 0)');
	expect(starts()).toBe(1);
});

test('what an attempt has started is known to the next, before any list shows it', async () => {
	answerStarts('done', 'refused');
	const setup = setupOf(['One', 'Two']);
	await runNode(create, setup);
	// A list that lags behind.
	service.cases.length = 0;
	const [first] = created(await runNode(create, setup));
	expect(first![1]).toBe(true);
	const third = setupOf(['Three', 'Four', 'Three']);
	answerStarts('done', 'reset');
	await runNode(create, { ...third, mode: 'continueRegularOutput' });
	service.cases.length = 0;
	service.fault = () => undefined;
	await runNode(create, { ...third, mode: 'continueRegularOutput' });
	expect(service.cases.map(({ name }) => name)).toEqual(['Four']);
});
