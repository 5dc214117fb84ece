/**
 * The responses of the webhook examples: their expressions, applied to the node's output in n8n.
 */
import { readFileSync } from 'node:fs';

import { useService } from '../support/service.mts';

const service = useService();

beforeEach(() => service.begin());

interface Example {
	nodes: Array<{ name: string; type: string; parameters: Record<string, unknown> }>;
}

/** The parameters of an example's node, with the body of the call as its item, and its response. */
function example(file: string, node: string, answer: string) {
	const { nodes } = JSON.parse(readFileSync(`examples/${file}`, 'utf8')) as Example;
	const parametersOf = (name: string) => nodes.find((one) => one.name === name)!.parameters;
	const { responseCode } = parametersOf(answer).options as { responseCode: string };
	return { parameters: parametersOf(node), responseCode };
}

/** The status with which an example answers a failed call. */
async function answerTo(
	{ parameters, responseCode }: ReturnType<typeof example>,
	body: object,
): Promise<{ status: unknown; text: string }> {
	const { errors, probedErrors } = await service.run(parameters as never, {
		items: [{ body }] as never,
		settings: { onError: 'continueErrorOutput' },
		probe: responseCode,
	});
	expect(errors).toHaveLength(1);
	return { status: probedErrors![0], text: String(errors[0]!.json.error) };
}

const page = { kind: 'html' } as const;
const odd = { kind: 'status', status: 200, body: { items: [] } } as const;
const failed = { kind: 'status', status: 200, body: { success: false } } as const;
const redirect = { kind: 'redirect', location: 'https://login.example.com/' } as const;
const statusOf = (status: number) => ({ kind: 'status', status }) as const;

/** Failures that are not the caller's fault. */
const TROUBLE = [
	page,
	odd,
	redirect,
	{ kind: 'hang' } as const,
	{ kind: 'reset' } as const,
	...[401, 403, 408, 429, 500, 503].map(statusOf),
];

describe('webhook-sends-signal.json', () => {
	const webhook = example('webhook-sends-signal.json', 'Send Signal', 'Answer: Not Sent');
	let call: Record<string, unknown>;

	beforeEach(async () => {
		const waiting = (await service.handle.rawCase(service.fixtures.waitingCase))!;
		call = { case: waiting.name, signal: 'approval-received', data: { approved: true } };
	});

	const answer = async (more: object = {}) =>
		await answerTo(
			{
				...webhook,
				parameters: {
					...webhook.parameters,
					requestOptions: { timeout: 500 },
				},
			},
			{ ...call, ...more },
		);

	test('404 means that no open case has the name, and nothing else', async () => {
		expect((await answer({ case: 'Nobody' })).status).toBe(404);
		for (const operationId of ['listCases', 'triggerSignal'] as const) {
			await service.handle.clearFaults();
			await service.handle.addFaults({ ...statusOf(404), operationId, times: 'always' });
			expect((await answer()).status).toBe(operationId === 'listCases' ? 502 : 409);
		}
	});

	test('409: several cases have the name, or the case is not waiting for the signal', async () => {
		await service.handle.addCases({
			name: 'Paused',
			status: 'paused',
			template: 'purchaseApproval',
		});
		const { status, text } = await answer({ case: 'Paused' });
		expect([text, status]).toEqual([text, 409]);
		await service.handle.patchCase(service.fixtures.cases.running, { name: String(call.case) });
		const twins = await answer();
		expect(twins.text).toMatch(/^2 open cases have the name/);
		expect(twins.status).toBe(409);
	});

	test.each([
		{ case: '' },
		{ case: undefined },
		{ case: {} },
		{ signal: '' },
		{ data: { amount: 2 ** 60 } },
		{ data: { approved: 'perhaps' } },
	])('400: the call is invalid: %j', async (more) => {
		expect((await answer(more)).status).toBe(400);
	});

	test.each(TROUBLE)('502: the list fails: %j', async (fault) => {
		await service.handle.addFaults({ ...fault, operationId: 'listCases', times: 'always' });
		expect((await answer()).status).toBe(502);
	});

	// Any object is a success there: the response only confirms the action.
	const troubleOfSignal = [...TROUBLE.filter((fault) => fault !== odd), failed];

	test.each(troubleOfSignal)('502: the signal fails: %j', async (fault) => {
		await service.handle.addFaults({ ...fault, operationId: 'triggerSignal', times: 'always' });
		expect((await answer()).status).toBe(502);
	});
});

describe('start-once.json', () => {
	const starting = example('start-once.json', 'Start Case', 'Answer: Not Started');

	const answer = async (more: object = {}) =>
		await answerTo(
			{
				...starting,
				parameters: { ...starting.parameters, requestOptions: { timeout: 500 } },
			},
			{ template: service.fixtures.templates.simple, case: 'PO-4711', ...more },
		);

	test.each([
		{ case: '' },
		{ template: '' },
		{ case: ['PO'] },
		{ values: 7 },
		{ template: '8d0f3a52-7c1b-4f0e-9a53-0d7f6b1c2e11' },
	])('400: the call is invalid: %j', async (more) => {
		const { status, text } = await answer(more);
		expect([text, status]).toEqual([text, 400]);
	});

	test.each(TROUBLE)('502: the list fails: %j', async (fault) => {
		await service.handle.addFaults({ ...fault, operationId: 'listCases', times: 'always' });
		expect((await answer()).status).toBe(502);
	});

	test.each([...TROUBLE, failed])('502: the start fails: %j', async (fault) => {
		await service.handle.addFaults({ ...fault, operationId: 'createCase', times: 'always' });
		expect((await answer()).status).toBe(502);
	});
});
