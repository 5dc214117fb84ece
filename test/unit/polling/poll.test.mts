/** The cost of a poll, and how it handles difficult situations. */
import { Problem } from '../../../nodes/CaseManagement/model/problem.ts';
import type { EventSelection } from '../../../nodes/CaseManagement/polling/state.ts';
import { SimulatedService, unavailable } from './simulatedService.mts';
import { Watching } from './watching.mts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** A watcher that has recorded the existing cases. */
async function begun(
	service: SimulatedService,
	watched: Partial<EventSelection> = {},
): Promise<Watching> {
	const watching = new Watching(service, watched);
	await watching.poll();
	service.requests = 0;
	return watching;
}

/** An archive of finished cases with open ones among them, one case per minute. */
function withArchive(finished: number, open: number): SimulatedService {
	const service = new SimulatedService();
	const all = finished + open;
	for (let at = 0; at < all; at += 1) {
		const isOpen = Math.floor((at * open) / all) !== Math.floor(((at + 1) * open) / all);
		const created = service.now - (all - at) * MINUTE;
		service.create({ created, status: isOpen ? 'running' : 'completed' });
	}
	return service;
}

describe('with 100,000 finished and 1,000 open cases', () => {
	const service = withArchive(100_000, 1_000);

	test.each([
		['caseCreated', 2],
		['caseCompleted', 12],
		['caseStatusChanged', 12],
		['caseDeleted', 12],
	] as const)('%s: a poll without changes makes at most %i requests', async (event, most) => {
		const watching = await begun(service, { event });
		expect(watching.events).toEqual([]);
		for (let poll = 0; poll < 3; poll += 1) {
			service.requests = 0;
			service.now += MINUTE;
			expect(await watching.poll()).toEqual([]);
			expect(service.requests).toBeLessThanOrEqual(most);
		}
		expect(watching.size).toBeLessThan(200_000);
	});

	test('350 new cases between two polls are all reported, oldest first', async () => {
		const watching = await begun(service);
		const made = Array.from({ length: 350 }, () => service.create().uuid);
		service.now += MINUTE;
		expect((await watching.poll()).map(({ entry }) => entry.uuid)).toEqual(made);
		expect(service.requests).toBeLessThanOrEqual(5);
		expect(await watching.poll()).toEqual([]);
	});
});

test('cases created at the same time cost no more', async () => {
	const service = new SimulatedService();
	for (let count = 0; count < 20_000; count += 1) service.create({ status: 'completed' });
	const watching = await begun(service, { event: 'caseStatusChanged' });
	expect(await watching.poll()).toEqual([]);
	expect(service.requests).toBeLessThanOrEqual(4);
	expect(watching.size).toBeLessThan(200_000);
	service.now += 1000;
	const { uuid } = service.create({ status: 'error' });
	await watching.poll();
	expect(watching.uuids).toEqual([uuid]);
});

test('cases that exist at the first poll are not reported', async () => {
	const service = withArchive(4_000, 1_000);
	for (const event of ['caseCreated', 'caseCompleted', 'caseStatusChanged'] as const) {
		const watching = await begun(service, { event });
		service.now += MINUTE;
		await watching.poll();
		expect(watching.events).toEqual([]);
	}
});

test('noting them costs no more than reading the newest', async () => {
	const service = withArchive(4_000, 100);
	await new Watching(service).poll();
	expect(service.requests).toBe(1);
});

test('a finished case that appears twice, because the pages shift, is reported once', async () => {
	const service = new SimulatedService({ paging: 'offset' });
	for (let count = 0; count < 20; count += 1) service.create();
	const watching = await begun(service, { event: 'caseCompleted' });
	const made = Array.from({ length: 150 }, () => service.create({ status: 'completed' }).uuid);
	service.now += 1000;
	service.beforeAnswer = () => {
		// The last case of the first page becomes the first of the second.
		if (service.requests === 2) service.create();
	};
	await watching.poll();
	expect(watching.uuids).toEqual(made);
});

test('a service without cases is watched from its first case', async () => {
	const service = new SimulatedService();
	const watching = await begun(service);
	const { uuid } = service.create();
	await watching.poll();
	await watching.poll();
	expect(watching.uuids).toEqual([uuid]);
});

test('a case that is created and completed between two polls is found, once', async () => {
	const service = withArchive(200, 10);
	const watching = await begun(service, { event: 'caseCompleted' });
	const { uuid } = service.create({ status: 'completed' });
	await watching.poll();
	await watching.poll();
	expect(watching.events).toMatchObject([{ entry: { uuid }, previousStatus: null }]);
});

test('cases created in the same second are told apart', async () => {
	const service = withArchive(200, 10);
	const watching = await begun(service);
	const first = service.create();
	await watching.poll();
	const second = service.create();
	await watching.poll();
	expect(watching.uuids).toEqual([first.uuid, second.uuid]);
});

test('a case that becomes visible minutes later is reported', async () => {
	const service = withArchive(200, 10);
	const watching = await begun(service);
	const late = service.create({ visibleFrom: service.now + 5 * MINUTE });
	for (let minute = 0; minute < 7; minute += 1) {
		service.now += MINUTE;
		service.create();
		await watching.poll();
	}
	expect(watching.uuids).toContain(late.uuid);
	expect(watching.uuids.length).toBe(8);
});

test.each([
	['ahead', DAY],
	['behind', -DAY],
])('a service with a clock a day %s loses nothing', async (_name, skew) => {
	const service = new SimulatedService();
	for (let at = 0; at < 50; at += 1) service.create({ created: service.now + skew - at * MINUTE });
	const watching = await begun(service);
	for (let minute = 0; minute < 5; minute += 1) {
		service.now += MINUTE;
		service.create({ created: service.now + skew });
		await watching.poll();
	}
	expect(watching.uuids.length).toBe(5);
});

test('a case hidden by a shifting page among many new ones is found by the next poll', async () => {
	const service = new SimulatedService({ paging: 'offset' });
	for (let count = 0; count < 20; count += 1) service.create();
	const watching = await begun(service);
	const made = Array.from({ length: 600 }, () => {
		service.now += MINUTE;
		return service.create().uuid;
	});
	service.beforeAnswer = () => {
		// All following cases move up by one, so the first of the next page moves to the page
		// already read.
		if (service.requests === 4) service.cases.delete(made[590]!);
	};
	await watching.poll();
	expect(watching.uuids.length).toBe(599);
	service.beforeAnswer = () => {};
	service.now += MINUTE;
	await watching.poll();
	expect([...watching.uuids].sort()).toEqual([...made].sort());
	// This shows that the pages shift, so they are read again.
	await watching.poll();
	service.requests = 0;
	await watching.poll();
	expect(service.requests).toBeLessThanOrEqual(3);
});

test('a case dated in the future does not hide later ones', async () => {
	const service = withArchive(200, 10);
	const watching = await begun(service);
	service.create({ created: service.now + 365 * DAY });
	await watching.poll();
	service.now += 30 * MINUTE;
	const { uuid } = service.create();
	await watching.poll();
	expect(watching.uuids).toContain(uuid);
	expect(watching.uuids.length).toBe(2);
});

test('a poll that fails half-way leaves the state unchanged', async () => {
	const service = withArchive(200, 150);
	const watching = await begun(service, { event: 'caseStatusChanged' });
	const running = service.visible().find(({ status }) => status === 'running')!;
	running.status = 'error';
	service.beforeAnswer = () => {
		if (service.requests === 3) throw unavailable();
	};
	await expect(watching.poll()).rejects.toThrow('Not now');
	expect(watching.events).toEqual([]);
	service.beforeAnswer = () => {};
	expect(await watching.poll()).toMatchObject([{ previousStatus: 'running' }]);
});

test('a case that cannot be read does not hold up the others, and is reported later', async () => {
	const service = withArchive(20, 10);
	const watching = await begun(service, { event: 'caseCompleted' });
	const [first, second] = service.visible().filter(({ status }) => status === 'running');
	first!.status = 'completed';
	second!.status = 'completed';
	let looks = 0;
	service.beforeAnswer = (kind) => {
		if (kind === 'look' && (looks += 1) === 1) throw unavailable();
	};
	expect(await watching.poll()).toHaveLength(1);
	expect(await watching.poll()).toHaveLength(1);
	expect(new Set(watching.uuids).size).toBe(2);
});

test('a failed read ends the poll with its reason if there is no event', async () => {
	const service = withArchive(20, 10);
	const watching = await begun(service, { event: 'caseCompleted' });
	service.visible().find(({ status }) => status === 'running')!.status = 'completed';
	service.beforeAnswer = (kind) => {
		if (kind === 'look') throw unavailable();
	};
	await expect(watching.poll()).rejects.toThrow('Not now');
	service.beforeAnswer = () => {};
	expect(await watching.poll()).toHaveLength(1);
});

test('a case hidden from the list by a shifting page is not reported as deleted', async () => {
	const service = withArchive(20, 10);
	const watching = await begun(service, { event: 'caseDeleted' });
	const hidden = service.visible().find(({ status }) => status === 'running')!;
	hidden.visibleFrom = service.now + 1;
	service.beforeAnswer = (kind) => {
		if (kind === 'look') hidden.visibleFrom = 0;
	};
	expect(await watching.poll()).toEqual([]);
});

test('a deleted case is reported with its last known data', async () => {
	const service = withArchive(20, 10);
	const watching = await begun(service, { event: 'caseDeleted' });
	const { uuid, number, status } = service.visible().find((entry) => entry.status === 'running')!;
	service.cases.delete(uuid);
	// A single failed lookup is not enough.
	expect(await watching.poll()).toEqual([]);
	expect(await watching.poll()).toMatchObject([
		{
			event: 'caseDeleted',
			previousStatus: 'running',
			entry: {
				uuid,
				status,
				name: `Case ${number}`,
				sequential_id: number,
				process_template: { uuid: 'template-1', name: 'Template' },
			},
		},
	]);
	expect(await watching.poll()).toEqual([]);
});

test.each(['caseCompleted', 'caseStatusChanged', 'caseDeleted'] as const)(
	'%s: a case that is not found once is neither deleted nor forgotten',
	async (event) => {
		const service = withArchive(20, 10);
		const watching = await begun(service, { event });
		const entry = service.visible().find(({ status }) => status === 'running')!;
		const fetchCase = service.fetchCase.bind(service);
		for (const lookup of ['deleted', 'forbidden'] as const) {
			entry.status = 'completed';
			service.fetchCase = async () => await Promise.resolve(lookup);
			expect(await watching.poll()).toEqual([]);
			entry.status = 'running';
			expect(await watching.poll()).toEqual([]);
		}
		entry.status = 'completed';
		expect(await watching.poll()).toEqual([]);
		service.fetchCase = fetchCase;
		expect(await watching.poll()).toHaveLength(event === 'caseDeleted' ? 0 : 1);
		expect(await watching.poll()).toEqual([]);
	},
);

test('only changes to the chosen statuses are reported', async () => {
	const service = withArchive(20, 10);
	const watching = await begun(service, { event: 'caseStatusChanged', statuses: ['error'] });
	const [first, second] = service.visible().filter(({ status }) => status === 'running');
	first!.status = 'error';
	second!.status = 'paused';
	expect((await watching.poll()).map(({ entry }) => entry.uuid)).toEqual([first!.uuid]);
	second!.status = 'error';
	expect(await watching.poll()).toMatchObject([{ previousStatus: 'paused' }]);
});

test('a case that is rolled back is reported while it is remembered as finished', async () => {
	const service = withArchive(20, 10);
	const watching = await begun(service, { event: 'caseStatusChanged' });
	const made = service.create({ status: 'completed' });
	await watching.poll();
	made.status = 'running';
	expect(await watching.poll()).toMatchObject([{ previousStatus: 'completed' }]);
});

test('an old case that reappears is followed but not reported as new', async () => {
	const service = withArchive(20, 10);
	const watching = await begun(service, { event: 'caseStatusChanged' });
	const created = service.now - 30 * DAY;
	const old = service.create({ created, status: 'paused', number: 0 });
	expect(await watching.poll()).toEqual([]);
	old.status = 'running';
	expect(await watching.poll()).toMatchObject([{ previousStatus: 'paused' }]);
});

test('unknown statuses count as open', async () => {
	const service = withArchive(20, 10);
	const watching = await begun(service, { event: 'caseStatusChanged' });
	const entry = service.visible().find(({ status }) => status === 'running')!;
	entry.status = 'suspended';
	expect(await watching.poll()).toMatchObject([{ entry: { status: 'suspended' } }]);
	service.requests = 0;
	expect(await watching.poll()).toEqual([]);
	// It is fetched by itself: the list of open cases cannot be requested by such a status.
	expect(service.requests).toBe(3);
	entry.status = 'completed';
	expect(await watching.poll()).toMatchObject([{ previousStatus: 'suspended' }]);
});

describe('an unknown status', () => {
	/** A service that moves finished cases to an archive status. */
	async function withOwnArchive(archived: number) {
		const service = withArchive(20, 10);
		const watching = await begun(service, { event: 'caseStatusChanged' });
		for (let at = 1; at <= archived; at += 1) {
			service.create({ created: service.now - DAY - at * MINUTE, status: 'archived', number: 0 });
		}
		const cases = service.visible().filter(({ status }) => status === 'running');
		for (const entry of cases.slice(0, 3)) entry.status = 'archived';
		expect(await watching.poll()).toHaveLength(3);
		// The poll detects that the status is an archive.
		await watching.poll();
		service.requests = 0;
		return { service, watching, cases };
	}

	test('does not make every poll read all its cases', async () => {
		const { service, watching, cases } = await withOwnArchive(20_000);
		for (let poll = 0; poll < 5; poll += 1) {
			service.requests = 0;
			service.now += MINUTE;
			expect(await watching.poll()).toEqual([]);
			expect(service.requests).toBeLessThanOrEqual(23);
		}
		expect(watching.size).toBeLessThan(200_000);
		cases[5]!.status = 'error';
		expect(await watching.poll()).toMatchObject([{ entry: { uuid: cases[5]!.uuid } }]);
		const made = service.create({ status: 'archived' });
		expect(await watching.poll()).toMatchObject([{ entry: { uuid: made.uuid } }]);
	});

	test('lets its known cases be fetched in turn', async () => {
		const { service, watching, cases } = await withOwnArchive(500);
		expect(await watching.poll()).toEqual([]);
		expect(service.requests).toBeLessThanOrEqual(8);
		cases[0]!.status = 'completed';
		expect(await watching.poll()).toMatchObject([{ previousStatus: 'archived' }]);
	});
});

describe('more than one poll can read', () => {
	test('a backlog is read from its oldest case, over several polls', async () => {
		const service = new SimulatedService({ pageSize: 5, dateFilter: 'dayExclusive' });
		service.create();
		const watching = await begun(service);
		const made = Array.from({ length: 3_000 }, (_none, at) => {
			service.now += at % 3 === 0 ? 1000 : 0;
			return service.create().uuid;
		});
		for (let poll = 0; poll < 4; poll += 1) {
			service.requests = 0;
			await watching.poll();
			expect(service.requests).toBeLessThanOrEqual(400);
			service.now += MINUTE;
			made.push(service.create().uuid);
		}
		service.requests = 0;
		await watching.poll();
		await watching.poll();
		expect(watching.uuids).toEqual(made);
	});

	test('a cursor that the service no longer accepts is given up', async () => {
		const service = new SimulatedService({ pageSize: 5 });
		service.create();
		const watching = await begun(service);
		const made = Array.from({ length: 2_000 }, () => {
			service.now += 1000;
			return service.create().uuid;
		});
		await watching.poll();
		expect(watching.uuids.length).toBeLessThan(made.length);
		const page = service.fetchPage.bind(service);
		let refused = 0;
		service.fetchPage = async (order, cursor) => {
			if (cursor !== undefined && refused++ === 0) {
				throw new Problem('No such cursor', { kind: 'service', status: 400 });
			}
			return await page(order, cursor);
		};
		for (let poll = 0; poll < 5; poll += 1) await watching.poll();
		expect(refused).toBeGreaterThan(0);
		expect(watching.uuids).toEqual(made);
	});

	test('a list of open cases that is too long is read over several polls', async () => {
		const service = new SimulatedService({ pageSize: 2 });
		const cases = Array.from({ length: 1_000 }, () => {
			service.now += MINUTE;
			return service.create();
		});
		const watching = new Watching(service, { event: 'caseStatusChanged' });
		for (let poll = 0; poll < 3; poll += 1) expect(await watching.poll()).toEqual([]);
		cases[0]!.status = 'error';
		cases[500]!.status = 'completed';
		for (let poll = 0; poll < 4; poll += 1) await watching.poll();
		expect(watching.events).toMatchObject([{ entry: { uuid: expect.anything() } }, {}]);
		expect(new Set(watching.uuids)).toEqual(new Set([cases[0]!.uuid, cases[500]!.uuid]));
	});

	test('a slow service ends a poll in time', async () => {
		const service = withArchive(20, 5_000);
		const watching = new Watching(service, { event: 'caseStatusChanged' });
		service.beforeAnswer = () => {
			service.now += 5_000;
		};
		const before = service.now;
		await watching.poll();
		expect(service.now - before).toBeLessThanOrEqual(40_000);
	});
});

test('a service that ignores the status filter is detected', async () => {
	const service = withArchive(500, 5);
	const page = service.fetchPage.bind(service);
	service.fetchPage = async ({ order }, cursor) => await page({ order }, cursor);
	const watching = new Watching(service, { event: 'caseCompleted' });
	await expect(watching.poll()).rejects.toThrow('completed cases although only open ones');
	// Without reading the archive.
	expect(service.requests).toBeLessThanOrEqual(3);
});
