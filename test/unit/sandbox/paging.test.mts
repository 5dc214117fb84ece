import type { SandboxHandle } from '../../../sandbox/service/client.mts';
import { startSandboxService } from '../../../sandbox/service/client.mts';
import { caller } from './call.mts';

const CASES = '/process_monitor/process_instances';

interface Page {
	processes: { uuid: string; status: string; created_at: string }[];
	next_cursor: string | null;
	prev_cursor: string | null;
	total: number;
	page: number;
}

let sandbox: SandboxHandle;
let get: (query: string) => Promise<Page>;

beforeAll(async () => {
	sandbox = await startSandboxService({ cases: 5000 });
	const call = caller(sandbox);
	get = async (query) => {
		const { status, body } = await call('GET', `${CASES}?${query}`);
		if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
		return body as unknown as Page;
	};
}, 120_000);
afterAll(() => sandbox.stop());

async function walk(query: string, between = async (): Promise<void> => {}): Promise<Page[]> {
	const pages = [await get(query)];
	for (;;) {
		const cursor = pages[pages.length - 1]?.next_cursor;
		if (!cursor) return pages;
		await between();
		pages.push(await get(`${query}&cursor=${encodeURIComponent(cursor)}`));
	}
}
const idsOf = (pages: Page[]): string[] =>
	pages.flatMap(({ processes }) => processes.map(({ uuid }) => uuid));

it('returns all 5,000 cases once, in each order', async () => {
	const newest = await walk('sort_by=newest');
	expect(newest).toHaveLength(50);
	expect(newest.map(({ page }) => page)).toEqual(newest.map((_, index) => index + 1));
	expect(new Set(idsOf(newest)).size).toBe(5000);
	expect(idsOf(await walk('sort_by=oldest'))).toEqual(idsOf(newest).reverse());
	const statuses = (await walk('sort_by=status'))
		.flatMap(({ processes }) => processes)
		.map(({ status }) => status);
	expect(statuses).toHaveLength(5000);
	expect(statuses.filter((status, at) => status !== statuses[at - 1])).toHaveLength(5);
});

it('goes back by prev_cursor', async () => {
	const [first, second, third] = await walk('sort_by=status&status[]=paused');
	const back = await get(
		`sort_by=status&status[]=paused&cursor=${encodeURIComponent(third?.prev_cursor ?? '')}`,
	);
	expect(idsOf([back])).toEqual(idsOf([second as Page]));
	expect(back.page).toBe(2);
	expect(first?.prev_cursor).toBeNull();
});

it('stays stable while cases are created, deleted and changed', async () => {
	const before = idsOf(await walk('status[]=stopped'));
	let turn = 0;
	const pages = await walk('status[]=stopped', async () => {
		turn++;
		await sandbox.addCases({ status: 'stopped' });
		await sandbox.removeCase(before[turn] ?? '');
		await sandbox.patchCase(before[turn + 20] ?? '', { status: 'running' });
	});
	const seen = idsOf(pages);
	expect(new Set(seen).size).toBe(seen.length);
	expect(seen).toEqual(before);
});

it('refuses a cursor that was altered or belongs to other filters', async () => {
	const { next_cursor } = await get('status[]=running');
	const cursor = next_cursor ?? '';
	expect(cursor).toMatch(/\+.*\/.*=.*&/);
	const escaped = encodeURIComponent(cursor);
	await expect(get(`status[]=running&cursor=${cursor}`)).rejects.toThrow(/^400/);
	await expect(get(`status[]=running&cursor=${escaped}x`)).rejects.toThrow(/^400/);
	await expect(get(`cursor=${escaped}`)).rejects.toThrow(/^400.*other filters/);
	await expect(get(`status[]=running&sort_by=oldest&cursor=${escaped}`)).rejects.toThrow(/^400/);
	// The same filters, written differently.
	expect((await get(`status=running&cursor=${escaped}`)).page).toBe(2);
});

it('respects the page size', async () => {
	await sandbox.settings({ pageSize: 7 });
	const page = await get('');
	expect(page.processes).toHaveLength(7);
	expect(page).toMatchObject({ limit: 7, prev_cursor: null });
});
