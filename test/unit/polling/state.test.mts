/** The state stored between two polls: its size, and how damage is handled. */
import { pollOnce, sampleEvent } from '../../../nodes/CaseManagement/polling/poll.ts';
import { EVENTS, fingerprint } from '../../../nodes/CaseManagement/polling/state.ts';
import { restoreState, serializeState } from '../../../nodes/CaseManagement/polling/storage.ts';
import { OddService } from './oddService.mts';
import { Watching } from './watching.mts';

const MINUTE = 60_000;

const settings = (service: OddService, event: (typeof EVENTS)[number]) => ({
	event,
	statuses: [],
	time: 40_000,
	now: () => service.now,
});

/**
 * Every state that differs from a valid one by a missing part or one of another type. Another value
 * of the right type is a valid state of another service.
 */
function* damaged(state: object): Generator<object> {
	for (const [key, value] of Object.entries(state)) {
		const rest: Record<string, unknown> = { ...state };
		delete rest[key];
		yield rest;
		const isMap = ['seen', 'numbers', 'absent', 'templates'].includes(key);
		for (const other of [null, 7, 'x', [], true, [7], { a: {} }, ...(isMap ? [] : [{}])]) {
			yield { ...rest, [key]: other };
		}
		if (typeof value !== 'object' || value === null || isMap) continue;
		for (const part of damaged(value as object)) yield { ...rest, [key]: part };
	}
}

test.each(EVENTS)('%s: a damaged state causes no events', async (event) => {
	const service = new OddService();
	service.pageSize = 2;
	service.addMany(6);
	service.addMany(6, () => ({ status: 'completed' }));
	const { state } = await pollOnce(undefined, service, settings(service, event));
	const { now } = service;
	const place = { first: now - MINUTE, last: now, furthest: now, cursor: '2', way: 0 };
	if (state.newCases) state.newCases.backlog = { ...place, createdAfter: '2026-02-27' };
	if (state.openCases) state.openCases.place = place;
	const stored = JSON.parse(JSON.stringify(await serializeState(state, 'scope'))) as object;
	let count = 0;
	for (const spoilt of damaged(stored)) {
		const before = await restoreState(spoilt, 'scope');
		const { events, state: after } = await pollOnce(before, service, settings(service, event));
		expect([spoilt, events]).toEqual([spoilt, []]);
		expect([after.newCases !== undefined, after.openCases !== undefined]).toEqual([
			event !== 'caseDeleted',
			event !== 'caseCreated',
		]);
		count += 1;
	}
	expect(count).toBeGreaterThan(50);
});

test.each(EVENTS)('%s: a poll does not change the state object it starts with', async (event) => {
	const service = new OddService();
	service.addMany(20);
	const { state } = await pollOnce(undefined, service, settings(service, event));
	const before = JSON.stringify(await serializeState(state, 'scope'));
	for (const entry of service.entries.splice(3, 5)) entry.status = 'completed';
	service.add();
	await pollOnce(state, service, settings(service, event));
	expect(JSON.stringify(await serializeState(state, 'scope'))).toBe(before);
});

test.each(EVENTS)('%s: 1,000 open cases and a full memory take less than 200 kB', async (event) => {
	const service = new OddService();
	for (let at = 0; at < 3_000; at += 1) {
		service.add({
			name: `Purchase order ${at} ${'of a supplier with a long name '.repeat(4)}`,
			status: at < 1_000 ? 'running' : 'completed',
			process_template: { uuid: '00000000-0000-4000-8000-00000000000a', name: 'Purchase' },
			sequential_id: 1_000_000 + at,
		});
	}
	const watching = new Watching(service, { event });
	await watching.poll();
	expect(watching.size).toBeLessThan(200_000);
});

test('names in other scripts are cut by their characters', async () => {
	const service = new OddService();
	for (let at = 0; at < 1_000; at += 1) {
		service.add({
			name: `${at} ${'購買申請書'.repeat(12)}`,
			process_template: { uuid: '00000000-0000-4000-8000-00000000000a', name: '購買' },
			sequential_id: 1_000_000 + at,
		});
	}
	const watching = new Watching(service, { event: 'caseDeleted' });
	await watching.poll();
	expect(watching.size).toBeLessThan(350_000);
	service.entries.shift();
	await watching.poll();
	expect((await watching.poll())[0]?.entry.name).toMatch(/^0 (購買申請書){11}購買申$/);
});

describe('the state stored by version 0.1.0', () => {
	/** When the newest case was created, and ten minutes earlier. */
	const mark = Date.UTC(2026, 2, 1, 12);
	const floor = mark - 10 * MINUTE;
	const uuid = (at: number) => `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`;

	/** A service with a case each minute; the 20th is the one at the mark. */
	function serviceOf(count: number): OddService {
		const service = new OddService();
		service.now = mark + (count - 20) * MINUTE;
		service.addMany(count);
		return service;
	}

	const arrivals = (more: object = {}) => ({
		mark,
		floor,
		seen: Object.fromEntries(
			Array.from({ length: 11 }, (_none, at) => [uuid(10 + at), floor + at * MINUTE]),
		),
		...more,
	});
	const stored = (event: 'caseCreated' | 'caseStatusChanged' | 'caseDeleted', more: object) => ({
		version: 1,
		scope: fingerprint({ event, templateIds: [], baseUrl: 'https://x', organization: 'o' }),
		...more,
	});

	test('covers the same cases', () => {
		const scopes = EVENTS.map((event) =>
			fingerprint({ event, templateIds: ['b', 'a'], baseUrl: 'https://x', organization: 'o' }),
		);
		// As version 0.1.0 wrote them.
		expect(scopes).toEqual([
			'arrivals+open 1stpy1c',
			'arrivals 1stpy1c',
			'open+details 1stpy1c',
			'arrivals+open 1stpy1c',
		]);
	});

	test.each([
		['new cases', arrivals()],
		['new cases to be read again', arrivals({ readAgain: true })],
		['a backlog', arrivals({ catchUp: { cursor: '300' } })],
		['a backlog at its beginning', arrivals({ catchUp: { cursor: null } })],
	])('%s: the next poll continues', async (_name, part) => {
		const service = serviceOf(320);
		const state = stored('caseCreated', { arrivals: part });
		let before = await restoreState(state, state.scope);
		const told: unknown[] = [];
		for (let poll = 0; poll < 3; poll += 1) {
			const result = await pollOnce(before, service, settings(service, 'caseCreated'));
			told.push(...result.events.map(({ entry }) => entry.uuid));
			before = result.state;
		}
		expect(told).toEqual(service.entries.slice(20).map((entry) => entry.uuid));
	});

	test('keeps the open cases and the position in their list', async () => {
		const service = serviceOf(25);
		const open = {
			complete: true,
			cases: Object.fromEntries(
				Array.from({ length: 20 }, (_none, at) => [
					uuid(at + 1),
					['running', `Case ${at + 1}`, at + 1, '2026-03-01 11:41:00 UTC', 'template'],
				]),
			),
			templates: { template: 'Template' },
			pass: { cursor: '15', statuses: ['running'], seen: [uuid(1), uuid(2)] },
		};
		const state = stored('caseDeleted', { open });
		service.entries.splice(3, 1);
		const one = await pollOnce(
			await restoreState(state, state.scope),
			service,
			settings(service, 'caseDeleted'),
		);
		expect(one.events).toEqual([]);
		const two = await pollOnce(one.state, service, settings(service, 'caseDeleted'));
		expect(two.events).toMatchObject([{ entry: { uuid: uuid(4), name: 'Case 4' } }]);
	});
});

test('a flood of new cases enlarges it only for a short time', async () => {
	const service = new OddService();
	service.addMany(20);
	const watching = new Watching(service);
	await watching.poll();
	for (let poll = 0; poll < 3; poll += 1) {
		for (let at = 0; at < 4_000; at += 1) {
			service.now += 15;
			service.add({ status: 'completed' });
		}
		await watching.poll();
		// New cases must be kept until they have been read twice.
		expect(watching.size).toBeLessThan(60 * 4_000);
	}
	service.now += MINUTE;
	await watching.poll();
	expect(watching.size).toBeLessThan(200_000);
	expect(watching.uuids).toEqual(service.entries.slice(20).map(({ uuid }) => uuid));
});

test('a long name is not cut through a character', async () => {
	const service = new OddService();
	for (let at = 55; at < 65; at += 1) service.add({ name: `${'x'.repeat(at)}😀`.repeat(2) });
	const watching = new Watching(service, { event: 'caseDeleted' });
	await watching.poll();
	service.entries = [];
	await watching.poll();
	for (const { entry } of await watching.poll()) {
		// Throws for half a character.
		expect(() => encodeURIComponent(String(entry.name))).not.toThrow();
		expect(String(entry.name).length).toBeGreaterThanOrEqual(59);
	}
	expect(watching.events.length).toBe(10);
});

describe('a sample', () => {
	const sample = async (service: OddService) =>
		await sampleEvent(service, { event: 'caseCompleted', statuses: [] });

	test('is of the right kind even if the service ignores the filter', async () => {
		const service = new OddService();
		service.addMany(150, (at) => ({ status: at === 3 ? 'completed' : 'running' }));
		const page = service.fetchPage.bind(service);
		service.fetchPage = async ({ order }, cursor) => await page({ order }, cursor);
		expect((await sample(service)).entry).toBe(service.entries[3]);
	});

	test('is the newest case of its kind', async () => {
		const service = new OddService();
		service.addMany(5, () => ({ status: 'completed' }));
		expect((await sample(service)).entry).toBe(service.entries[4]);
	});

	test('is found after an empty page, and the search ends', async () => {
		const service = new OddService();
		service.addMany(3, () => ({ status: 'completed' }));
		const page = service.fetchPage.bind(service);
		service.fetchPage = async (order, cursor) =>
			cursor === undefined ? { entries: [], nextCursor: '0' } : await page(order, cursor);
		expect((await sample(service)).entry).toBe(service.entries[2]);
		service.asked = [];
		service.fetchPage = async (order, cursor) => {
			await page(order, cursor);
			return { entries: [], nextCursor: `${Number(cursor ?? 0) + 1}` };
		};
		await expect(sample(service)).rejects.toThrow('There is no completed case');
		expect(service.asked.length).toBeLessThanOrEqual(5);
	});
});
