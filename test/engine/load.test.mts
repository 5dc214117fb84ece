/** Many items never flood the service. */
import { runNode } from '../support/engine.mts';
import { useService } from '../support/service.mts';

const service = useService();

test.each(['get', 'getDocuments', 'pause', 'delete'])(
	'500 items of %s never have more than 10 requests in flight',
	async (operation) => {
		const uuids = await service.handle.addCases({
			count: 500,
			status: 'running',
			template: 'simple',
		});
		await service.handle.addFaults({ kind: 'latency', ms: 2, times: 'always' });
		const { error } = await runNode({
			credential: service.credential(),
			parameters: { resource: 'case', operation, caseId: '={{ $json.id }}' },
			items: uuids.map((id) => ({ id })),
		});
		expect(error).toBeUndefined();
		const requests = await service.requests();
		expect(requests).toHaveLength(500);
		const most = Math.max(...requests.map((entry) => entry.inFlightAtArrival));
		expect(most).toBeLessThanOrEqual(10);
		// A limiter of one request at a time would be safe too, but slow.
		expect(most).toBeGreaterThan(5);
	},
);

test('lists of many pages share the same limit', async () => {
	await service.begin({ cases: 1200 });
	await service.handle.addFaults({ kind: 'latency', ms: 2, times: 'always' });
	const { json } = await runNode({
		credential: service.credential(),
		parameters: { resource: 'case', operation: 'getAll', returnAll: true },
		items: Array.from({ length: 30 }, () => ({})),
	});
	expect(json).toHaveLength(30 * 1200);
	const requests = await service.requests();
	expect(requests).toHaveLength(30 * 12);
	expect(Math.max(...requests.map((entry) => entry.inFlightAtArrival))).toBeLessThanOrEqual(10);
});

test.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
	'a batch expression that fails for the first item fails only that item (%s)',
	async (onError) => {
		const caseId = service.fixtures.cases.running;
		const { items, errors, error } = await runNode({
			credential: service.credential(),
			parameters: {
				resource: 'case',
				operation: 'get',
				caseId,
				requestOptions: {
					batching: {
						batch: {
							batchSize: '={{ $json.bad ? $("Nope").item.json.x : 2 }}',
							batchInterval: 10,
						},
					},
				},
			} as never,
			items: [{ bad: true }, { bad: false }, { bad: false }],
			settings: { onError },
		});
		expect(error).toBeUndefined();
		const all = [...items, ...errors];
		expect(all.map(({ pairedItem }) => pairedItem)).toEqual(
			expect.arrayContaining([{ item: 0 }, { item: 1 }, { item: 2 }]),
		);
		const failed = all.filter(({ json }) => json.error !== undefined);
		expect(failed).toHaveLength(1);
		expect(failed[0]!.json.error).toContain('item 0');
		expect(all.filter(({ json }) => json.uuid === caseId)).toHaveLength(2);
	},
);
