import { ENDPOINTS, writeEndpoint } from '../../../nodes/CaseManagement/transport/endpoints.ts';
import type { OperationId } from '../../../nodes/CaseManagement/transport/endpoints.ts';
import {
	hintForStatus,
	mayHaveTakenEffect,
	unknownOutcome,
} from '../../../nodes/CaseManagement/transport/errorHints.ts';

const OPERATIONS = Object.keys(ENDPOINTS) as OperationId[];
const WRITES = OPERATIONS.filter((operationId) => writeEndpoint(operationId) !== undefined);

/** A call without advice of its own. */
const PLAIN = 'listCaseDocuments';

const STATUSES = [302, 400, 401, 403, 404, 405, 408, 409, 413, 418, 422, 429, 500, 503];

test('the meaning of a status for any operation', () => {
	const advice = STATUSES.map((status) => [status, hintForStatus(status, PLAIN)]);
	expect(Object.fromEntries(advice)).toMatchSnapshot();
});

/** The advice for a status, without the possible effect. */
const advice = (status: number, operationId: OperationId) =>
	mayHaveTakenEffect(status, operationId)
		? hintForStatus(status, operationId).slice(unknownOutcome(operationId).length + 1)
		: hintForStatus(status, operationId);

test.each(OPERATIONS)('the meaning of a status for %s in particular', (operationId) => {
	const own = STATUSES.filter((status) => advice(status, operationId) !== advice(status, PLAIN));
	expect(
		Object.fromEntries(own.map((status) => [status, advice(status, operationId)])),
	).toMatchSnapshot();
});

test('a write with an unknown outcome says where to check, a read does not', () => {
	expect(
		Object.fromEntries(
			OPERATIONS.map((operationId) => [operationId, unknownOutcome(operationId)]).filter(
				([, words]) => words !== '',
			),
		),
	).toMatchSnapshot();
	for (const operationId of WRITES) expect(unknownOutcome(operationId)).toMatch(/ may have been /);
});

test.each([300, 302, 303, 304, 305])(
	'a write answered with redirect %i may have been done',
	(status) => {
		for (const operationId of WRITES) expect(mayHaveTakenEffect(status, operationId)).toBe(true);
		expect(mayHaveTakenEffect(status, PLAIN)).toBe(false);
	},
);

test.each([301, 307, 308])(
	'redirect %i means "not done here", yet a case is not started twice',
	(status) => {
		for (const operationId of WRITES) {
			const isRepeatable = writeEndpoint(operationId)!.idempotent;
			expect(mayHaveTakenEffect(status, operationId)).toBe(!isRepeatable);
		}
		expect(mayHaveTakenEffect(status, 'createCase')).toBe(true);
		expect(mayHaveTakenEffect(status, 'deleteCase')).toBe(false);
	},
);

test.each([
	[400, false],
	[404, false],
	[408, true],
	[409, false],
	[429, false],
	[499, false],
	[500, true],
	[503, true],
])('a write answered with %i may have had its effect: %p', (status, expected) => {
	for (const operationId of WRITES) {
		expect(mayHaveTakenEffect(status, operationId)).toBe(expected);
		expect(hintForStatus(status, operationId).startsWith(unknownOutcome(operationId))).toBe(
			expected,
		);
	}
	expect(mayHaveTakenEffect(status, 'getCase')).toBe(false);
});

test('the possible effect comes first, then what to do', () => {
	expect(hintForStatus(503, 'pauseCase')).toBe(
		'The case may have been paused. Use Case > Get to check its status. The service reported an internal error. Try again later. If the problem persists, report it to the operators of the service.',
	);
	expect(hintForStatus(408, 'getCase')).toBe('The service took too long. Try again later.');
});

test.each([
	[299, 'Check the parameters'],
	[300, 'answered with a redirect, which the node does not follow'],
	[399, 'answered with a redirect, which the node does not follow'],
	[418, 'Check the parameters'],
	[499, 'Check the parameters'],
	[500, 'an internal error'],
	[599, 'an internal error'],
])('a status without its own advice, %i, gets that of its class', (status, words) => {
	expect(hintForStatus(status, 'getCase')).toContain(words);
});
