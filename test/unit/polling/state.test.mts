/** What is stored between two polls: how large it is, and what is made of one that was damaged. */
import { EVENTS } from '../../../nodes/CaseManagement/polling/events.ts';
import { pollOnce } from '../../../nodes/CaseManagement/polling/poll.ts';
import { sampleEvent } from '../../../nodes/CaseManagement/polling/sample.ts';
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
 * Every state that differs from a good one by a part that is missing or of another kind. Another
 * value of the right kind is a good state, of another service.
 */
function* damaged(state: object): Generator<object> {
	for (const [key, value] of Object.entries(state)) {
		const rest: Record<string, unknown> = { ...state };
		delete rest[key];
		yield rest;
		const isMap = key === 'seen' || key === 'cases';
		for (const other of [null, 7, 'x', [], true, [7], { a: {} }, ...(isMap ? [] : [{}])]) {
			yield { ...rest, [key]: other };
		}
		if (typeof value !== 'object' || value === null || isMap) continue;
		for (const part of damaged(value as object)) yield { ...rest, [key]: part };
	}
}

test.each(EVENTS)('%s: a damaged state makes no news', async (event) => {
	const service = new OddService();
	service.pageSize = 2;
	service.addMany(6);
	service.addMany(6, () => ({ status: 'completed' }));
	const { state } = await pollOnce(undefined, service, settings(service, event));
	if (state.newCases) {
		state.newCases.backlog = { createdAfter: '2026-02-27', cursor: '2', previous: undefined };
	}
	if (state.openCases)
		state.openCases.scan = { cursor: '2', statuses: ['running'], seen: new Set(['x']) };
	const stored = JSON.parse(JSON.stringify(serializeState(state, 'scope'))) as object;
	let count = 0;
	for (const spoilt of damaged(stored)) {
		const before = restoreState(spoilt, 'scope');
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

test.each(EVENTS)('%s: a poll leaves the state that it begins with as it was', async (event) => {
	const service = new OddService();
	service.addMany(20);
	const { state } = await pollOnce(undefined, service, settings(service, event));
	const before = JSON.stringify(serializeState(state, 'scope'));
	for (const entry of service.entries.splice(3, 5)) entry.status = 'completed';
	service.add();
	await pollOnce(state, service, settings(service, event));
	expect(JSON.stringify(serializeState(state, 'scope'))).toBe(before);
});

test.each(EVENTS)('%s: 1,000 open cases and a full memory are less than 200 kB', async (event) => {
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

test('a flood of new cases makes it no more for long', async () => {
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
		// What is new has to be kept until it has been read twice.
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

	test('is of the wanted kind, although the service ignores the filter', async () => {
		const service = new OddService();
		service.addMany(150, (at) => ({ status: at === 3 ? 'completed' : 'running' }));
		const page = service.fetchPage.bind(service);
		service.fetchPage = async ({ order }, cursor) => await page({ order }, cursor);
		expect((await sample(service)).entry).toBe(service.entries[3]);
	});

	test('is found behind an empty page, and not looked for without end', async () => {
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
