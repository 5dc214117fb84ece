/** A service that deviates from the contract: nothing is silently lost, repeated or invented. */
import { Problem } from '../../../nodes/CaseManagement/model/problem.ts';
import type { EventName, EventSelection } from '../../../nodes/CaseManagement/polling/state.ts';
import { OddService } from './oddService.mts';
import { Watching } from './watching.mts';

const MINUTE = 60_000;

async function begun(
	service: OddService,
	watched: Partial<EventSelection> = {},
): Promise<Watching> {
	const watching = new Watching(service, watched);
	expect(await watching.poll()).toEqual([]);
	service.asked = [];
	return watching;
}

describe('creation dates', () => {
	test.each([
		['with milliseconds', (iso: string) => iso],
		['in another zone', (iso: string) => shifted(iso)],
		['without a zone', (iso: string) => iso.slice(0, 19)],
	])('%s work too', async (_name, written) => {
		const service = new OddService();
		const add = () => service.add({ created_at: written(new Date(service.now).toISOString()) });
		for (let at = 0; at < 300; at += 1) {
			service.now += MINUTE;
			add();
		}
		const watching = await begun(service);
		for (let at = 0; at < 30; at += 1) {
			service.now += MINUTE;
			add();
			await watching.poll();
		}
		expect(watching.uuids).toEqual(service.entries.slice(300).map(({ uuid }) => uuid));
	});

	test.each([
		['missing', { created_at: undefined }],
		['null', { created_at: null }],
		['numbers', { created_at: 1_772_366_400 }],
		['words', { created_at: 'yesterday' }],
	])('%s are reported, and cause no events', async (_name, odd) => {
		const service = new OddService();
		service.addMany(5_000, () => odd);
		const watching = new Watching(service);
		await expect(watching.poll()).rejects.toThrow('UUID, status and date');
		await expect(watching.poll()).rejects.toThrow('UUID, status and date');
	});

	test('a few cases without a date are never reported as new, however often they are read', async () => {
		const service = new OddService();
		service.addMany(300);
		const odd = [service.add({ created_at: null }), service.add({ created_at: null })];
		const list = service.arranged;
		// As a database sorts missing values.
		service.arranged = (right, order) =>
			list([...odd, ...right.filter((entry) => !odd.includes(entry as never))], order);
		const watching = await begun(service);
		for (let at = 0; at < 40; at += 1) {
			service.now += MINUTE;
			service.add();
			await watching.poll();
		}
		expect(watching.uuids.length).toBe(40);
		expect(watching.uuids).not.toContain(odd[0]!.uuid);
	});

	test('a case without a date is followed while it is open', async () => {
		const service = new OddService();
		service.addMany(20);
		const odd = service.add({ created_at: null });
		const watching = await begun(service, { event: 'caseCompleted' });
		odd.status = 'completed';
		expect(await watching.poll()).toMatchObject([{ entry: { uuid: odd.uuid } }]);
		expect(await watching.poll()).toEqual([]);
	});

	test('entries without UUID or status are passed over', async () => {
		const service = new OddService();
		service.addMany(20);
		const watching = await begun(service, { event: 'caseStatusChanged' });
		service.add({ uuid: undefined, status: 'error' });
		service.add({ uuid: 7, status: 'error' });
		service.add({ status: undefined });
		service.add({ status: null });
		expect(await watching.poll()).toEqual([]);
	});
});

const shifted = (iso: string): string =>
	new Date(Date.parse(iso) + 120 * MINUTE).toISOString().replace('Z', '+02:00');

describe('list order', () => {
	test.each([
		['always the oldest first', (newest: boolean) => (newest ? 'turn' : 'keep')],
		['always the newest first', (newest: boolean) => (newest ? 'keep' : 'turn')],
	])('%s: reported, so that no new case is missed', async (_name, how) => {
		const service = new OddService();
		service.pageSize = 20;
		service.addMany(500);
		const watching = await begun(service);
		service.arranged = (right, { order }) =>
			how(order === 'newest') === 'turn' ? right.toReversed() : right;
		// Enough cases that they are read from both ends.
		service.now += 1_200 * MINUTE;
		service.addMany(1_200);
		await expect(watching.poll()).rejects.toThrow(
			/does not return the (newest|oldest) cases first/,
		);
		service.arranged = (right) => right;
		for (let poll = 0; poll < 6; poll += 1) await watching.poll();
		expect(watching.uuids).toEqual(service.entries.slice(500).map(({ uuid }) => uuid));
	});

	test('a single case out of order does not count as another order', async () => {
		const service = new OddService();
		service.addMany(500);
		service.entries[490]!.created_at = '2031-01-01 00:00:00 UTC';
		service.entries[495]!.created_at = '2001-01-01 00:00:00 UTC';
		const watching = await begun(service);
		service.now += MINUTE;
		const { uuid } = service.add();
		await watching.poll();
		expect(watching.uuids).toEqual([uuid]);
	});
});

describe('cases that are hidden for a while', () => {
	test.each<EventName>(['caseCompleted', 'caseStatusChanged'])(
		'%s: what is seen again has not been finished in between',
		async (event) => {
			const service = new OddService();
			service.addMany(50);
			const watching = await begun(service, { event });
			service.now += MINUTE;
			const entry = service.add();
			await watching.poll();
			service.hidden.add(entry.uuid);
			await watching.poll();
			service.hidden.clear();
			expect(await watching.poll()).toEqual([]);
			entry.status = 'completed';
			expect(await watching.poll()).toMatchObject([{ previousStatus: 'running' }]);
		},
	);

	test('a case completed meanwhile is reported', async () => {
		const service = new OddService();
		service.addMany(50);
		const watching = await begun(service, { event: 'caseCompleted' });
		service.now += MINUTE;
		const entry = service.add();
		await watching.poll();
		service.hidden.add(entry.uuid);
		await watching.poll();
		service.hidden.clear();
		entry.status = 'completed';
		expect(await watching.poll()).toMatchObject([{ entry: { uuid: entry.uuid } }]);
		expect(await watching.poll()).toEqual([]);
	});

	test('a UUID that is used again is another case', async () => {
		const service = new OddService();
		service.addMany(5);
		const watching = await begun(service, { event: 'caseDeleted' });
		const [{ uuid }] = service.entries.splice(0, 1) as [{ uuid: string }];
		await watching.poll();
		await watching.poll();
		service.add({ uuid });
		expect(await watching.poll()).toEqual([]);
		service.entries.pop();
		await watching.poll();
		await watching.poll();
		expect(watching.uuids).toEqual([uuid, uuid]);
	});

	test.each(['__proto__', 'constructor', '7', 'a/b'])('a UUID like %s is text', async (uuid) => {
		const service = new OddService();
		service.addMany(5);
		const watching = await begun(service, { event: 'caseStatusChanged' });
		const entry = service.add({ uuid });
		expect(await watching.poll()).toEqual([]);
		entry.status = 'error';
		expect(await watching.poll()).toMatchObject([{ previousStatus: 'running' }]);
		entry.status = 'completed';
		expect(await watching.poll()).toMatchObject([{ previousStatus: 'error' }]);
		expect(await watching.poll()).toEqual([]);
	});
});

describe('cases that cannot be read', () => {
	test('do not prevent events of others, nor following new cases', async () => {
		const service = new OddService();
		service.addMany(60);
		const watching = await begun(service, { event: 'caseDeleted' });
		for (const entry of service.entries.slice(0, 20)) {
			entry.status = 'completed';
			service.broken.add(entry.uuid);
		}
		const [gone] = service.entries.splice(40, 1);
		for (let poll = 0; poll < 14; poll += 1) await watching.poll().catch(() => []);
		expect(watching.uuids).toEqual([gone!.uuid]);
		const late = service.add();
		await expect(watching.poll()).rejects.toMatchObject({
			message: 'Broken',
			hint: expect.stringContaining('Case: 00000000-'),
		});
		service.entries.pop();
		for (let poll = 0; poll < 14; poll += 1) await watching.poll().catch(() => []);
		expect(watching.uuids).toEqual([gone!.uuid, late.uuid]);
		service.broken.clear();
		expect(await watching.poll()).toEqual([]);
	});

	test('each gets its turn if a poll cannot check them all', async () => {
		const service = new OddService();
		service.addMany(1_000);
		const watching = await begun(service, { event: 'caseCompleted' });
		// The list no longer contains them, though they exist.
		const kept = new Set(service.entries.slice(0, 900));
		service.arranged = (right) => right.filter((entry) => !kept.has(entry));
		service.entries[0]!.status = 'completed';
		for (let poll = 0; poll < 4; poll += 1) await watching.poll();
		expect(watching.uuids).toEqual([service.entries[0]!.uuid]);
	});
});

describe('a list that takes several polls', () => {
	/** A service whose open list can never be read completely in one poll. */
	function long(): OddService {
		const service = new OddService();
		service.pageSize = 2;
		service.addMany(1_000);
		return service;
	}

	test.each([400, 404, 410, 422, 500])('a cursor refused with %i is given up', async (status) => {
		const service = long();
		const watching = await begun(service, { event: 'caseDeleted' });
		const [gone] = service.entries.splice(10, 1);
		let refused = 0;
		service.onPage = (_order, cursor) => {
			if (cursor === undefined || refused++ > 0) return;
			throw new Problem('No such cursor', { kind: 'service', status });
		};
		for (let poll = 0; poll < 6; poll += 1) await watching.poll();
		expect(refused).toBeGreaterThan(0);
		expect(watching.uuids).toEqual([gone!.uuid]);
	});

	test.each([401, 403, 429, 503])(
		'%i neither gives up the cursor nor changes the query',
		async (status) => {
			const service = long();
			const watching = await begun(service, { event: 'caseDeleted' });
			service.onPage = () => {
				throw new Problem('Not now', { kind: 'service', status });
			};
			await expect(watching.poll()).rejects.toThrow('Not now');
			expect(service.asked.length).toBe(1);
			service.onPage = () => {};
			service.asked = [];
			await watching.poll();
			expect(service.asked[0]?.cursor).toBe('638');
		},
	);
});

test('a case listed with two statuses on one page is requested by itself', async () => {
	const service = new OddService();
	service.addMany(20);
	const watching = await begun(service, { event: 'caseStatusChanged' });
	const entry = service.entries[3]!;
	service.arranged = (right) =>
		right.flatMap((one) => (one === entry ? [one, { ...one, status: 'error' }, one] : [one]));
	for (let poll = 0; poll < 3; poll += 1) expect(await watching.poll()).toEqual([]);
	entry.status = 'paused';
	expect(await watching.poll()).toMatchObject([
		{ entry: { status: 'paused' }, previousStatus: 'running' },
	]);
	for (let poll = 0; poll < 3; poll += 1) expect(await watching.poll()).toEqual([]);
});

test('a status that the contract does not name is never requested', async () => {
	const service = new OddService();
	service.addMany(20);
	const watching = await begun(service, { event: 'caseStatusChanged' });
	const entry = service.entries[3]!;
	entry.status = 'suspended';
	await watching.poll();
	service.onPage = ({ statuses = [] }) => {
		if (statuses.includes('suspended'))
			throw new Problem('No such status', { kind: 'service', status: 422 });
	};
	expect(await watching.poll()).toEqual([]);
	entry.status = 'completed';
	expect(await watching.poll()).toMatchObject([{ previousStatus: 'suspended' }]);
	expect(watching.events.length).toBe(2);
});

test('more cases in one second than are remembered, and more than a poll can read', async () => {
	const service = new OddService();
	service.pageSize = 5;
	service.addMany(10);
	const watching = await begun(service);
	service.now += MINUTE;
	for (let at = 0; at < 4_000; at += 1) service.add();
	for (let poll = 0; poll < 7; poll += 1) await watching.poll();
	expect(watching.uuids).toEqual(service.entries.slice(10).map(({ uuid }) => uuid));
});

describe('the time limit', () => {
	test('the first poll obeys it too, and what it has not read causes no events', async () => {
		const service = new OddService();
		service.pageSize = 10;
		for (let at = 0; at < 1_500; at += 1) service.add({ status: 'completed' });
		service.slowness = 1_000;
		const before = service.now;
		const watching = await begun(service);
		expect(service.now - before).toBeLessThanOrEqual(40_000);
		service.slowness = 0;
		service.now += MINUTE;
		const { uuid } = service.add();
		await watching.poll();
		await watching.poll();
		expect(watching.uuids).toEqual([uuid]);
	});

	test.each([
		['the west, without the day', 12, true],
		['the east, with the day', -14, false],
	])('filter days in %s: a backlog loses nothing', async (_name, hours, exclusive) => {
		const service = new OddService();
		service.pageSize = 5;
		service.now = Date.UTC(2026, 2, 1, 0, 20);
		service.addMany(10);
		const watching = await begun(service);
		service.addMany(600);
		service.arranged = (right, { createdAfter }) => {
			if (createdAfter === undefined) return right;
			const begin = Date.parse(`${createdAfter}T00:00Z`) + hours * 60 * MINUTE;
			const bound = exclusive ? begin + 24 * 60 * MINUTE : begin;
			return right.filter(({ created_at }) => Date.parse(String(created_at)) >= bound);
		};
		const early = service.entries.splice(10);
		for (const [at, entry] of early.entries()) {
			service.add({
				uuid: entry.uuid,
				created_at: `2026-03-01 00:21:${String(Math.floor(at / 10)).padStart(2, '0')} UTC`,
			});
		}
		for (let poll = 0; poll < 4; poll += 1) await watching.poll();
		expect(watching.uuids.length).toBe(600);
		expect(service.asked.some(({ createdAfter }) => createdAfter !== undefined)).toBe(true);
	});
});
