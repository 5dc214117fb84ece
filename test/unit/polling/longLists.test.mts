/** Lists that take several polls, and lists that contradict each other or lag behind. */
import type { JsonObject } from '../../../nodes/CaseManagement/model/json.ts';
import type { EventSelection } from '../../../nodes/CaseManagement/polling/state.ts';
import { OddService } from './oddService.mts';
import { SimulatedService } from './simulatedService.mts';
import type { Behavior } from './simulatedService.mts';
import { Watching } from './watching.mts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const NO_END = 'The list of cases is too long: the trigger gets no further in it';

/** A service with one open case a minute, whose answers take a while. */
function slowService(
	open: number,
	slowness: number,
	behavior: Partial<Behavior>,
): SimulatedService {
	const service = new SimulatedService(behavior);
	for (let at = open; at > 0; at -= 1) service.create({ created: service.now - at * MINUTE });
	service.beforeAnswer = () => {
		service.now += slowness;
	};
	return service;
}

async function poll(watching: Watching, service: { now: number }, pause = MINUTE) {
	const events = await watching.poll();
	service.now += pause;
	return events;
}

describe('more open cases than a poll can read, and cursors that expire before the next poll', () => {
	test.each<[string, Behavior['dateFilter'], Behavior['paging']]>([
		['to the second, cursors of a case', 'second', 'keyset'],
		['to the second, cursors that count', 'second', 'offset'],
		['by days', 'dayExclusive', 'keyset'],
	])(
		'dates %s: the list is read to its end, again and again',
		async (_name, dateFilter, paging) => {
			const behavior = { dateFilter, paging, cursorLife: 15 * MINUTE };
			const service = slowService(15_000, 300, behavior);
			const watching = new Watching(service, { event: 'caseCompleted' });
			for (let hour = 0; hour < 3; hour += 1) await poll(watching, service, HOUR);
			const cases = [...service.cases.values()];
			for (let round = 0; round < 3; round += 1) {
				const ended = [cases[round], cases[7_000 + round], cases[14_000 + round]];
				for (const one of ended) one!.status = 'completed';
				const before = watching.events.length;
				for (let hour = 0; hour < 6; hour += 1) await poll(watching, service, HOUR);
				expect(new Set(watching.uuids.slice(before))).toEqual(
					new Set(ended.map((one) => one!.uuid)),
				);
			}
			expect(watching.events.length).toBe(9);
		},
	);

	test('with dates that are ignored: each poll says that it gets no further', async () => {
		const behavior = { dateFilter: 'ignored', cursorLife: 15 * MINUTE } as const;
		const service = slowService(15_000, 300, behavior);
		const watching = new Watching(service, { event: 'caseCompleted' });
		// At first it still gets a little further.
		for (let hour = 0; hour < 2; hour += 1) {
			expect(await poll(watching, service, HOUR)).toEqual([]);
		}
		for (let hour = 0; hour < 3; hour += 1) {
			await expect(watching.poll()).rejects.toMatchObject({
				message: NO_END,
				hint: expect.stringContaining('Choose fewer templates under Filters, or poll more often'),
			});
			service.now += HOUR;
		}
	});

	test('with dates that are ignored and cursors that live: it is read to its end', async () => {
		const service = slowService(15_000, 300, { dateFilter: 'ignored' });
		const watching = new Watching(service, { event: 'caseCompleted' });
		for (let hour = 0; hour < 3; hour += 1) await poll(watching, service, HOUR);
		const ended = [...service.cases.values()].at(-10)!;
		ended.status = 'completed';
		for (let hour = 0; hour < 4; hour += 1) await poll(watching, service, HOUR);
		expect(watching.uuids).toEqual([ended.uuid]);
	});
});

describe('more new cases than a poll can read', () => {
	test.each<Behavior['dateFilter']>(['second', 'dayExclusive'])(
		'cursors of 30 seconds, dates by %s: all are reported once, oldest first',
		async (dateFilter) => {
			const service = slowService(20, 1_000, { dateFilter, cursorLife: 30_000 });
			const watching = new Watching(service);
			await poll(watching, service);
			const count = dateFilter === 'second' ? 8_000 : 4_000;
			const made = Array.from({ length: count }, () => {
				service.now += dateFilter === 'second' ? 3_000 : 3 * MINUTE;
				return service.create({ status: 'completed' }).uuid;
			});
			for (let minute = 0; minute < 30; minute += 1) await poll(watching, service);
			expect(watching.uuids).toEqual(made);
		},
	);

	test('while nothing helps, each poll without an event says so', async () => {
		const behavior = { dateFilter: 'ignored', cursorLife: 30_000 } as const;
		const service = slowService(20, 1_000, behavior);
		const watching = new Watching(service);
		await poll(watching, service);
		for (let at = 0; at < 8_000; at += 1) service.create({ created: service.now + at * 5 });
		service.now += MINUTE;
		const told: Array<number | string> = [];
		for (let minute = 0; minute < 20; minute += 1) {
			const count = await watching.poll().then(
				({ length }) => length,
				(error: Error) => error.message,
			);
			told.push(count);
			service.now += MINUTE;
		}
		expect(told).not.toContain(0);
		expect(told.slice(-10)).toEqual(Array.from({ length: 10 }, () => NO_END));
		expect(new Set(watching.uuids).size).toBe(watching.uuids.length);
	});
});

describe('nothing from before the first poll is reported', () => {
	test.each([20, 50, 100])(
		'running numbers in another order than dates, pages of %i',
		async (pageSize) => {
			const service = new OddService();
			service.pageSize = pageSize;
			// An import: the highest numbers belong to cases that the first poll does not reach.
			service.addMany(600, (at) => ({ sequential_id: at < 600 - pageSize ? 10_000 + at : at }));
			const old = new Set(service.entries.map(({ uuid }) => uuid));
			const watching = new Watching(service);
			await watching.poll();
			// Older ones move up to the pages that are read.
			service.entries.splice(600 - pageSize, pageSize - 1);
			for (let hour = 0; hour < 4; hour += 1) {
				service.now += 70 * MINUTE;
				service.addMany(60, (at) => ({ sequential_id: 600 + at }));
				await watching.poll();
			}
			expect(watching.uuids.filter((uuid) => old.has(uuid))).toEqual([]);
			expect(watching.uuids).toEqual(service.entries.slice(601 - pageSize).map(({ uuid }) => uuid));
		},
	);

	test('a backlog that begins before its bound makes no old case of a quiet template new', async () => {
		const service = new OddService();
		const quiet = { uuid: 'quiet', name: 'Quiet' };
		const add = (count: number) =>
			Array.from({ length: count }, (_none, at) => {
				service.now += 20_000;
				const isQuiet = at % 180 === 0 && (count < 5_000 || at < 12_000);
				return service.add({ status: 'completed', ...(isQuiet && { process_template: quiet }) });
			});
		const old = new Set(add(13_000).map(({ uuid }) => uuid));
		const watching = new Watching(service);
		await watching.poll();
		const made = add(2_160).map(({ uuid }) => uuid);
		service.slowness = 1_000;
		for (let minute = 0; minute < 20; minute += 1) await poll(watching, service);
		expect(watching.uuids.filter((uuid) => old.has(uuid))).toEqual([]);
		expect(watching.uuids).toEqual(made);
	});

	test('an import of old cases into a service that had none', async () => {
		const service = new SimulatedService();
		const watching = new Watching(service);
		await watching.poll();
		service.now += HOUR;
		service.create({ created: service.now - 30 * 24 * HOUR });
		const { uuid } = service.create();
		await watching.poll();
		expect(watching.uuids).toEqual([uuid]);
	});

	test('an import of old cases, with new running numbers', async () => {
		const service = slowService(20, 0, {});
		const watching = new Watching(service);
		await watching.poll();
		service.now += MINUTE;
		const made = [service.create().uuid];
		await watching.poll();
		service.create({ created: service.now - 60 * 24 * HOUR });
		service.now += MINUTE;
		made.push(service.create().uuid);
		for (let minute = 0; minute < 3; minute += 1) await poll(watching, service);
		expect(watching.uuids).toEqual(made);
	});

	test('a case that a page hid from a first poll without the time to look twice', async () => {
		const service = new SimulatedService({ paging: 'offset', pageSize: 2 });
		const cases = Array.from({ length: 60 }, (_none, at) =>
			service.create({ created: service.now - (60 - at) * 9_000 }),
		);
		service.beforeAnswer = () => {
			service.now += 1_000;
			if (service.requests === 10) service.cases.delete(cases.at(-1)!.uuid);
		};
		const watching = new Watching(service);
		await poll(watching, service);
		service.beforeAnswer = () => {};
		const { uuid } = service.create();
		for (let minute = 0; minute < 3; minute += 1) await poll(watching, service);
		expect(watching.uuids).toEqual([uuid]);
	});

	test('a case that a page hid from the first poll is not new', async () => {
		const service = new SimulatedService({ paging: 'offset', pageSize: 20 });
		const cases = Array.from({ length: 100 }, (_none, at) =>
			service.create({ created: service.now - (100 - at) * 1_000 }),
		);
		service.beforeAnswer = () => {
			// The first case of the second page moves to the first page, which has been read.
			if (service.requests === 2) service.cases.delete(cases.at(-1)!.uuid);
		};
		const watching = new Watching(service);
		await watching.poll();
		service.now += MINUTE;
		expect(await watching.poll()).toEqual([]);
	});
});

describe('lists that contradict each other', () => {
	/** A service whose list of open cases shows some cases as they were. */
	async function laggingService(selection: Partial<EventSelection>) {
		const service = new OddService();
		service.addMany(30);
		const stale = new Map<unknown, JsonObject>();
		const fetchPage = service.fetchPage.bind(service);
		const watching = new Watching(service, selection);
		expect(await watching.poll()).toEqual([]);
		service.fetchPage = async (query, cursor) => {
			const page = await fetchPage(query, cursor);
			if (query.statuses === undefined) return page;
			const shown = page.entries.filter(({ uuid }) => !stale.has(uuid));
			return { ...page, entries: [...stale.values(), ...shown].slice(0, service.pageSize) };
		};
		return { service, watching, stale };
	}

	test.each(['caseCompleted', 'caseStatusChanged'] as const)(
		'%s: a new case that one list shows as completed and the other as running',
		async (event) => {
			const { service, watching, stale } = await laggingService({ event });
			service.now += MINUTE;
			const made = service.add({ status: 'completed' });
			stale.set(made.uuid, { ...made, status: 'running' });
			for (let minute = 0; minute < 3; minute += 1) await poll(watching, service);
			stale.clear();
			await poll(watching, service);
			expect(watching.events).toMatchObject([{ entry: { uuid: made.uuid, status: 'completed' } }]);
		},
	);

	test.each(['caseCompleted', 'caseStatusChanged'] as const)(
		'%s: an old case that the list of open cases still shows after its end was reported',
		async (event) => {
			const { service, watching, stale } = await laggingService({ event });
			service.now += HOUR;
			const [entry] = service.entries;
			entry!.status = 'completed';
			await poll(watching, service);
			stale.set(entry!.uuid, { ...entry, status: 'running' });
			await poll(watching, service);
			stale.clear();
			for (let minute = 0; minute < 2; minute += 1) await poll(watching, service);
			expect(watching.events.length).toBe(1);
		},
	);

	test('a change that was reported is not taken back by a list that lags', async () => {
		const { service, watching, stale } = await laggingService({ event: 'caseStatusChanged' });
		const entry = service.entries[3]!;
		const before = { ...entry };
		entry.status = 'paused';
		await poll(watching, service);
		stale.set(entry.uuid, before);
		await poll(watching, service);
		stale.clear();
		await poll(watching, service);
		expect(watching.events).toMatchObject([
			{ entry: { status: 'paused' }, previousStatus: 'running' },
		]);
	});

	test('completed cases that an index still counts as open do not stop the trigger', async () => {
		const { service, watching, stale } = await laggingService({ event: 'caseCompleted' });
		service.now += HOUR;
		for (const entry of service.entries) {
			entry.status = 'completed';
			stale.set(entry.uuid, entry);
		}
		await poll(watching, service);
		expect(new Set(watching.uuids).size).toBe(30);
		stale.clear();
		await poll(watching, service);
		expect(watching.events.length).toBe(30);
	});
});

test('a new case that a page hid is found when the second reading takes several polls', async () => {
	const service = slowService(20, 0, { paging: 'offset', pageSize: 20 });
	const watching = new Watching(service);
	await poll(watching, service);
	const made = Array.from({ length: 600 }, () => {
		service.now += 6_000;
		return service.create().uuid;
	});
	service.requests = 0;
	const gone = made.at(-5)!;
	service.beforeAnswer = () => {
		// It has been read; the cases behind it move up by one.
		if (service.requests === 15) service.cases.delete(gone);
	};
	await poll(watching, service);
	expect(watching.uuids.length).toBe(599);
	service.beforeAnswer = () => {
		service.now += 2_000;
	};
	for (let minute = 0; minute < 15; minute += 1) await poll(watching, service);
	expect(watching.uuids.toSorted()).toEqual(made.toSorted());
});

test.each(['caseCompleted', 'caseStatusChanged'] as const)(
	'%s: new cases that a poll has no time to fetch are followed all the same',
	async (event) => {
		const service = slowService(300, 500, {});
		const watching = new Watching(service, { event });
		for (let minute = 0; minute < 3; minute += 1) await poll(watching, service);
		const complete = (cases: Array<{ status: string }>) => {
			for (const one of cases) one.status = 'completed';
		};
		const createInAnHour = () =>
			Array.from({ length: 80 }, () => {
				service.now += 45_000;
				return service.create();
			});
		const old = [...service.cases.values()].slice(0, 100);
		complete(old);
		await watching.poll();
		const first = createInAnHour();
		await watching.poll();
		createInAnHour();
		await watching.poll();
		service.now += HOUR;
		complete(first);
		for (let minute = 0; minute < 10; minute += 1) await poll(watching, service);
		const ended = [...old, ...first].map(({ uuid }) => uuid);
		expect(watching.uuids.toSorted()).toEqual(ended.toSorted());
	},
);

test('a change that a poll has no time to confirm is confirmed by the next ones', async () => {
	const service = slowService(1_500, 300, { pageSize: 10 });
	const watching = new Watching(service, { event: 'caseStatusChanged' });
	for (let minute = 0; minute < 3; minute += 1) await poll(watching, service);
	const cases = [...service.cases.values()].slice(0, 900);
	for (const one of cases) one.status = 'paused';
	for (let minute = 0; minute < 30; minute += 1) await poll(watching, service);
	expect(watching.uuids.toSorted()).toEqual(cases.map(({ uuid }) => uuid).toSorted());
});

test('100,000 open cases take less than 2.5 MB', async () => {
	const service = new OddService();
	for (let at = 0; at < 100_000; at += 1) {
		service.now += 1_000;
		service.add({ status: ['running', 'paused', 'error'][at % 3] });
	}
	service.pageSize = 1_000;
	const watching = new Watching(service, { event: 'caseCompleted' });
	await watching.poll();
	expect(watching.size).toBeGreaterThan(2_000_000);
	expect(watching.size).toBeLessThan(2_500_000);
});
