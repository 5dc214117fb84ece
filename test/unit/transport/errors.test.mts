import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import type { INode } from 'n8n-workflow';

import { inputProblem, Problem } from '../../../nodes/CaseManagement/model/problem.ts';
import {
	formatMessage,
	toErrorItem,
	toNodeError,
	toProblem,
} from '../../../nodes/CaseManagement/transport/errors.ts';

const place = { operation: 'Case: Get', itemIndex: 3 };

const notFound = new Problem('The process instance was not found', {
	kind: 'service',
	status: 404,
	hint: 'Check the ID.',
});

const node = (type = 'n8n-nodes-case-management.caseManagement') =>
	({ id: '1', name: 'Cases', type, typeVersion: 1, position: [0, 0], parameters: {} }) as INode;

describe('any thrown value', () => {
	test('stays unchanged if it is a Problem', () => {
		expect(toProblem(notFound)).toBe(notFound);
	});

	test.each([
		[new TypeError('x is not a function'), 'x is not a function'],
		[new Error(''), 'Unknown error'],
		['text', 'Unknown error'],
		[{ message: 'no Error' }, 'Unknown error'],
		[undefined, 'Unknown error'],
		[null, 'Unknown error'],
	])('becomes an internal error: %p', (error, message) => {
		expect(toProblem(error)).toMatchObject({
			message,
			kind: 'input',
			hint: 'This is unexpected and may be a bug in this node. Please report it, together with the parameters of this item.',
		});
	});
});

describe('the message', () => {
	test('has status, operation and item after the text of the service', () => {
		expect(formatMessage(notFound, place)).toBe(
			'The process instance was not found (HTTP 404, Case: Get, item 3)',
		);
	});

	test('has no status if there was none, and names the first item too', () => {
		expect(formatMessage(inputProblem('No'), { operation: 'Case: Get', itemIndex: 0 })).toBe(
			'No (Case: Get, item 0)',
		);
	});

	test('has no item in lists and forms', () => {
		expect(formatMessage(notFound, { operation: 'List: Cases' })).toBe(
			'The process instance was not found (HTTP 404, List: Cases)',
		);
	});

	test('in lists and forms, a request for input stands alone', () => {
		expect(
			formatMessage(inputProblem('Choose a template first'), { operation: 'List: Cases' }),
		).toBe('Choose a template first');
	});

	test.each([
		['Not now.', 'Not now'],
		['Not now. \n', 'Not now'],
		['Not. Now...', 'Not. Now'],
		['e.g. this', 'e.g. this'],
	])('%j does not end in a full stop before the bracket', (words, expected) => {
		expect(formatMessage(inputProblem(words), place)).toBe(`${expected} (Case: Get, item 3)`);
	});
});

describe('the error that ends the node', () => {
	test('names status and item to n8n, with the advice beside the message', () => {
		const error = toNodeError(node(), notFound, place);
		expect(error).toBeInstanceOf(NodeApiError);
		expect(error).toMatchObject({
			message: 'The process instance was not found (HTTP 404, Case: Get, item 3)',
			description: 'Check the ID.',
			// What n8n lists as reported by the service.
			messages: ['The process instance was not found'],
			httpCode: '404',
			context: { itemIndex: 3 },
		});
	});

	test('keeps its text where n8n would replace it for the code', () => {
		const problem = new Problem('The service refused the connection (ECONNREFUSED)', {
			kind: 'connection',
			code: 'ECONNREFUSED',
		});
		const error = toNodeError(node(), problem, place);
		expect(error).toBeInstanceOf(NodeApiError);
		expect(error.message).toBe(
			'The service refused the connection (ECONNREFUSED) (Case: Get, item 3)',
		);
		expect(error.description).toBeUndefined();
		expect(error).toMatchObject({ httpCode: null });
	});

	test.each(['input', 'cancelled'] as const)('is not an error of the service for %s', (kind) => {
		const error = toNodeError(node(), new Problem('No', { kind, hint: 'Correct it.' }), place);
		expect(error).toBeInstanceOf(NodeOperationError);
		expect(error).toMatchObject({
			message: 'No (Case: Get, item 3)',
			description: 'Correct it.',
			context: { itemIndex: 3 },
		});
	});

	test.each(['invalidResponse', 'connection', 'service'] as const)(
		'is an error of the service for %s',
		(kind) => {
			expect(toNodeError(node(), new Problem('No', { kind }), place)).toBeInstanceOf(NodeApiError);
		},
	);

	test('asks for a report if it was unexpected', () => {
		const error = toNodeError(node(), new TypeError('x is not a function'), place);
		expect(error.message).toBe('x is not a function (Case: Get, item 3)');
		expect(error.description).toContain('Please report it');
	});
});

describe('an agent sees only the message', () => {
	const tool = node('n8n-nodes-case-management.caseManagementTool');

	test('which therefore contains the advice', () => {
		expect(toNodeError(tool, notFound, place).message).toBe(
			'The process instance was not found (HTTP 404, Case: Get, item 3). Check the ID.',
		);
		expect(toNodeError(tool, inputProblem('No', 'Correct it.'), place).message).toBe(
			'No (Case: Get, item 3). Correct it.',
		);
	});

	test('which ends with the bracket if there is no advice', () => {
		expect(toNodeError(tool, inputProblem('No'), place).message).toBe('No (Case: Get, item 3)');
	});

	test('but a node that is not a tool, whatever its name, shows the advice separately', () => {
		const odd = node('Tool.caseManagement');
		expect(toNodeError(odd, inputProblem('No', 'Correct it.'), place).message).toBe(
			'No (Case: Get, item 3)',
		);
	});
});

describe('the item for a failure', () => {
	test('has everything that is known, linked to its input', () => {
		const problem = new Problem('It broke.', {
			kind: 'connection',
			status: 502,
			code: 'ECONNRESET',
			hint: 'Look first.',
			outcomeUnknown: true,
		});
		expect(toErrorItem(problem, place, { id: 'x' })).toEqual({
			json: {
				error: 'It broke (HTTP 502, Case: Get, item 3)',
				details: {
					message: 'It broke.',
					operation: 'Case: Get',
					itemIndex: 3,
					httpStatus: 502,
					code: 'ECONNRESET',
					outcomeUnknown: true,
					whatToDo: 'Look first.',
					input: { id: 'x' },
				},
			},
			pairedItem: { item: 3 },
		});
	});

	test('keeps the files of its input', () => {
		const binary = { data: { data: 'eA==', mimeType: 'text/plain' } };
		expect(toErrorItem(inputProblem('No'), place, undefined, binary).binary).toBe(binary);
		expect(toErrorItem(inputProblem('No'), place, undefined)).not.toHaveProperty('binary');
	});

	test('has the facts after a sentence, as does the error that ends the node', () => {
		const problem = inputProblem('No').withNote('Two were done.', { cases: [{ uuid: 'a' }] });
		expect(toErrorItem(problem, place, undefined).json.details).toMatchObject({
			cases: [{ uuid: 'a' }],
		});
		expect(toNodeError(node(), problem, place).context).toEqual({
			itemIndex: 3,
			data: { cases: [{ uuid: 'a' }] },
		});
	});

	test('has no keys for unknown values', () => {
		const { json } = toErrorItem(inputProblem('No'), place, undefined);
		expect(json.details).toMatchObject({ reason: 'invalidInput' });
		expect(Object.keys(json)).toEqual(['error', 'details']);
		expect(Object.keys(json.details as object)).toEqual([
			'message',
			'operation',
			'itemIndex',
			'reason',
		]);
	});
});
