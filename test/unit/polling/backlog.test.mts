/**
 * More cases than one poll can read or the trigger can remember, and lists that shift meanwhile.
 */
import { Problem } from '../../../nodes/CaseManagement/model/problem.ts';
import type { EventSelection } from '../../../nodes/CaseManagement/polling/state.ts';
import { OddService } from './oddService.mts';
import { SimulatedService } from './simulatedService.mts';
import type { Behavior } from './simulatedService.mts';
import { Watching } from './watching.mts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

type Service = SimulatedService | OddService;

/** A trigger that has recorded the existing cases. */
async function begun(service: Service, selection: Partial<EventSelection> = {}): Promise<Watching> {
	const watching = new Watching(service, selection);
	expect(await watching.poll()).toEqual([]);
	return watching;
}

const paging = (kind: Behavior['paging'], pageSize: number): SimulatedService => {
	const service = new SimulatedService({ paging: kind, pageSize });
	for (let at = 20; at > 0; at -= 1) service.create({ created: service.now - at * MINUTE });
	return service;
};

/** Polls every minute until nothing more is reported. */
async function catchUp(watching: Watching, service: Service, polls: number): Promise<void> {
	for (let poll = 0; poll < polls; poll += 1) {
		await watching.poll();
		service.now += MINUTE;
	}
}

test('60,000 new cases after 30 days without a poll are all reported once, oldest first', async () => {
	const service = paging('offset', 100);
	const watching = await begun(service);
	const made = Array.from({ length: 60_000 }, () => {
		service.now += (30 * DAY) / 60_000;
		return service.create().uuid;
	});
	await catchUp(watching, service, 8);
	expect(watching.uuids).toEqual(made);
}, 120_000);

describe.each(['offset', 'keyset'] as const)('with %s cursors', (kind) => {
	test.each([
		['7,000 at pages of 20', 20, 7_000, 0, 6],
		['6,300 at pages of 100, a second for each', 100, 6_300, 1_000, 12],
	])('a week without a poll: %s', async (_name, pageSize, count, slowness, polls) => {
		const service = paging(kind, pageSize);
		const watching = await begun(service);
		const made = Array.from({ length: count }, () => {
			service.now += (7 * DAY) / count;
			return service.create().uuid;
		});
		service.beforeAnswer = () => {
			service.now += slowness;
		};
		await catchUp(watching, service, polls);
		expect(watching.uuids).toEqual(made);
	});

	test('3,000 new cases in one interval, some deleted while they are read', async () => {
		const service = paging(kind, 100);
		const watching = await begun(service);
		const made = Array.from({ length: 3_000 }, () => {
			service.now += 20;
			return service.create().uuid;
		});
		const deleted = new Set<string>();
		service.beforeAnswer = () => {
			if (service.requests % 5 !== 0 || deleted.size >= 5) return;
			const uuid = made[2_990 - deleted.size]!;
			deleted.add(uuid);
			service.cases.delete(uuid);
		};
		await catchUp(watching, service, 3);
		const { uuids } = watching;
		expect(deleted.size).toBe(5);
		expect(new Set(uuids).size).toBe(uuids.length);
		expect(made.filter((uuid) => !deleted.has(uuid) && !uuids.includes(uuid))).toEqual([]);
	});

	test('cases deleted at every page while a backlog is read', async () => {
		const service = paging(kind, 20);
		const watching = await begun(service);
		const made = Array.from({ length: 2_000 }, () => {
			service.now += MINUTE;
			return service.create().uuid;
		});
		const deleted = new Set<string>();
		service.beforeAnswer = () => {
			// From the oldest, where reading starts.
			const uuid = made[deleted.size]!;
			deleted.add(uuid);
			service.cases.delete(uuid);
		};
		await catchUp(watching, service, 4);
		service.beforeAnswer = () => {};
		await catchUp(watching, service, 2);
		const { uuids } = watching;
		expect(new Set(uuids).size).toBe(uuids.length);
		expect(made.filter((uuid) => !deleted.has(uuid) && !uuids.includes(uuid))).toEqual([]);
	});

	test('more cases in one second than are remembered, and then more in that second', async () => {
		const service = paging(kind, 100);
		const watching = await begun(service);
		const made = Array.from({ length: 2_500 }, () => service.create().uuid);
		await watching.poll();
		expect(watching.uuids).toEqual(made);
		for (let count = 0; count < 500; count += 1) made.push(service.create().uuid);
		await catchUp(watching, service, 3);
		expect(watching.uuids).toEqual(made);
		service.create();
		await catchUp(watching, service, 2);
		expect(watching.uuids.length).toBe(made.length + 1);
	});

	test('a cursor is sent only with the query that it came from', async () => {
		const service = paging(kind, 20);
		const watching = await begun(service);
		for (let count = 0; count < 6_000; count += 1) {
			service.now += MINUTE;
			service.create();
		}
		const given = new Map<string, string>();
		let followed = 0;
		const fetchPage = service.fetchPage.bind(service);
		service.fetchPage = async (query, cursor) => {
			const name = JSON.stringify(query);
			if (cursor !== undefined && query.order === 'oldest') {
				expect(given.get(cursor)).toContain(name);
				followed += 1;
			}
			const page = await fetchPage(query, cursor);
			const before = given.get(page.nextCursor ?? '') ?? '';
			if (page.nextCursor !== null) given.set(page.nextCursor, before + name);
			return page;
		};
		await catchUp(watching, service, 4);
		expect(followed).toBeGreaterThan(200);
	});
});

test('a service that accepts each cursor only once loses and repeats nothing', async () => {
	const service = new OddService();
	service.pageSize = 10;
	service.addMany(10);
	const watching = await begun(service);
	service.now += 1_500 * MINUTE;
	service.addMany(1_500);
	const given = new Map<string, string>();
	const used = new Set<string>();
	const fetchPage = service.fetchPage.bind(service);
	service.fetchPage = async (query, cursor) => {
		if (cursor !== undefined && (used.has(cursor) || !given.has(cursor))) throw refused();
		if (cursor !== undefined) used.add(cursor);
		const page = await fetchPage(query, given.get(cursor ?? ''));
		if (page.nextCursor === null) return page;
		const token = `token ${given.size}`;
		given.set(token, page.nextCursor);
		return { ...page, nextCursor: token };
	};
	await catchUp(watching, service, 5);
	expect(used.size).toBeGreaterThan(200);
	expect(watching.uuids).toEqual(service.entries.slice(10).map(({ uuid }) => uuid));
});

const refused = (): Problem => new Problem('No such cursor', { kind: 'service', status: 410 });

describe('dates that differ from the clock', () => {
	test.each([300, 1_900])('%i cases dated a day ahead hide no later one', async (count) => {
		const service = paging('keyset', 100);
		const watching = await begun(service, { event: 'caseCompleted' });
		for (let at = 0; at < count; at += 1) service.create({ created: service.now + DAY });
		const made: string[] = [];
		for (let minute = 0; minute < 50; minute += 1) {
			service.now += MINUTE;
			made.push(service.create({ status: 'completed' }).uuid);
			await watching.poll();
		}
		expect(watching.uuids).toEqual(made);
	});

	test.each(['caseCreated', 'caseCompleted'] as const)(
		'a clock set back by an hour: %s',
		async (event) => {
			const service = paging('keyset', 100);
			const watching = await begun(service, { event });
			const made: string[] = [];
			for (let minute = 0; minute < 90; minute += 1) {
				service.now += MINUTE;
				const created = service.now - (minute < 20 ? 0 : 60 * MINUTE);
				made.push(service.create({ created, status: 'completed' }).uuid);
				await watching.poll();
			}
			await watching.poll();
			expect(watching.uuids).toEqual(made);
		},
	);

	test('numbers that restart for each template cause no events', async () => {
		const service = new OddService();
		const template = (uuid: string, sequential_id: number) => ({
			process_template: { uuid, name: uuid },
			sequential_id,
		});
		service.addMany(50, (at) => template('first', at));
		const watching = await begun(service);
		// An old case that becomes visible, of a template that was hidden before.
		const old = { ...template('second', 900), created_at: '2026-01-02 00:00:00 UTC' };
		service.add(old);
		service.entries.unshift(service.entries.pop()!);
		expect(await watching.poll()).toEqual([]);
	});
});
