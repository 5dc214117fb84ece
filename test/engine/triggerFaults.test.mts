/**
 * The fault matrix for the trigger: each event under every fault of the sandbox. A poll during the
 * fault reports the events or clearly says why it cannot; once the fault is over, every event was
 * reported exactly once.
 */
import type { INodeExecutionData } from 'n8n-workflow';

import { EVENTS } from '../../nodes/CaseManagement/polling/state.ts';
import type { EventName } from '../../nodes/CaseManagement/polling/state.ts';
import { PublishedTrigger } from '../support/trigger.mts';
import { useService } from '../support/service.mts';
import { MATRIX } from './faultTable.mts';
import type { Outcome } from './faultTable.mts';

const bench = useService();

/** Each has its own template, so that a fault can hit the lists of one event. */
const TEMPLATES = {
	caseCompleted: 'simple',
	caseCreated: 'purchaseApproval',
	caseDeleted: 'umlauts',
	caseStatusChanged: 'automated',
} as const;

beforeEach(async () => {
	await bench.begin({ pageSize: 50 });
	const clock = AbortSignal.timeout.bind(AbortSignal);
	// The trigger's time-outs and pauses are too long for a test.
	jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => clock(Math.min(ms, 300)));
	jest.spyOn(Math, 'random').mockReturnValue(0);
});

afterEach(() => jest.restoreAllMocks());

/** A trigger that has recorded the existing cases, and the changes since then. */
interface Watched {
	event: EventName;
	trigger: PublishedTrigger;
	/** Cases with a pending event. */
	due: string[];
	/** The one whose event only a read of the case can reveal; none for created cases. */
	looked: string | undefined;
}

async function watched(event: EventName): Promise<Watched> {
	const template = TEMPLATES[event];
	const filters = { templateIds: [bench.fixtures.templates[template]] };
	const cases = await bench.handle.addCases({ count: 3, status: 'running', template });
	const [first, second] = cases as [string, string, string];
	const trigger = new PublishedTrigger(bench.credential(), { event, filters });
	expect(await trigger.poll()).toEqual([]);
	const watching = { event, trigger, looked: first };
	if (event === 'caseCreated') {
		const due = await bench.handle.addCases({ count: 2, template });
		return { ...watching, due, looked: undefined };
	}
	if (event === 'caseDeleted') {
		await bench.handle.removeCase(first);
		// A single failed lookup is not enough.
		expect(await trigger.poll()).toEqual([]);
		return { ...watching, due: [first] };
	}
	await bench.handle.patchCase(first, { status: 'completed' });
	if (event === 'caseCompleted') return { ...watching, due: [first] };
	await bench.handle.patchCase(second, { status: 'error' });
	return { ...watching, due: [first, second] };
}

/** How a poll ended, in the terms of the table, and the reported cases. */
async function ended({ trigger }: Watched): Promise<{ outcome: Outcome; uuids: unknown[] }> {
	try {
		return { outcome: 'result', uuids: uuidsOf(await trigger.poll()) };
	} catch (thrown) {
		const error = thrown as Error & { description?: string };
		expect(error.constructor.name).toMatch(/^Node(Api|Operation)Error$/);
		expect(error.message).toMatch(/ \((HTTP \d{3}, )?Trigger\)$/);
		expect(error.message).not.toMatch(/\[object|undefined|TypeError/);
		expect(error.description).toBeTruthy();
		const isOwn = error.message.startsWith('The words of the service');
		expectNoSecret(JSON.stringify(error), String(error), trigger.state);
		return { outcome: isOwn ? 'message' : 'named', uuids: [] };
	}
}

const uuidsOf = (items: INodeExecutionData[]): unknown[] => items.map(({ json }) => json.uuid);

function expectNoSecret(...texts: string[]): void {
	const { token, organization } = bench.credential();
	const bare = String(token).split(' ').at(-1)!;
	for (const text of texts) {
		expect(text).not.toContain(bare);
		expect(text).not.toContain(organization);
	}
}

/** The fault is over: the next two polls report the pending events, and nothing after that. */
async function expectRest({ event, trigger, due }: Watched, already: unknown[]): Promise<void> {
	const rest = [...uuidsOf(await trigger.poll()), ...uuidsOf(await trigger.poll())];
	expect([event, [...already, ...rest].sort()]).toEqual([event, [...due].sort()]);
	expect(await trigger.poll()).toEqual([]);
}

test.each(Object.entries(MATRIX))('the lists: %s', async (_name, { fault, read }) => {
	const all = await Promise.all(EVENTS.map(watched));
	const path = (event: EventName) => bench.fixtures.templates[TEMPLATES[event]];
	await bench.handle.addFaults(
		...all.map(({ event }) => ({ ...fault, operationId: 'listCases', path: path(event) })),
	);
	await bench.handle.clearRequests();
	const before = all.map(({ trigger }) => trigger.state);
	const found = await Promise.all(all.map(ended));
	const requests = await bench.requests('listCases');
	for (const [at, { event, trigger, due }] of all.entries()) {
		const { outcome, uuids } = found[at]!;
		expect([event, outcome]).toEqual([event, read[0]]);
		if (outcome === 'result') {
			expect([event, uuids]).toEqual([event, due]);
			continue;
		}
		expect(trigger.state).toBe(before[at]);
		const asked = requests.filter(({ url }) => url.includes(path(event)));
		expect([event, asked.length]).toEqual([event, read[1]]);
	}
	await bench.handle.clearFaults();
	await Promise.all(all.map(async (one, at) => await expectRest(one, found[at]!.uuids)));
});

/**
 * The service itself says that a case does not exist or may not be read: this is believed if it
 * says so twice. A case that is found again by then is still reported.
 */
const BELIEVED = new Set(['403', '404']);

test.each(Object.entries(MATRIX))('the checks: %s', async (name, { fault, read }) => {
	const all = await Promise.all(EVENTS.filter((event) => event !== 'caseCreated').map(watched));
	await bench.handle.addFaults(
		...all.map(({ looked }) => ({ ...fault, operationId: 'getCase', path: looked })),
	);
	const found = await Promise.all(all.map(ended));
	await bench.handle.clearFaults();
	for (const [at, one] of all.entries()) {
		const { outcome, uuids } = found[at]!;
		const isTold = read[0] === 'result' || (name === '404' && one.event === 'caseDeleted');
		const due = one.due.filter((uuid) => uuid !== one.looked || isTold);
		expect([one.event, uuids]).toEqual([one.event, due]);
		// Other events are reported without delay.
		const ends = due.length > 0 || BELIEVED.has(name) ? 'result' : read[0];
		expect([one.event, outcome]).toEqual([one.event, ends]);
		await expectRest(one, uuids);
	}
});
