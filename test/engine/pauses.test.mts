/** The real pauses between tries: those of all other tests are shortened. */
import { keepRealPauses } from '../support/engine.mts';
import { useService } from '../support/service.mts';

keepRealPauses();

const service = useService();

test('the pauses of a read are those of retry.ts, each twice as long as the last', async () => {
	await service.begin();
	await service.handle.addFaults({
		operationId: 'getCase',
		kind: 'status',
		status: 503,
		times: 'always',
	});
	const caseId = service.fixtures.cases.running;
	const started = performance.now();
	await service.run({ resource: 'case', operation: 'get', caseId } as never);
	const took = performance.now() - started;
	expect(await service.requests('getCase')).toHaveLength(3);
	// Half of 500 and of 1000 milliseconds, at least; timers may be a little early.
	expect(took).toBeGreaterThanOrEqual(740);
});
