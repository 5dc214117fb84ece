import type { INodeListSearchResult, INodeParameters, INodePropertyOptions } from 'n8n-workflow';

import { inEditor } from '../support/engine.mts';
import { byId, useService } from '../support/service.mts';
import { PublishedTrigger } from '../support/trigger.mts';

const bench = useService();

beforeEach(() => bench.begin());

const search = (method: string, parameters: INodeParameters, ...args: unknown[]) =>
	bench.list<INodeListSearchResult>('listSearch', method, parameters, args);

const names = ({ results }: INodeListSearchResult) => results.map(({ name }) => name);

const CREATE = { resource: 'case', operation: 'create' };
const GET_TEMPLATE = { resource: 'template', operation: 'get' };
const GET_CASE = { resource: 'case', operation: 'get' };
const GET_SIGNAL = { resource: 'signal', operation: 'get' };
const TRIGGER = { resource: 'signal', operation: 'trigger' };
const GET_MEMBERS = { resource: 'template', operation: 'getTeamMembers' };

describe('templates', () => {
	test('lists all of them by name, with duplicates told apart', async () => {
		const { sameNameA, sameNameB } = bench.fixtures.templates;
		const list = await search('searchTemplates', GET_TEMPLATE);
		expect(list.paginationToken).toBeUndefined();
		expect(list.results).toHaveLength(140);
		expect(new Set(names(list)).size).toBe(140);
		expect(names(list)).toEqual([...names(list)].sort((a, b) => a.localeCompare(b)));
		for (const uuid of [sameNameA, sameNameB]) {
			expect(list.results).toContainEqual({
				name: `Onboarding (${uuid.slice(0, 8)})`,
				value: uuid,
			});
		}
		expect(await bench.requests()).toMatchObject([{ url: '/process_templates/basic' }]);
	});

	test('lists only those that may be launched for Create', async () => {
		const list = await search('searchTemplates', CREATE);
		expect(list.results).toHaveLength(127);
		expect(names(list)).not.toContain('Archived Process');
		expect(names(await search('searchTemplates', GET_TEMPLATE))).toContain('Archived Process');
	});

	test.each(['ÜBERPRÜFUNG', 'überprüfung der größe', '  Größe ', 'änderungs'])(
		'searching for %j ignores case',
		async (word) => {
			expect(names(await search('searchTemplates', GET_TEMPLATE, word))).toEqual([
				'Überprüfung der Größe – Änderungsanträge',
			]);
		},
	);

	test('searching by the beginning of the ID', async () => {
		const uuid = bench.fixtures.templates.simple;
		const { results } = await search('searchTemplates', CREATE, uuid.slice(0, 13).toUpperCase());
		expect(results).toEqual([{ name: 'Simple Request', value: uuid }]);
	});

	test('all 400 can be searched; invalid ones are tolerated', async () => {
		const many = Array.from({ length: 400 }, (_unused, index) => ({
			name: `Template ${index + 1}`,
			uuid: `uuid-${index + 1}`,
		}));
		const odd = [{ name: 'no id' }, { uuid: 'no name' }, { uuid: 'blank', name: ' ' }];
		await bench.answer('listTemplates', { templates: [...many, ...odd] });
		expect((await search('searchTemplates', GET_TEMPLATE)).results).toHaveLength(402);
		expect((await search('searchTemplates', GET_TEMPLATE, 'template 400')).results).toEqual([
			{ name: 'Template 400', value: 'uuid-400' },
		]);
		expect(names(await search('searchTemplates', GET_TEMPLATE, 'no name'))).toEqual(['no name']);
	});

	test('the filter offers the same list', async () => {
		const list = await bench.list<INodePropertyOptions[]>('loadOptions', 'getTemplates', {
			resource: 'case',
			operation: 'getAll',
		});
		expect(list).toEqual((await search('searchTemplates', GET_TEMPLATE)).results);
	});

	test.each([
		[403, { message: 'No right to list.' }, 'No right to list (HTTP 403, List: Templates)'],
		[500, '', 'The service answered with a bare string (HTTP 500, List: Templates)'],
		[200, {}, /an object without the expected fields .*List: Templates\)$/],
	])('a %i with %j is reported, never shown as an empty list', async (status, body, message) => {
		await bench.answer('listTemplates', body, status);
		await expect(search('searchTemplates', GET_TEMPLATE)).rejects.toThrow(message);
	});

	// n8n shows advice next to the message in a picker only, and no NodeApiError at all in a
	// dropdown.
	test('a dropdown gets message and advice in one text', async () => {
		await bench.answer('listTemplates', { message: 'No right to list.' }, 403);
		const getAll = { resource: 'case', operation: 'getAll' };
		const list = bench.list<INodePropertyOptions[]>('loadOptions', 'getTemplates', getAll);
		await expect(list).rejects.toMatchObject({
			name: 'NodeOperationError',
			message: expect.stringMatching(
				/^No right to list \(HTTP 403, List: Templates\)\. .*An ID from an expression works/,
			),
		});
		await expect(search('searchTemplates', GET_TEMPLATE)).rejects.toMatchObject({
			name: 'NodeApiError',
			description: expect.stringContaining('By ID works'),
			httpCode: '403',
		});
	});

	test('if the list is forbidden, By ID still runs', async () => {
		await bench.answer('listTemplates', { message: 'No right to list.' }, 403);
		const { json } = await bench.run({
			...GET_TEMPLATE,
			templateId: byId(bench.fixtures.templates.simple),
		});
		expect(json).toMatchObject([{ name: 'Simple Request' }]);
	});
});

describe('cases', () => {
	test('scrolling through pages shows each once, with status and number', async () => {
		await bench.begin({ cases: 130, pageSize: 30 });
		const seen: INodeListSearchResult['results'] = [];
		let token: string | undefined;
		let pages = 0;
		do {
			const page = await search('searchCases', GET_CASE, undefined, token);
			token = page.paginationToken as string | undefined;
			expect(['string', 'undefined']).toContain(typeof token);
			seen.push(...page.results);
			pages += 1;
		} while (token !== undefined);
		expect(pages).toBe(5);
		expect(new Set(seen.map(({ value }) => value)).size).toBe(130);
		expect(new Set(seen.map(({ name }) => name)).size).toBe(130);
		for (const { name } of seen) {
			expect(name).toMatch(
				/^.+ · #\d+ · (running|error|stopped|completed|paused) \(as seen \d{4}-\d\d-\d\d\)$/,
			);
		}
	});

	test('small pages of the service still fill the list', async () => {
		await bench.begin({ cases: 60, pageSize: 3 });
		const { results, paginationToken } = await search('searchCases', GET_CASE);
		expect(results).toHaveLength(21);
		expect(typeof paginationToken).toBe('string');
		expect(await bench.requests()).toHaveLength(7);
	});

	test('all of almost 5,000 can be searched', async () => {
		await bench.begin({ cases: 4999, pageSize: 100 });
		const [oldest] = await bench.handle.addCases({
			name: 'Ältester Fall',
			createdAt: '2001-01-01T00:00:00Z',
		});
		const { results, paginationToken } = await search('searchCases', GET_CASE, 'ÄLTESTER');
		expect(results).toEqual([
			{
				name: expect.stringMatching(/^Ältester Fall · #5000 · running \(as seen \d/),
				value: oldest,
			},
		]);
		expect(paginationToken).toBeUndefined();
		expect(names(await search('searchCases', GET_CASE, '#5000'))).toHaveLength(1);
		expect(names(await search('searchCases', GET_CASE, oldest!.toUpperCase()))).toHaveLength(1);
	});

	test('a search reads on until the list is full, since a short one cannot be scrolled', async () => {
		await bench.begin({ cases: 500, pageSize: 10 });
		const { results, paginationToken } = await search('searchCases', GET_CASE, 'paused');
		expect(results.length).toBeGreaterThanOrEqual(20);
		expect(results.length).toBeLessThan(30);
		const next = await search('searchCases', GET_CASE, 'paused', paginationToken);
		const values = [...results, ...next.results].map(({ value }) => value);
		expect(new Set(values).size).toBe(values.length);
	});

	test('a search has an end, shown by an entry in the list, and can be continued by scrolling', async () => {
		await bench.begin({ cases: 600, pageSize: 10 });
		const found = await search('searchCases', GET_CASE, 'nothing like this');
		expect(found.results).toEqual([
			{
				name: 'Only 500 cases were searched, not all. Type more of the name, or use By ID.',
				value: '',
			},
		]);
		expect(await bench.requests()).toHaveLength(50);
		const more = await search('searchCases', GET_CASE, 'nothing like this', found.paginationToken);
		expect(more).toEqual({ results: [] });
	});

	test('choosing that entry sends nothing', async () => {
		await bench.handle.clearRequests();
		const { error } = await bench.run({
			resource: 'case',
			operation: 'delete',
			caseId: { __rl: true, mode: 'list', value: '' },
		});
		expect(error!.message).toContain('"Case" (caseId) is empty');
		expect(await bench.requests()).toEqual([]);
	});

	test('a newer search ends the older one, which returns what it has found', async () => {
		await bench.begin({ cases: 600, pageSize: 10 });
		await bench.handle.addFaults({ kind: 'latency', ms: 50, times: 'always' });
		const older = search('searchCases', GET_CASE, 'nothing');
		await new Promise((resolve) => setTimeout(resolve, 200));
		const newer = search('searchCases', GET_CASE, 'running');
		expect((await older).paginationToken).toBeDefined();
		expect((await newer).results.length).toBeGreaterThan(0);
		expect((await bench.requests()).length).toBeLessThan(40);
	});

	test('a page may have any number of cases', async () => {
		const processes = Array.from({ length: 125_000 }, (_unused, index) => ({
			uuid: `uuid-${index}`,
			name: `Case ${index}`,
			status: 'running',
		}));
		await bench.answer('listCases', { processes, next_cursor: null });
		const { results } = await search('searchCases', GET_CASE);
		expect(results).toHaveLength(125_000);
		await bench.handle.clearFaults();
		await bench.handle.clearRequests();
	});

	test('a search that finds nothing returns an empty list', async () => {
		expect(await search('searchCases', GET_CASE, 'nothing like this')).toEqual({ results: [] });
	});

	test('pages that refer to each other end with an error', async () => {
		await bench.answer('listCases', { processes: [], next_cursor: 'same' });
		await expect(search('searchCases', GET_CASE)).rejects.toThrow('never ends');
	});

	test('for a signal: running cases of the chosen template', async () => {
		const { waitingCase, templates } = bench.fixtures;
		const list = await search('searchCases', {
			...TRIGGER,
			templateId: byId(templates.purchaseApproval),
		});
		expect(list.results.map(({ value }) => value)).toContain(waitingCase);
		for (const { name, value } of list.results) {
			expect(name).toContain(' · running (as seen ');
			expect((await bench.handle.rawCase(String(value)))?.templateUuid).toBe(
				templates.purchaseApproval,
			);
		}
		const all = await search('searchCases', { ...TRIGGER, templateId: byId('') });
		expect(all.results.length).toBeGreaterThan(list.results.length);
		expect(names(all).every((name) => name.includes(' · running (as seen '))).toBe(true);
	});

	test('for a signal: the same if the service ignores the filter', async () => {
		const entry = (status: string) => ({ uuid: status, name: 'n', status, sequential_id: 1 });
		await bench.answer('listCases', {
			processes: [entry('running'), entry('paused')],
			next_cursor: null,
		});
		expect(names(await search('searchCases', TRIGGER))).toEqual([
			expect.stringMatching(/^n · #1 · running \(as seen \d/),
		]);
		expect(names(await search('searchCases', GET_CASE))).toHaveLength(2);
	});

	test('invalid cases are tolerated', async () => {
		await bench.answer('listCases', {
			processes: [{ uuid: 'only-id' }, { name: 'no id' }, { uuid: 'a', name: 'A', status: null }],
			next_cursor: '',
		});
		expect(await search('searchCases', GET_CASE)).toEqual({
			results: [
				{ name: 'only-id', value: 'only-id' },
				{ name: 'A', value: 'a' },
			],
		});
	});
});

describe('what belongs to a template', () => {
	const elements = (parameters: INodeParameters) =>
		bench.list<INodePropertyOptions[]>('loadOptions', 'getTeamMemberElements', parameters);

	const chosen = (uuid: string): Array<[string, unknown]> => [
		['list', { __rl: true, mode: 'list', value: uuid, cachedResultName: 'x' }],
		['by ID', { __rl: true, mode: 'id', value: ` ${uuid} ` }],
		['by link', { __rl: true, mode: 'url', value: `https://x.example/t/${uuid}/edit` }],
		['plain text', uuid],
	];

	test('lists signals, however the template was chosen', async () => {
		for (const [, templateId] of chosen(bench.fixtures.templates.purchaseApproval)) {
			const list = await search('searchSignals', { ...GET_SIGNAL, templateId } as never);
			expect(list).toEqual({
				results: [
					{ name: 'approval-received', value: 'approval-received' },
					{ name: 'budget-changed', value: 'budget-changed' },
				],
			});
		}
		const uuid = bench.fixtures.templates.purchaseApproval;
		expect((await bench.requests()).map(({ url }) => url)).toEqual(
			Array(4).fill(`/signals?template_uuid=${uuid}`),
		);
	});

	test('a search in signals ignores case', async () => {
		const templateId = byId(bench.fixtures.templates.purchaseApproval);
		const list = await search('searchSignals', { ...TRIGGER, templateId }, ' BUDGET');
		expect(names(list)).toEqual(['budget-changed']);
	});

	test('lists elements with members, however the template was chosen', async () => {
		const { templates, elements: ids } = bench.fixtures;
		for (const [, templateId] of chosen(templates.everyElement)) {
			expect(await elements({ ...GET_MEMBERS, templateId } as never)).toEqual([
				{ name: 'Choose an element', value: '' },
				{ name: 'Reviewers', value: ids.everyElementRequiredMembers },
				{ name: 'Observers', value: ids.everyElementOptionalMembers },
			]);
		}
	});

	test('elements with the same label are told apart, invalid ones are tolerated', async () => {
		const definition = (label: unknown, identifier: unknown, type = 'team_members') => ({
			definition: { label, identifier, type },
		});
		await bench.answer('getStartDefinition', {
			definition_elements: [
				definition('Who', '11111111-aaaa'),
				definition('Who', '22222222-bbbb'),
				definition('When', '33333333-cccc', 'date'),
				definition(null, '44444444-dddd'),
				definition('No identifier', undefined),
				null,
				{},
			],
		});
		expect(await elements({ ...GET_MEMBERS, templateId: byId('x') })).toEqual([
			{ name: 'Choose an element', value: '' },
			{ name: 'Who (11111111-aaaa)', value: '11111111-aaaa' },
			{ name: 'Who (22222222-bbbb)', value: '22222222-bbbb' },
			{ name: '44444444-dddd', value: '44444444-dddd' },
		]);
	});

	test.each([
		undefined,
		null,
		'',
		'  ',
		{ __rl: true, mode: 'list', value: '' },
		{ __rl: true, mode: 'id', value: ' ' },
		{ __rl: true, mode: 'url', value: '' },
		{ __rl: true, mode: 'list', value: null },
		{ __rl: true, mode: 'list' },
	])(
		'with the template %j the lists say what to choose first, and nothing is sent',
		async (templateId) => {
			const parameters = { ...GET_SIGNAL, templateId } as never;
			// An error would appear in red before the person has done anything.
			const entry = [{ name: 'Choose a template first', value: '' }];
			expect(await search('searchSignals', parameters)).toEqual({ results: entry });
			expect(await elements(parameters)).toEqual(entry);
			expect(await bench.requests()).toEqual([]);
		},
	);

	test.each([
		['..', 'is not an ID'],
		['a/b', 'is not an ID'],
		[{ __rl: true, mode: 'id', value: 'a?x=1' }, 'is not an ID'],
		[{ __rl: true, mode: 'url', value: 'https://x.example/' }, 'has no UUID'],
		[{ id: 'x' }, 'must be text'],
		[7, 'must be text'],
	])('the template %j is refused, and nothing is sent', async (templateId, words) => {
		const parameters = { ...TRIGGER, templateId } as never;
		await expect(search('searchSignals', parameters)).rejects.toThrow(words);
		await expect(elements(parameters)).rejects.toThrow(words);
		await expect(search('searchCases', parameters)).rejects.toThrow(words);
		expect(await bench.requests()).toEqual([]);
	});

	test('a deleted template: the reason in plain words', async () => {
		const parameters = { ...GET_SIGNAL, templateId: byId(bench.fixtures.unknownUuid) };
		await expect(search('searchSignals', parameters)).rejects.toMatchObject({
			message: expect.stringMatching(
				/^The process template was not found \(HTTP 404, List: Signals\)$/,
			),
			description: expect.stringContaining('No template that you can see has this ID'),
		});
		await expect(elements(parameters)).rejects.toThrow(
			'The process template was not found (HTTP 404, List: Elements)',
		);
	});

	test.each([
		['searchSignals', 'listSignals', 'missing: "signals"'],
		['getTeamMemberElements', 'getStartDefinition', 'missing: "definition_elements"'],
	])('%s: a response without the list is an error', async (method, operationId, words) => {
		await bench.answer(operationId, { message: 'ok' });
		const kind = method.startsWith('search') ? 'listSearch' : 'loadOptions';
		await expect(
			bench.list(kind, method, { ...GET_SIGNAL, templateId: byId('x') }),
		).rejects.toThrow(words);
	});
});

test('lists show the person of the credential', async () => {
	const list = await bench.list<INodeListSearchResult>(
		'listSearch',
		'searchTemplates',
		GET_TEMPLATE,
		[],
		'outsider',
	);
	expect(list).toEqual({ results: [] });
});

test('the domains allowed by the credential apply to lists, forms and operations alike', async () => {
	const credential = {
		...bench.credential(),
		allowedHttpRequestDomains: 'domains',
		allowedDomains: 'elsewhere.example',
	};
	const parameters = { ...CREATE, templateId: byId(bench.fixtures.templates.simple) } as never;
	await bench.handle.clearRequests();
	await expect(
		inEditor({ credential, parameters }, 'listSearch', 'searchTemplates'),
	).rejects.toThrow(/not allowed/);
	const form = await inEditor<{ emptyFieldsNotice: string }>(
		{ credential, parameters },
		'resourceMapping',
		'getFormFields',
	);
	expect(form.emptyFieldsNotice).toMatch(/not allowed/);
	const { error } = await bench.run(
		{ resource: 'case', operation: 'get', caseId: bench.fixtures.cases.running },
		{ credential },
	);
	expect(error!.message).toMatch(/not allowed/);
	await expect(new PublishedTrigger(credential, { event: 'caseCreated' }).poll()).rejects.toThrow(
		/not allowed/,
	);
	expect(await bench.requests()).toEqual([]);
});
