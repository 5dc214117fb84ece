/** Token and organization are seen nowhere, also when the service repeats them. */
import { runNode } from '../support/engine.mts';
import { useService } from '../support/service.mts';

const service = useService();

const get = (settings = {}) =>
	runNode({
		credential: service.credential(),
		parameters: {
			resource: 'case',
			operation: 'get',
			caseId: service.fixtures.cases.running,
			simplify: false,
		},
		settings,
	});

const bare = () => String(service.credential().token).split(' ')[1]!;

test.each([
	['an error body', { kind: 'status', status: 400, echo: true }],
	['a text', { kind: 'text', status: 400, echo: true }],
	['a web page', { kind: 'html', status: 400, echo: true }],
	['a text with 200', { kind: 'text', status: 200, echo: true }],
] as const)('%s that repeats our headers', async (_name, fault) => {
	for (const onError of [undefined, 'continueRegularOutput', 'continueErrorOutput'] as const) {
		await service.handle.addFaults({ operationId: 'getCase', ...fault });
		const { run } = await get({ onError });
		const seen = JSON.stringify(run);
		expect(seen).toContain('HTTP');
		expect(seen).not.toContain(bare());
		expect(seen).not.toContain(service.fixtures.organization);
	}
});

test('a message that names them, with and without the scheme', async () => {
	const { token, organization } = service.credential();
	await service.handle.addFaults({
		operationId: 'getCase',
		kind: 'status',
		status: 401,
		body: { message: `Bad token ${String(token)} (${bare()}) for ${String(organization)}` },
	});
	const { error } = await get();
	expect(error!.message).toBe('Bad token *** (***) for *** (HTTP 401, Case: Get, item 0)');
});

test('data that repeats the token comes without it; the organization may be part of the data', async () => {
	const { token, organization } = service.credential();
	await service.handle.addFaults({
		operationId: 'getCase',
		kind: 'status',
		status: 200,
		body: { process_instance: { name: `${String(token)} of ${String(organization)}` } },
	});
	const { json } = await get();
	expect(json[0]).toMatchObject({ process_instance: { name: `*** of ${String(organization)}` } });
});
