/**
 * Random histories of a service that is slow, forgets its cursors and cannot show every case, so
 * that polls end early. In the end every event was reported exactly once.
 */
import fc from 'fast-check';

import { Problem } from '../../../nodes/CaseManagement/model/problem.ts';
import type { EventName } from '../../../nodes/CaseManagement/polling/state.ts';
import { createRandom, pick } from '../../../sandbox/service/random.mts';
import type { Random } from '../../../sandbox/service/random.mts';
import { OddService } from './oddService.mts';
import { Watching } from './watching.mts';
import { runs } from '../../support/runs.mts';

const MINUTE = 60_000;
const POLLS = 30;

/** A disturbance of a request. @returns cases that are deleted while pages are read */
function trouble(service: OddService, random: Random, shifts: boolean): Set<unknown> {
	const deleted = new Set<unknown>();
	service.slowness = pick(random, [0, 200, 1_000, 4_000, 15_000]);
	service.onPage = (_order, cursor) => {
		const dice = random();
		if (shifts && dice > 0.99 && service.entries.length > 0) {
			// It pages by number, so the following cases move up by one.
			const [entry] = service.entries.splice(Math.floor(random() * service.entries.length), 1);
			deleted.add(entry!.uuid);
		}
		if (dice < 0.01) throw new Problem('Not now', { kind: 'service', status: 503 });
		if (cursor !== undefined && dice < 0.02) {
			throw new Problem('No such cursor', { kind: 'service', status: 410 });
		}
	};
	service.broken.clear();
	for (const { uuid } of service.entries) if (random() < 0.05) service.broken.add(uuid);
	return deleted;
}

/** Time passes at the service. @returns the cases that were deleted */
function happen(service: OddService, random: Random, mayDelete: boolean): unknown[] {
	const gone: unknown[] = [];
	const burst = random() < 0.1 ? 300 : 0;
	for (let count = Math.floor(random() * 8) + burst; count > 0; count -= 1) {
		service.now += random() * 3_000;
		service.add({ status: random() < 0.2 ? 'completed' : 'running' });
	}
	for (const entry of service.entries) {
		if (entry.status !== 'completed' && random() < 0.05) {
			entry.status = pick(random, ['running', 'paused', 'error', 'completed', 'suspended']);
		}
	}
	for (const entry of mayDelete ? service.entries.filter(() => random() < 0.02) : []) {
		if (entry.status !== 'completed') gone.push(entry.uuid);
		service.entries.splice(service.entries.indexOf(entry), 1);
	}
	return gone;
}

async function history(seed: number, event: EventName): Promise<void> {
	const random = createRandom(seed);
	const service = new OddService();
	service.pageSize = pick(random, [2, 5, 20, 100]);
	service.addMany(Math.floor(random() * 200), () => ({
		status: random() < 0.5 ? 'completed' : 'running',
	}));
	const watching = new Watching(service, { event });
	await watching.poll();
	// A list too long to be recorded at once is recorded by the next polls.
	await watching.poll();
	const old = new Map(service.entries.map(({ uuid, status }) => [uuid, status]));
	const gone = new Set<unknown>();
	const deleted = new Set<unknown>();
	for (let poll = 0; poll < POLLS; poll += 1) {
		for (const uuid of happen(service, random, event === 'caseDeleted')) gone.add(uuid);
		// No more at once than fit on a page (docs/trigger.md).
		const mayShift = event !== 'caseDeleted' && service.pageSize >= 5;
		const shifted = trouble(service, random, mayShift);
		const started = service.now;
		await watching.poll().catch(() => []);
		for (const uuid of shifted) deleted.add(uuid);
		// One request of each kind may start when the time is nearly over.
		expect(service.now - started).toBeLessThanOrEqual(40_000 + 5 * service.slowness);
		if (random() < 0.05) watching.restart();
		service.now += MINUTE;
	}
	Object.assign(service, { slowness: 0, onPage: () => {} });
	service.broken.clear();
	for (let poll = 0; poll < 12; poll += 1) await watching.poll();
	const { uuids } = watching;
	expect(uuids.length).toBe(new Set(uuids).size);
	if (event === 'caseDeleted') {
		expect(uuids.filter((uuid) => service.entries.some((entry) => entry.uuid === uuid))).toEqual(
			[],
		);
		const due = [...gone].filter((uuid) => old.get(uuid) === 'running');
		// A case deleted before any poll could see it open is unknown.
		expect(due.filter((uuid) => !uuids.includes(uuid as string))).toEqual([]);
		return;
	}
	const due = service.entries.filter(({ uuid, status }) =>
		event === 'caseCreated' ? !old.has(uuid) : status === 'completed' && old.get(uuid) !== status,
	);
	// A deleted case may have been reported before.
	expect(uuids.filter((uuid) => !deleted.has(uuid)).sort()).toEqual(
		due.map(({ uuid }) => uuid).sort(),
	);
}

test.each<EventName>(['caseCreated', 'caseCompleted', 'caseDeleted'])(
	'%s: everything comes out once',
	async (event) => {
		const seeds = fc.integer({ min: 0, max: 2 ** 31 - 1 });
		const property = fc.asyncProperty(seeds, async (seed) => await history(seed, event));
		await fc.assert(property, { numRuns: runs(2), seed: 20261130 });
	},
	300_000,
);
