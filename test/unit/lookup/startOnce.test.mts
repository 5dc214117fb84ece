/** Case > Create with If the Name Is Taken, through the real runner. */
import { createCase } from '../../../nodes/CaseManagement/resources/case/create.ts';
import type { Sent } from '../faking.mts';
import { runHook, runNode } from '../execution/running.mts';
import type { Ended, Setup } from '../execution/running.mts';
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
	await runNode(createCase, { ...setupOf(labels, given), ...more });

const created = ({ output, error }: Ended) => {
	if (error !== undefined) throw error;
	return output.map(({ json }) => [json.uuid, json.created]);
};

const starts = () => service.sent('POST').length;

/** The responses to the next starts; a start that is not named succeeds. */
function answerStarts(...answers: Array<'done' | 'lost' | 'refused' | 'reset'>): void {
	service.fault = (request: Sent) => {
		if (request.method !== 'POST') return undefined;
		const answer = answers.shift() ?? 'done';
		if (answer === 'lost') service.start(request);
		if (answer === 'refused') return { status: 422, body: { message: 'Not so.' } };
		return answer === 'done' ? undefined : { code: 'ECONNRESET' };
	};
}

test('when it is off nothing is searched, and the output is unchanged', async () => {
	service.add('One');
	const { output } = await run(['One', 'One'], { ifNameTaken: 'create' });
	expect(service.log).toEqual(['POST /process_instances', 'POST /process_instances']);
	const uuid = service.cases[1]!.uuid;
	expect(output[0]!.json).toEqual({ message: 'Launched.', process_instance_uuid: uuid, uuid });
});

test.each([
	['n8n’s own function', runNode],
	['the routing hook of tools', runHook],
])('return, through %s: the existing case or a new one', async (_way, by) => {
	const there = service.add('Bu\u0308ro', { status: 'paused' });
	service.add('b\u00fcro');
	service.add('Other', { process_template: { uuid: 'u' } });
	service.add('Done', { status: 'completed' });
	const given = await by(createCase, setupOf([' B\u00fcro']));
	expect(given.output[0]!.json).toEqual({
		message: 'A case with this name already exists; nothing was started.',
		process_instance_uuid: there.uuid,
		uuid: there.uuid,
		created: false,
	});
	expect(starts()).toBe(0);
	for (const label of ['Other', 'Done', 'New']) {
		const { output } = await by(createCase, setupOf([label]));
		const { uuid } = service.cases.at(-1)!;
		expect(output[0]!.json).toEqual({
			message: 'Launched.',
			process_instance_uuid: uuid,
			uuid,
			created: true,
		});
		const second = await by(createCase, setupOf([label]));
		expect(created(second)).toEqual([[uuid, false]]);
	}
	expect(starts()).toBe(3);
});

test('error: the existing case is named, and no case is started for any item', async () => {
	service.add('One', { sequential_id: 62, created_at: '2026-01-31 10:00:00 UTC' });
	const { error, sent } = await run(['New', 'One'], { ifNameTaken: 'error' });
	expect(error!.message).toBe(
		'The template has a case with the name "One" already: #62 (running, started 2026-01-31T10:00:00.000Z) (Case: Create, item 1)',
	);
	expect(error!.description).toMatch('Nothing was started for this item. Enter another name');
	expect(sent).toHaveLength(1);
	expect(created(await run(['New'], { ifNameTaken: 'error' }))).toEqual([
		[service.cases[1]!.uuid, true],
	]);
});

test('error: two input items with the same name are refused before anything is started', async () => {
	const { error } = await run(['One', 'Two', 'One '], { ifNameTaken: 'error' });
	expect(error!.message).toBe('Input item 0 has the same name: "One" (Case: Create, item 2)');
	expect(error!.description).toMatch('Nothing was started for this item');
	expect(starts()).toBe(0);
});

test.each([undefined, null, '', ' ', {}, ['One']])(
	'a list in which every name is %p does not say that a name is free',
	async (name) => {
		for (const status of ['running', 'paused']) service.add('x', { status, name });
		for (const ifNameTaken of ['return', 'error']) {
			const { error } = await run(['One'], { ifNameTaken });
			expect(error!.message).toMatch('has a readable name, so it is unclear');
			expect(error!.message).toMatch('the name "One" is taken');
		}
		expect(starts()).toBe(0);
		service.add('Two');
		expect(created(await run(['One', 'Two']))).toEqual([
			[service.cases[3]!.uuid, true],
			[service.cases[2]!.uuid, false],
		]);
	},
);

test.each(['error', 'return'])(
	'%s: a blank name is refused before anything is sent',
	async (mode) => {
		for (const label of ['', ' ', null, '\u200b', 'undefined', 'null', 'NaN', '[object Object]']) {
			const { error, sent } = await run(['One', label], { ifNameTaken: mode });
			expect(error!.message).toMatch('"Case Name" is empty, so there is no name to look for');
			expect(sent).toEqual([]);
		}
	},
);

test('two input items with the same name share one case, even if both are in flight', async () => {
	const labels = Array.from({ length: 40 }, (_unused, n) => `Case ${n % 4}`);
	const results = created(await run(labels));
	expect(starts()).toBe(4);
	expect(service.sent('GET')).toHaveLength(1);
	for (const [index, [uuid, isNew]] of results.entries()) {
		expect(uuid).toBe(results[index % 4]![0]);
		expect(isNew).toBe(index < 4);
	}
});

test('the same name in two templates means two cases, and one list is read for each', async () => {
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

describe('looking back', () => {
	test('cases completed since then, created in the last days, count as well', async () => {
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

	test('a service that ignores filters gets the same result', async () => {
		service.filters = false;
		service.add('Old', { status: 'completed', daysAgo: 40 });
		expect(created(await run(['Old'], { lookBackDays: 30 }))[0]![1]).toBe(true);
	});

	test('an open case takes precedence over a completed one; of several the first does', async () => {
		service.add('One', { status: 'completed', daysAgo: 9 });
		service.add('One', { daysAgo: 1 });
		const first = service.add('One', { daysAgo: 5 });
		expect(created(await run(['One'], { lookBackDays: 30 }))).toEqual([[first.uuid, false]]);
	});
});

test.each(['stopWorkflow', 'continueRegularOutput'] as const)(
	'an unreadable list prevents the start (%s)',
	async (mode) => {
		service.fault = ({ method }) => (method === 'GET' ? { status: 500 } : undefined);
		await run(['One', 'Two'], {}, { mode });
		expect(starts()).toBe(0);
	},
);

test('with more cases than can be searched nothing is started', async () => {
	service.pageSize = 10_000;
	for (let n = 0; n <= 20_000; n += 1) service.add(`Case ${n}`);
	const { error } = await run(['New']);
	expect(error!.message).toMatch('more than 20,000 cases');
	expect(error!.description).toBe(
		'Nothing was started. Set If the Name Is Taken to Create Another and check for an existing case in another way.',
	);
	expect(starts()).toBe(0);
});

test('a case whose ID cannot be sent is not returned', async () => {
	service.add('One', { uuid: 'a/b' });
	const { error } = await run(['One']);
	expect(error!.message).toBe(
		'The service lists the case with the name "One" without a usable ID: "a/b" (Case: Create, item 0)',
	);
	expect(error!.description).toMatch('Nothing was started. Report this to the operators');
	expect(starts()).toBe(0);
});

describe('a start whose response was lost', () => {
	test('says that running it again searches by itself, in this mode only', async () => {
		answerStarts('lost', 'lost');
		const { error } = await run(['One']);
		expect(error!.description).toMatch(
			/Check before you try again.* If you run the node again, it makes this check itself/,
		);
		const strict = await run(['Two'], { ifNameTaken: 'error' });
		expect(strict.error!.description).not.toMatch('this check itself');
	});

	test('is searched for by Retry On Fail and found: created by this execution', async () => {
		answerStarts('lost');
		const setup = setupOf(['One', 'One']);
		expect((await runNode(createCase, setup)).error!.message).toMatch('Case: Create, item');
		const ended = await runNode(createCase, setup);
		const { uuid } = service.cases[0]!;
		expect(created(ended)).toEqual([
			[uuid, true],
			[uuid, false],
		]);
		expect(ended.output[0]!.json.message).toMatch('most likely the one that was started');
		expect(starts()).toBe(1);
	});

	test('is searched for by Retry On Fail, not found, and sent again', async () => {
		answerStarts('reset');
		const setup = setupOf(['One']);
		expect((await runNode(createCase, setup)).error).toBeDefined();
		expect(created(await runNode(createCase, setup))).toEqual([[service.cases[0]!.uuid, true]]);
		expect(service.cases).toHaveLength(1);
	});

	test('stays unknown while the list cannot be read, and is searched for later', async () => {
		answerStarts('lost');
		const setup = setupOf(['One']);
		await runNode(createCase, setup);
		const { fault } = service;
		service.fault = () => ({ status: 500, body: { message: 'Broken.' } });
		const { error } = await runNode(createCase, setup);
		expect(error!.message).toMatch('Broken');
		expect(error!.description).toMatch('The case may have been created');
		service.fault = fault;
		expect(created(await runNode(createCase, setup))).toEqual([[service.cases[0]!.uuid, true]]);
		expect(starts()).toBe(1);
	});

	test('holds back other starts of its name, which say why', async () => {
		answerStarts('reset');
		const { output } = await run(['One', 'One'], {}, { mode: 'continueRegularOutput' });
		expect(starts()).toBe(1);
		expect((output[1]!.json.details as { whatToDo: string }).whatToDo).toMatch(
			'Nothing was sent for this item: input item 0 has the same name',
		);
	});

	test('is never sent again with Fail', async () => {
		answerStarts('reset');
		const setup = setupOf(['One'], { ifNameTaken: 'error' });
		await runNode(createCase, setup);
		const { error } = await runNode(createCase, setup);
		expect(error!.description).toMatch('may have been created');
		expect(starts()).toBe(1);
	});

	test('throws in a tool, so that n8n tries again and searches first', async () => {
		answerStarts('lost');
		expect((await runHook(createCase, setupOf(['One']))).error).toBeDefined();
		expect(created(await runHook(createCase, setupOf(['One'])))).toEqual([
			[service.cases[0]!.uuid, false],
		]);
		expect(starts()).toBe(1);
		// Without a lookup first, it returns an error item instead, so that n8n does not try again.
		answerStarts('lost');
		const { error, output } = await runHook(createCase, setupOf(['Two'], { ifNameTaken: 'error' }));
		expect(error).toBeUndefined();
		expect(output[0]!.json.error).toBeDefined();
	});
});

test('a refused start leaves its name to the next item', async () => {
	answerStarts('refused');
	const { output } = await run(['One', 'One'], {}, { mode: 'continueRegularOutput' });
	expect(output[0]!.json.error).toMatch('Not so (HTTP 422');
	expect(output[1]!.json).toMatchObject({ uuid: service.cases[0]!.uuid, created: true });
});

test('in stop mode a refused start prevents that of the next item with its name', async () => {
	answerStarts('refused');
	const { error } = await run(['One', 'One']);
	expect(error!.message).toMatch('Not so (HTTP 422, Case: Create, item 0)');
	expect(starts()).toBe(1);
});

test('the next attempt knows what an attempt has started, before any list shows it', async () => {
	answerStarts('done', 'refused');
	const setup = setupOf(['One', 'Two']);
	await runNode(createCase, setup);
	// A list that is out of date.
	service.cases.length = 0;
	const [first] = created(await runNode(createCase, setup));
	expect(first![1]).toBe(true);
	const third = setupOf(['Three', 'Four', 'Three']);
	answerStarts('done', 'reset');
	await runNode(createCase, { ...third, mode: 'continueRegularOutput' });
	service.cases.length = 0;
	service.fault = () => undefined;
	await runNode(createCase, { ...third, mode: 'continueRegularOutput' });
	expect(service.cases.map(({ name }) => name)).toEqual(['Four']);
});

test.each([2 ** 53, 1e21])(
	'a name given as the number %d has lost digits and is refused',
	async (label) => {
		for (const ifNameTaken of ['create', 'error', 'return']) {
			const { error, sent } = await run([label], { ifNameTaken });
			expect(error!.message).toMatch('"Case Name" contains the number');
			expect(sent).toEqual([]);
		}
	},
);

test('a name with half a character would reach the service as another name, and is refused', async () => {
	const { error, sent } = await run(['PO \ud83d']);
	expect(error!.message).toMatch('"Case Name" contains invalid characters');
	expect(sent).toEqual([]);
});

describe('a case with that name that may or may not match', () => {
	beforeEach(() => {
		service.filters = false;
	});

	test.each([
		[{ status: null }, 0, 'Its status is null'],
		[{ status: 'archived' }, 0, 'Its status is archived'],
		[{ process_template: null }, 0, 'Its template is not in'],
		[{ process_template: {} }, 0, 'Its template is not in'],
		[{ status: 'completed', created_at: null }, 30, 'It was created at null'],
	])('%j: nothing is started', async (odd, lookBackDays, words) => {
		service.add('One', odd as never);
		for (const ifNameTaken of ['error', 'return']) {
			const { error } = await run(['One', 'Two'], { ifNameTaken, lookBackDays });
			expect(error!.message).toMatch(
				'The service lists a case with the name "One" that may or may not match: #1 (',
			);
			expect(error!.message).toMatch(words);
			expect(error!.description).toMatch('Nothing was started');
			expect(starts()).toBe(0);
		}
		// Another name is not held back, nor a case that clearly exists.
		expect(created(await run(['Two'], { lookBackDays }))[0]![1]).toBe(true);
		const { uuid } = service.add('One');
		expect(created(await run(['One'], { lookBackDays }))).toEqual([[uuid, false]]);
	});

	test('one that is clearly completed or of another template does not count', async () => {
		service.add('One', { status: null as never, process_template: { uuid: 'u' } });
		service.add('One', { status: 'completed', created_at: null as never });
		expect(created(await run(['One']))[0]![1]).toBe(true);
	});
});

test('a name that the service lists as a number counts as taken', async () => {
	const { uuid } = service.add(4711);
	expect(created(await run(['4711']))).toEqual([[uuid, false]]);
	expect(created(await run([4711]))).toEqual([[uuid, false]]);
});

test('an object is not an ID, whatever it contains', async () => {
	service.add('One', { uuid: { mode: 'id', value: 'zzz' } as never });
	expect((await run(['One'])).error!.message).toMatch('without a usable ID');
});

test('the case started first is returned; an unreadable start sorts last', async () => {
	service.add('One', { created_at: 'long ago' });
	const { uuid } = service.add('One');
	expect(created(await run(['One']))).toEqual([[uuid, false]]);
});

describe('advice about the list', () => {
	test('that may not be read: it is needed only to search for the name', async () => {
		service.fault = ({ method }) => (method === 'GET' ? { status: 403 } : undefined);
		const { error } = await run(['One']);
		expect(error!.description).toMatch('Looking for the name needs permission to list cases');
	});

	test('that does not end', async () => {
		service.fault = ({ method }) =>
			method === 'GET' ? { body: { processes: [], next_cursor: 'same' } } : undefined;
		const { error } = await run(['One']);
		expect(error!.description).toMatch(
			/^Nothing was started. Set If the Name Is Taken to Create Another/,
		);
		expect(error!.description).not.toMatch('Look Back');
	});

	test('of completed cases that is too long', async () => {
		service.pageSize = 30_000;
		for (let n = 0; n <= 20_000; n += 1) service.add(`Case ${n}`, { status: 'completed' });
		const { error } = await run(['One'], { lookBackDays: 3 });
		expect(error!.description).toMatch('Set a smaller Look Back, or set If the Name Is Taken');
	});
});

describe('a start whose response was lost, of a case completed before the next lookup', () => {
	const complete = () => {
		for (const one of service.cases) one.status = 'completed';
	};

	test('is found even without looking back', async () => {
		answerStarts('lost');
		const setup = setupOf(['One', 'Two']);
		await runNode(createCase, { ...setup, mode: 'continueRegularOutput' });
		complete();
		const ended = await runNode(createCase, { ...setup, mode: 'continueRegularOutput' });
		expect(ended.output[0]!.json).toMatchObject({ created: true });
		expect(starts()).toBe(2);
		expect(service.cases).toHaveLength(2);
		// Only an unclear name needs the second list.
		expect(service.sent('GET')).toHaveLength(3);
	});

	test('is not confused with one that was completed before', async () => {
		service.add('One', { status: 'completed', daysAgo: 1 });
		answerStarts('reset');
		const setup = setupOf(['One']);
		await runNode(createCase, setup);
		expect(created(await runNode(createCase, setup))).toEqual([[service.cases[1]!.uuid, true]]);
	});

	test('is not attributed to this execution if it was started days before', async () => {
		answerStarts('reset');
		const setup = setupOf(['One']);
		await runNode(createCase, setup);
		// Renamed to it meanwhile.
		const { uuid } = service.add('One', { daysAgo: 3 });
		const ended = await runNode(createCase, setup);
		expect(created(ended)).toEqual([[uuid, false]]);
		expect(ended.output[0]!.json.message).toBe(
			'A case with this name exists, but it was started earlier. The response to the start request was lost, so its outcome is unknown.',
		);
	});
});

test('items that wait for a start of their name are not sent, and their outcome is not unknown', async () => {
	answerStarts('reset');
	const { error } = await run(['One', 'One', 'Two']);
	expect(error!.message).toMatch('item 0');
	expect(error!.description).toMatch(/The outcome of item 0 is unknown/);
	answerStarts('reset');
	const { output } = await run(['One', 'One'], {}, { mode: 'continueRegularOutput' });
	expect(output[0]!.json.details).toMatchObject({ outcomeUnknown: true });
	expect(output[1]!.json.details).not.toHaveProperty('outcomeUnknown');
});

describe('items with different modes', () => {
	const mixed = async (modes: string[], labels: string[] = modes.map(() => 'One')) => {
		const setup = setupOf(labels);
		return await runNode(createCase, {
			...setup,
			mode: 'continueRegularOutput',
			parameters: (index) => ({ ...setup.parameters!(index), ifNameTaken: modes[index] }),
		});
	};

	test('a start without a lookup is known to the items that search', async () => {
		const { output } = await mixed(['create', 'return', 'create', 'error']);
		expect(starts()).toBe(2);
		expect(output[0]!.json).not.toHaveProperty('created');
		expect(output[1]!.json).toMatchObject({ uuid: output[0]!.json.uuid, created: false });
		expect(output[3]!.json.error).toMatch(
			'has a case with the name "One" already: input item 0 started it',
		);
	});

	test('a listed case takes precedence', async () => {
		const { uuid } = service.add('One', { daysAgo: 1 });
		const { output } = await mixed(['create', 'return']);
		expect(output[1]!.json).toMatchObject({ uuid, created: false });
	});

	test('a start without a lookup whose response was lost holds others back', async () => {
		answerStarts('reset');
		const { output } = await mixed(['create', 'return']);
		expect(starts()).toBe(1);
		expect(output[1]!.json.error).toBeDefined();
	});

	test('a start without a name counts for no name', async () => {
		await mixed(['create', 'create', 'return'], ['', '', 'One']);
		expect(starts()).toBe(3);
	});
});

test('Fail describes the existing case', async () => {
	const { uuid } = service.add('One');
	const { output } = await run(
		['One'],
		{ ifNameTaken: 'error' },
		{ mode: 'continueRegularOutput' },
	);
	expect(output[0]!.json.details).toMatchObject({ reason: 'nameTaken', case: { uuid } });
});

test.each(['error', 'return'])(
	'%s: a list that moves while it is read does not hide an existing case',
	async (mode) => {
		for (const [status, lookBackDays, before] of [
			['running', 0, 2],
			['completed', 30, 3],
		] as const) {
			service = new FakeCases();
			service.pageSize = 2;
			for (const name of ['Old', 'Older']) service.add(name, { status });
			const { uuid } = service.add('One', { status });
			service.beforePage = (count) => {
				if (count === before) service.cases.splice(0, 1);
			};
			const { output, error } = await run(['One'], { ifNameTaken: mode, lookBackDays });
			if (mode === 'error')
				expect(error!.message).toMatch('has a case with the name "One" already');
			else expect(output[0]!.json).toMatchObject({ uuid, created: false });
			expect(starts()).toBe(0);
		}
	},
);
