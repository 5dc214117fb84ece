/** Stand-ins for what n8n passes to the node and for the responses of the service. */
import { parseId } from '../../nodes/CaseManagement/model/identifiers.ts';
import type { Id, IdentifierName } from '../../nodes/CaseManagement/model/identifiers.ts';
import { Problem } from '../../nodes/CaseManagement/model/problem.ts';
import { ItemParameters } from '../../nodes/CaseManagement/parameters/parameters.ts';
import type { HttpResponse } from '../../nodes/CaseManagement/transport/response.ts';
import type { SendRequest, ServiceRequest } from '../../nodes/CaseManagement/transport/send.ts';

/** A request as it reaches n8n's HTTP helper. */
export interface Sent {
	method: string;
	url: string;
	headers: Record<string, string>;
	body?: string;
	timeout?: number;
	[option: string]: unknown;
}

/** A response, or the code of a connection error. */
export interface Reply {
	status?: number;
	headers?: Record<string, unknown>;
	body?: unknown;
	code?: string;
}

/** What n8n's HTTP helper returns for a reply. */
export function answered({ status = 200, headers = {}, body = {}, code }: Reply): HttpResponse {
	if (code !== undefined) throw Object.assign(new Error('raw'), { code });
	const text = typeof body === 'string' ? body : JSON.stringify(body);
	return { statusCode: status, headers, body: text };
}

/** A `SendRequest` that answers every call in the same way and records the calls. */
export function asking(reply: Reply): { ask: SendRequest; calls: ServiceRequest[] } {
	const calls: ServiceRequest[] = [];
	return {
		calls,
		ask: async (call, read) => {
			calls.push(call);
			return read(answered(reply));
		},
	};
}

/** The parameters of an item with these values. */
export const parametersOf = (values: Record<string, unknown>, input: object = { n: 1 }) =>
	new ItemParameters({
		getNodeParameter: ((name: string) => values[name] ?? null) as never,
		getTimezone: () => 'Europe/Zurich',
		startedAt: Date.parse('2026-03-01T10:00:00Z'),
		getInputData: () => ({ json: input as never }),
	});

/** An ID as returned by the parameter of an item. */
export const idOf = (id: string, parameter: IdentifierName = 'templateId'): Id =>
	parseId(id, parameter);

/** The Problem with which a call fails. */
export async function problemIn(work: () => unknown): Promise<Problem> {
	try {
		await work();
	} catch (error) {
		expect(error).toBeInstanceOf(Problem);
		return error as Problem;
	}
	throw new Error('It came to a good end');
}

/** Waits until a condition is true, and fails if it never is. */
export async function eventually(isSo: () => boolean): Promise<void> {
	const end = Date.now() + 10_000;
	while (!isSo()) {
		if (Date.now() > end) throw new Error('It did not come');
		await new Promise((resolve) => setImmediate(resolve));
	}
}
