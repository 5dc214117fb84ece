/** More cases than n8n's declarative routing could handle for one item. */
import { useService } from '../support/service.mts';

const service = useService();

const COUNT = 200_000;

test('Return All returns 200,000 cases in proportionate time', async () => {
	await service.begin({ cases: COUNT, pageSize: 5000 });
	const before = process.memoryUsage().heapUsed;
	const { items, error } = await service.run({
		resource: 'case',
		operation: 'getAll',
		returnAll: true,
	});
	expect(error).toBeUndefined();
	expect(items).toHaveLength(COUNT);
	expect(new Set(items.map(({ json }) => json.uuid)).size).toBe(COUNT);
	expect(await service.requests()).toHaveLength(COUNT / 5000);
	const bytes = (process.memoryUsage().heapUsed - before) / COUNT;
	// The case itself, and n8n's copies for each node: a few kilobytes, not dozens.
	expect(bytes).toBeLessThan(5000);
	await service.handle.clearRequests();
}, 240_000);
