/** A case by its name or number, through the operations of the node and the real runner. */
import type { Operation } from '../../../nodes/CaseManagement/operation/spec.ts';
import { pause, resume, stop } from '../../../nodes/CaseManagement/resources/case/changeStatus.ts';
import { deleteCase } from '../../../nodes/CaseManagement/resources/case/delete.ts';
import { getCase } from '../../../nodes/CaseManagement/resources/case/get.ts';
import { getDocuments } from '../../../nodes/CaseManagement/resources/case/getDocuments.ts';
import { waitForCase } from '../../../nodes/CaseManagement/resources/case/wait.ts';
import { resources } from '../../../nodes/CaseManagement/resources/index.ts';
import { triggerSignal } from '../../../nodes/CaseManagement/resources/signal/trigger.ts';
import { runHook, runNode } from '../execution/running.mts';
import type { Ended, Setup } from '../execution/running.mts';
import { CASES, FakeCases } from '../fakeCases.mts';

const OPERATIONS: Record<string, Operation> = {
	delete: deleteCase,
	get: getCase,
	getDocuments,
	pause,
	resume,
	stop,
	wait: waitForCase,
	'signal trigger': triggerSignal,
};

let service: FakeCases;

beforeEach(() => {
	service = new FakeCases();
});

const locator = (mode: string, value: unknown) => ({ __rl: true, mode, value });

const DEFAULTS = {
	simplify: true,
	statuses: ['running'],
	timeout: 1,
	interval: 1,
	onTimeout: 'error',
	inputMode: 'json',
	elementsJson: '[]',
	signalId: 'go',
	templateId: null,
};

/** Runs an operation on an item for each locator. */
async function run(
	operation: string,
	locators: object[],
	more: Partial<Setup> & { given?: object } = {},
	by = runNode,
): Promise<Ended> {
	const { given, ...setup } = more;
	return await by(OPERATIONS[operation]!, {
		items: locators.map((_locator, n) => ({ json: { n } })),
		parameters: (index) => ({ ...DEFAULTS, ...given, caseId: locators[index] }),
		reply: service.reply,
		...setup,
	});
}

const WITH_A_CASE = [
	['delete', `DELETE ${CASES}/:id`],
	['get', `GET ${CASES}/:id`],
	['getDocuments', `GET ${CASES}/:id/documents`],
	['pause', `PUT ${CASES}/:id/pause`],
	['resume', `PUT ${CASES}/:id/resume`],
	['stop', `PUT ${CASES}/:id/stop`],
	['wait', `GET ${CASES}/:id`],
	['signal trigger', 'POST /signals'],
] as const;

test('the table contains every operation that takes a case', () => {
	const all = resources
		.flatMap(({ properties }) => properties)
		.filter(({ name }) => name === 'caseId')
		.map(({ displayOptions }) => {
			const { resource, operation } = displayOptions!.show!;
			return String(resource) === 'case'
				? String(operation)
				: `${String(resource)} ${String(operation)}`;
		});
	expect(WITH_A_CASE.map(([name]) => name).sort()).toEqual(all.sort());
});

describe.each([
	['n8n’s own function', runNode],
	['the routing hook of tools', runHook],
] as const)('through %s', (_way, by) => {
	test.each(WITH_A_CASE)('%s uses the case with that name or number', async (operation, wanted) => {
		service.add('Other');
		const meant = service.add('Bu\u0308ro ');
		for (const given of [
			locator('name', ' B\u00fcro'),
			locator('number', '#2'),
			locator('number', '2'),
			locator('number', 2),
		]) {
			service.log.length = 0;
			if (!service.cases.includes(meant)) service.cases.push(meant);
			const { output, error, requests } = await run(operation, [given], {}, by);
			expect(error).toBeUndefined();
			expect(service.log).toEqual([`GET ${CASES}`, wanted.replace(':id', meant.uuid)]);
			if (operation === 'signal trigger') {
				expect(JSON.parse(requests[1]!.body!)).toMatchObject({
					process_instance_uuid: meant.uuid,
				});
			}
			// The output contains the case; a case without documents has no output.
			if (operation !== 'getDocuments') {
				const { uuid, process_instance_uuid } = output[0]!.json;
				expect(uuid ?? process_instance_uuid).toBe(meant.uuid);
			}
		}
	});

	test.each(WITH_A_CASE)(
		'%s sends nothing if no case or several cases have the name',
		async (operation) => {
			service.add('Twin', { status: 'paused', created_at: '2026-01-31 10:00:00 UTC' });
			service.add('Twin', { status: 'error', created_at: '2026-02-01 10:00:00 UTC' });
			service.add('Done', { status: 'completed' });
			const textOf = async (given: object) => {
				const { error, output } = await run(operation, [given], {}, by);
				expect(service.log.splice(0)).toEqual([`GET ${CASES}`]);
				expect(output).toEqual([]);
				return `${error!.message} | ${error!.description!}`;
			};
			expect(await textOf(locator('name', 'Twin'))).toMatch(
				/^2 open cases have the name "Twin": #1 \(paused, started 2026-01-31T10:00:00.000Z\), #2 \(error, .*By Number or By ID/,
			);
			for (const name of ['Done', 'twin', 'Twi']) {
				expect(await textOf(locator('name', name))).toMatch(
					new RegExp(`^No open case has the name "${name}".* Searched: 2 cases.*choose By ID`),
				);
			}
			expect(await textOf(locator('number', 3))).toMatch('No open case has the number 3');
		},
	);
});

test.each(['', ' ', null, undefined, 'undefined', '[object Object]'])(
	'the name or number %j is refused as empty before anything is sent',
	async (value) => {
		for (const mode of ['name', 'number']) {
			const { error, sent } = await run('delete', [locator(mode, value)]);
			expect(error!.message).toMatch('The parameter "Case" (caseId) is empty');
			expect(error!.description).toMatch(`Enter the ${mode} of the case`);
			expect(sent).toEqual([]);
		}
	},
);

test.each([
	['name', {}],
	['name', true],
	['name', ['a']],
	['number', 'PO-1'],
	['number', 1.5],
	['number', true],
])('the %s %j is refused before anything is sent', async (mode, value) => {
	const { error, sent } = await run('delete', [locator(mode, value)]);
	expect(error!.message).toMatch(
		`The parameter "Case" (caseId) must be the ${mode} of a case, but is`,
	);
	expect(sent).toEqual([]);
});

test('a name of digits may be given as a number', async () => {
	const { uuid } = service.add('4711');
	const { output } = await run('pause', [locator('name', 4711)]);
	expect(output[0]!.json.process_instance_uuid).toBe(uuid);
});

test('a bad value in one item prevents reading the list for the others', async () => {
	service.add('One');
	const { error, sent } = await run('pause', [locator('name', 'One'), locator('number', 'x')]);
	expect(error!.message).toMatch('item 1');
	expect(sent).toEqual([]);
});

test('the list is read once for all items, and completely, before anything is sent', async () => {
	for (let n = 0; n < 250; n += 1) service.add(`Case ${n}`);
	const { output } = await run(
		'pause',
		service.cases.map(({ name }) => locator('name', name)),
	);
	expect(output.map(({ json }) => json.process_instance_uuid)).toEqual(
		service.cases.map(({ uuid }) => uuid),
	);
	expect(service.log.slice(0, 3)).toEqual([`GET ${CASES}`, `GET ${CASES}`, `GET ${CASES}`]);
	expect(service.sent('GET')).toHaveLength(3);
	expect(service.sent('PUT')).toHaveLength(250);
});

test.each(['stopWorkflow', 'continueRegularOutput'] as const)(
	'if one item finds no case, the others run only if the node continues on errors (%s)',
	async (mode) => {
		service.add('One');
		const { output, error } = await run(
			'pause',
			[locator('name', 'One'), locator('name', 'None')],
			{
				mode,
			},
		);
		expect(service.sent('PUT')).toHaveLength(mode === 'stopWorkflow' ? 0 : 1);
		if (mode === 'stopWorkflow') expect(error!.message).toMatch('item 1');
		else expect(output[1]!.json.error).toMatch('No open case has the name "None"');
	},
);

test.each(['stopWorkflow', 'continueRegularOutput'] as const)(
	'a list that fails on its third page fails for every item (%s)',
	async (mode) => {
		for (let n = 0; n < 250; n += 1) service.add(`Case ${n}`);
		service.fault = ({ url }) =>
			url.includes('cursor=200') ? { status: 500, body: { message: 'Broken.' } } : undefined;
		const { output, error } = await run(
			'pause',
			[locator('name', 'Case 1'), locator('number', 2)],
			{
				mode,
			},
		);
		expect(service.sent('PUT')).toEqual([]);
		if (mode === 'stopWorkflow') expect(error!.message).toMatch('Broken (HTTP 500, Case: Pause');
		else {
			expect(output.map(({ json }) => json.error)).toEqual([
				'Broken (HTTP 500, Case: Pause, item 0)',
				'Broken (HTTP 500, Case: Pause, item 1)',
			]);
		}
	},
);

test('without permission to list cases the error advises By ID', async () => {
	service.add('One');
	service.fault = () => ({ status: 403, body: { message: 'No right.' } });
	const { error } = await run('pause', [locator('name', 'One')]);
	expect(error!.message).toMatch('No right (HTTP 403, Case: Pause, item 0)');
	expect(error!.description).toMatch('By ID works without it.');
	const byId = await run('pause', [locator('id', 'a')]);
	expect(byId.error!.description).not.toMatch('By ID');
});

test('a service that ignores filters yields no completed case and none of another template', async () => {
	service.filters = false;
	service.add('One', { status: 'completed' });
	service.add('One', { status: 'odd' });
	service.add('One', { process_template: { uuid: 'other' } });
	const { uuid } = service.add('One');
	const { output } = await run('signal trigger', [locator('name', 'One')], {
		given: { templateId: locator('id', 'T') },
	});
	expect(output[0]!.json.process_instance_uuid).toBe(uuid);
});

test('a signal searches the cases of its template, and each list is read once', async () => {
	const one = service.add('Same');
	const two = service.add('Same', { process_template: { uuid: 'u' } });
	const { output, requests } = await run(
		'signal trigger',
		[0, 1, 2, 3].map(() => locator('name', 'Same')),
		{
			parameters: (index) => ({
				...DEFAULTS,
				templateId: locator('id', index % 2 === 0 ? 't' : 'u'),
				caseId: locator('name', 'Same'),
			}),
		},
	);
	expect(output.map(({ json }) => json.process_instance_uuid)).toEqual([
		one.uuid,
		two.uuid,
		one.uuid,
		two.uuid,
	]);
	const lists = requests.filter(({ method }) => method === 'GET').map(({ url }) => decodeURI(url));
	expect(lists.map((url) => /process_type\[\]=(\w)/.exec(url)?.[1])).toEqual(['t', 'u']);
	// Another operation may have left a template behind: it is ignored.
	const { error } = await run('pause', [locator('name', 'Same')], {
		given: { templateId: locator('id', 't') },
	});
	expect(error!.message).toMatch('2 open cases have the name');
});

test('with more cases than can be searched nothing is sent, and the error says how to narrow the search', async () => {
	service.pageSize = 10_000;
	for (let n = 0; n <= 20_000; n += 1) service.add(`Case ${n}`);
	const { error } = await run('signal trigger', [locator('name', 'Case 1')]);
	expect(error!.message).toMatch('The service lists more than 20,000 cases');
	expect(error!.description).toMatch(
		'Choose By ID and enter the UUID of the case, or choose its template',
	);
	expect((await run('pause', [locator('name', 'Case 1')])).error!.description).toBe(
		'Nothing was sent. Choose By ID and enter the UUID of the case.',
	);
	expect(service.sent('POST')).toEqual([]);
	service.cases.pop();
	const { output } = await run('signal trigger', [locator('name', 'Case 1')]);
	expect(output).toHaveLength(1);
});

test.each([undefined, null, '..', 'a/b', 7, { mode: 'id', value: 'zzz' }])(
	'a case that is listed with the ID %j is not used',
	async (uuid) => {
		service.add('One', { uuid: uuid as never });
		const { error } = await run('delete', [locator('name', 'One')]);
		expect(error!.message).toMatch('lists the case with the name "One" without a usable ID');
		expect(service.sent('DELETE')).toEqual([]);
	},
);

test('a case that is deleted between the lookup and the call gets the message of the service', async () => {
	service.add('One');
	service.fault = ({ method }) => {
		if (method === 'PUT') service.cases.length = 0;
		return undefined;
	};
	const { error } = await run('pause', [locator('name', 'One')]);
	expect(error!.message).toMatch('was not found (HTTP 404, Case: Pause, item 0)');
});

test('of many cases with one name the first ten are shown', async () => {
	for (let n = 0; n < 12; n += 1) service.add('Same');
	const { error } = await run('pause', [locator('name', 'Same')]);
	expect(error!.message).toMatch(
		/^12 open cases .*#10 \(running, [^)]*\), and 2 more \(Case: Pause/,
	);
});

test('two cases with the same number are shown with their IDs', async () => {
	const [one, two] = [service.add('A'), service.add('B', { sequential_id: '#1' })];
	const { error } = await run('pause', [locator('number', 1)]);
	for (const { uuid } of [one, two])
		expect(error!.message).toMatch(
			`#1 (running, started ${new Date(one.created_at).toISOString()}, ${uuid})`,
		);
	expect(error!.description).toMatch('Specify which one you mean: By ID.');
	expect(error!.description).not.toMatch('Name Contains');
});

describe('Retry On Fail', () => {
	const again = async (
		operation: string,
		locators: object[],
		attempts: Array<() => void>,
		more: object = {},
	) => {
		const items = locators.map((_locator, n) => ({ json: { n } }));
		const setup = { items, executeData: { data: { main: [items] } }, ...more };
		let last!: Ended;
		for (const prepare of attempts) {
			prepare();
			last = await run(operation, locators, setup);
		}
		return last;
	};

	test('uses the same case, even if another has its name by then', async () => {
		const meant = service.add('One');
		const { error } = await again(
			'delete',
			[locator('name', 'One')],
			[
				// Deleted, but the response is lost.
				() => {
					service.fault = ({ method }) => {
						if (method !== 'DELETE') return undefined;
						service.cases.length = 0;
						return { code: 'ECONNRESET' };
					};
				},
				() => {
					service.fault = () => undefined;
					service.cases.push({ ...meant, uuid: 'another' });
				},
			],
		);
		expect(service.sent('DELETE')).toEqual(Array(2).fill(`${CASES}/${meant.uuid}`));
		expect(error!.description).toMatch('The case may have been deleted');
		expect(service.cases.map(({ uuid }) => uuid)).toEqual(['another']);
	});

	test.each(['wait', 'get', 'getDocuments'])(
		'%s keeps its case, whatever happens to the case',
		async (operation) => {
			const meant = service.add('One');
			const fails = () => {
				service.fault = ({ url }) =>
					url.includes(meant.uuid) ? { status: 403, body: { message: 'Not now.' } } : undefined;
			};
			const { error } = await again(
				operation,
				[locator('name', 'One')],
				[
					fails,
					() => {
						service.fault = () => undefined;
						meant.name = 'Renamed';
						meant.status = 'completed';
						service.add('One');
					},
				],
				{ given: { statuses: ['completed'] } },
			);
			expect(error).toBeUndefined();
			expect(service.sent('GET').filter((path) => path !== CASES)).toEqual(
				Array(2).fill(expect.stringContaining(meant.uuid)),
			);
		},
	);

	test('searches again for what was not found, and repeats no completed write', async () => {
		service.add('One');
		const late = () => service.add('Two');
		const { output } = await again(
			'pause',
			[locator('name', 'One'), locator('name', 'Two')],
			[() => undefined, late],
		);
		expect(output).toHaveLength(2);
		expect(service.sent('PUT')).toHaveLength(2);
		expect(service.sent('GET')).toHaveLength(2);
	});

	test('does not repeat a signal with an unknown outcome', async () => {
		service.add('One');
		const fail = () => {
			service.fault = ({ method }) => (method === 'POST' ? { status: 500 } : undefined);
		};
		const { error } = await again('signal trigger', [locator('name', 'One')], [fail, fail, fail]);
		expect(service.sent('POST')).toHaveLength(1);
		expect(error!.description).toMatch(service.cases[0]!.uuid);
		expect(error!.description).toMatch('The signal may have been received');
	});
});

test.each(WITH_A_CASE)('%s: an error after the lookup names the case', async (operation) => {
	const { uuid } = service.add('One', { sequential_id: '#62' });
	service.fault = ({ url, method, body }) =>
		url.includes(uuid) || (method === 'POST' && body?.includes(uuid) === true)
			? { status: 404, body: { message: 'Gone.' } }
			: undefined;
	const { error } = await run(operation, [locator('name', 'One')]);
	expect(error!.description).toMatch(`Case: ${uuid} (#62).`);
	const { output } = await run(operation, [locator('name', 'One')], {
		mode: 'continueRegularOutput',
	});
	expect(output[0]!.json.details).toMatchObject({ case: { uuid, number: '#62' } });
	const byId = await run(operation, [locator('id', uuid)]);
	expect(byId.error!.description).not.toMatch('Case: ');
});

test('a single open case is not reported as several', async () => {
	service.add('One');
	const { error } = await run('pause', [locator('name', 'None')]);
	expect(error!.description).toMatch('Searched: 1 case with one');
	const { error: byNumber } = await run('pause', [locator('number', 7)]);
	expect(byNumber!.description).not.toMatch('Name Contains');
});

describe('a workflow can branch on the reason', () => {
	const reasonOf = async (given: object, more: object = {}) => {
		const { output } = await run('pause', [given], { mode: 'continueRegularOutput', ...more });
		return (output[0]!.json.details as { reason?: string }).reason;
	};

	test('no case, several cases, bad input', async () => {
		service.add('Twin');
		service.add('Twin');
		expect(await reasonOf(locator('name', 'None'))).toBe('caseNotFound');
		expect(await reasonOf(locator('name', 'Twin'))).toBe('severalCases');
		expect(await reasonOf(locator('name', ''))).toBe('invalidInput');
		expect(await reasonOf(locator('number', 'x'))).toBe('invalidInput');
	});

	test.each([
		{ status: 404, body: { message: 'No such page.' } },
		{ status: 302, headers: { location: 'https://login.example.com' } },
		{ body: '<html>Sign in</html>' },
		{ body: { items: [] } },
		{ body: { processes: [], next_cursor: 'same' } },
		{ code: 'ENOTFOUND' },
		{ status: 403 },
	])('an unreadable list: %j', async (reply) => {
		service.fault = () => reply;
		expect(await reasonOf(locator('name', 'One'))).toBe('lookupFailed');
	});

	test('a list that is too long, or an ID that cannot be sent', async () => {
		service.add('One', { uuid: 'a/b' });
		expect(await reasonOf(locator('name', 'One'))).toBe('lookupFailed');
		service.pageSize = 10_000;
		for (let n = 0; n <= 20_000; n += 1) service.add(`Case ${n}`);
		expect(await reasonOf(locator('name', 'One'))).toBe('lookupFailed');
	});

	test('a refusal by the service has a status and no reason', async () => {
		service.add('One');
		service.fault = ({ method }) => (method === 'PUT' ? { status: 409 } : undefined);
		expect(await reasonOf(locator('name', 'One'))).toBeUndefined();
	});
});

test('for an endless list the advice uses the names in the panel', async () => {
	service.fault = () => ({ body: { processes: [], next_cursor: 'same' } });
	const { error } = await run('pause', [locator('name', 'One')]);
	expect(error!.description).toMatch(
		/^Nothing was sent. Choose By ID and enter the UUID of the case. Report this to the operators/,
	);
});

test.each([2 ** 53, 1e21])('the name %d has lost digits and is refused', async (value) => {
	service.add(String(value));
	const { error, sent } = await run('pause', [locator('name', value)]);
	expect(error!.message).toMatch('cannot be sent without losing digits');
	expect(sent).toEqual([]);
});

test('a case whose name is a number is found by name', async () => {
	const { uuid } = service.add(4711);
	const { output } = await run('pause', [locator('name', '4711')]);
	expect(output[0]!.json.process_instance_uuid).toBe(uuid);
});

describe('several cases of one name', () => {
	test('By Number is advised only if the cases have numbers', async () => {
		service.add('Twin', { sequential_id: null });
		service.add('Twin', { created_at: null as never });
		const { error } = await run('pause', [locator('name', 'Twin')]);
		expect(error!.message).toMatch(
			/: no number \(running, started [^)]*\), #2 \(running, start unknown\)/,
		);
		expect(error!.message).toMatch(service.cases[0]!.uuid);
		expect(error!.description).toBe('Nothing was sent. Specify which one you mean: By ID.');
	});

	test('a model gets the UUIDs, and is advised to call again or to ask the user', async () => {
		const twins = [service.add('Twin'), service.add('Twin')];
		const { error } = await run(
			'pause',
			[locator('name', 'Twin')],
			{ type: 'caseManagementTool' },
			runHook,
		);
		for (const { uuid } of twins) expect(error!.message).toMatch(uuid);
		expect(error!.message).toMatch(
			/By ID, call again with the UUID .* Otherwise, ask the user which one is meant/,
		);
	});
});

describe('the template of a signal', () => {
	test.each([
		locator('id', ''),
		locator('id', undefined),
		locator('url', null),
		locator('list', null),
		'undefined',
	])(
		'%j stands for an expression without a result: it does not mean all templates',
		async (templateId) => {
			service.add('One');
			const { error, sent } = await run('signal trigger', [locator('name', 'One')], {
				given: { templateId },
			});
			expect(error!.message).toMatch('"Template" (templateId) is empty');
			expect(sent).toEqual([]);
		},
	);

	test('may stay blank if the list was never touched', async () => {
		service.add('One');
		const { output } = await run('signal trigger', [locator('name', 'One')], {
			given: { templateId: locator('list', '') },
		});
		expect(output).toHaveLength(1);
	});
});

describe('Wait for Status searches for its case within its own time-out', () => {
	test('temporary failures do not end it', async () => {
		const { uuid } = service.add('One');
		let lists = 0;
		service.fault = ({ url }) => {
			if (url.includes(uuid)) return undefined;
			lists += 1;
			return lists <= 2 ? { status: 500 } : undefined;
		};
		const { output, error } = await run('wait', [locator('name', 'One'), locator('name', 'One')]);
		expect(error).toBeUndefined();
		expect(output.map(({ json }) => json.uuid)).toEqual([uuid, uuid]);
		// The two do not search at the same moment; both use the same list.
		expect(lists).toBeLessThanOrEqual(4);
	});

	test('a list that never responds ends at the time-out, and the error says what was searched for', async () => {
		service.add('One');
		const until = (signal: AbortSignal) =>
			new Promise<never>((_resolve, reject) => {
				signal.addEventListener('abort', () => reject(new Error('aborted')));
			});
		const began = Date.now();
		const { error } = await run('wait', [locator('name', 'One')], {
			given: { timeout: 0.01 },
			reply: async ({ abortSignal }) => await until(abortSignal as AbortSignal),
		});
		expect(error!.message).toMatch(/did not answer in time.* the case with the name "One"/);
		expect(Date.now() - began).toBeLessThan(30_000);
	}, 120_000);

	test('a name without a case ends it at once', async () => {
		const { error } = await run('wait', [locator('name', 'None')]);
		expect(error!.message).toMatch('No open case has the name "None"');
	});
});

describe('a list that moves while it is read', () => {
	/** Removes a case that is listed on the first page before the second one is answered. */
	const removeBefore = (...counts: number[]) => {
		service.beforePage = (count) => {
			if (counts.includes(count)) service.cases.splice(0, 1);
		};
	};

	beforeEach(() => {
		service.pageSize = 3;
	});

	/** In a list that lost its first case, the next page begins behind the second twin. */
	const addTwins = (more: object = {}) => {
		for (const name of ['Old', 'Older']) service.add(name);
		return [service.add('Twin', more), service.add('Twin', more), service.add('Last')];
	};

	test.each(WITH_A_CASE)(
		'%s sends nothing if it hides the second case of a name or number',
		async (operation) => {
			for (const given of [locator('name', 'Twin'), locator('number', 7)]) {
				service = new FakeCases();
				service.pageSize = 3;
				addTwins({ sequential_id: 7 });
				removeBefore(2);
				const { error } = await run(operation, [given]);
				expect(error!.message).toMatch('2 open cases have the n');
				expect(service.log).toEqual(Array(4).fill(`GET ${CASES}`));
			}
		},
	);

	test('that moves again: what either reading has met counts', async () => {
		service.add('Oldest');
		addTwins();
		service.pageSize = 4;
		removeBefore(2, 4);
		const { error } = await run('delete', [locator('name', 'Twin')]);
		expect(error!.message).toMatch('2 open cases have the name "Twin"');
		expect(service.sent('DELETE')).toEqual([]);
	});

	test('that moves once: only the second reading counts', async () => {
		service.add('Twin');
		const [, meant] = [service.add('Other'), service.add('Twin'), service.add('Last')];
		removeBefore(2);
		const { output } = await run('delete', [locator('name', 'Twin')]);
		expect(output[0]!.json.process_instance_uuid).toBe(meant!.uuid);
	});

	test('is read again if a case comes twice, whatever the service counts', async () => {
		service.sendsTotal = false;
		addTwins();
		service.beforePage = (count) => {
			if (count !== 2) return;
			service.add('New', { uuid: 'new' });
			service.cases.unshift(service.cases.pop()!);
		};
		await run('pause', [locator('name', 'Last')]);
		expect(service.sent('GET')).toHaveLength(4);
	});

	test('is read twice at most, and only once if it does not move', async () => {
		addTwins();
		await run('pause', [locator('name', 'Last')]);
		expect(service.sent('GET')).toHaveLength(2);
		service.beforePage = () => service.add('New');
		await run('pause', [locator('name', 'Last')]);
		expect(service.sent('GET')).toHaveLength(2 + 3 + 4);
	});
});
