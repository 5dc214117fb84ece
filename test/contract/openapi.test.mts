/**
 * openapi.yaml matches the interface (interface.mts): every endpoint, parameter, field, value and
 * error shown there, and any others marked as assumptions.
 */
import { contract, endpoints, jsonOf, resolved, shownName } from './contract.mts';
import { ENDPOINTS, ERRORS, MESSAGE } from './interface.mts';
import { shapeOf } from './shapes.mts';

const shape = (schema: Parameters<typeof shapeOf>[0]) => shapeOf(schema, resolved);

const endpoint = (written: string) => endpoints.find((entry) => entry.written === written)!;

test('the contract has the endpoints of the interface, and no others', () => {
	expect(endpoints.map(({ written }) => written).sort()).toEqual(Object.keys(ENDPOINTS).sort());
});

describe.each(Object.entries(ENDPOINTS))('%s', (written, shown) => {
	const { operation, parameters } = endpoint(written);
	const named = (place: string) => parameters.filter((entry) => entry.in === place);

	test('declares its path parameters', () => {
		const placeholders = [...written.matchAll(/:(\w+)/g)].map(([, name]) => name);
		expect(named('path').map(({ name }) => name)).toEqual(placeholders);
	});

	test('has the query parameters of the interface', () => {
		const query = named('query').map(({ name, required, schema }) => [
			required ? shownName(name) : `${shownName(name)}?`,
			shape(schema),
		]);
		expect(Object.fromEntries(query)).toEqual(shown.query ?? {});
		expect(parameters.length).toBe(named('path').length + named('query').length);
	});

	test('declares query lists as they are sent, and the alternatives as assumptions', () => {
		for (const { name, schema, style, explode, ...rest } of named('query')) {
			const isList = resolved(schema).type === 'array';
			expect([name, isList]).toEqual([name, name.endsWith('[]')]);
			if (!isList) continue;
			expect([name, style, explode]).toEqual([name, 'form', true]);
			expect(rest['x-assumption']).toMatch(/status/);
		}
	});

	test('has a body with the fields of the interface', () => {
		const { requestBody } = operation;
		expect(requestBody && shape(jsonOf(requestBody))).toEqual(shown.body);
		expect(requestBody?.required).toBe(shown.body && true);
		if (requestBody === undefined) return;
		// Otherwise the sandbox would accept a body with unknown fields.
		const schema = resolved(jsonOf(requestBody));
		expect(schema.additionalProperties).toBe(false);
		expect(schema['x-assumption']).toMatch(/Any other field of the body is refused\./);
	});

	test('has a response with the fields of the interface, for HTTP 200 only', () => {
		const good = Object.entries(operation.responses).filter(([status]) => /^[123]/.test(status));
		expect(good.map(([status]) => status)).toEqual(['200']);
		expect(shape(jsonOf(resolved(good[0][1])))).toEqual(shown.answer);
	});

	test('describes the message of its response if that is shown', () => {
		const { description, 'x-assumption': assumption } = resolved(operation.responses['200']);
		const says = /^The message says that the .* (\w+)\.$/.exec(description)?.[1];
		expect(says).toBe(shown.says);
		// A response with only a message whose text is not shown.
		const isOpen = shown.answer === MESSAGE && shown.says === undefined;
		if (isOpen) expect(assumption).toMatch(/message/);
	});

	test('has errors with only a message', () => {
		for (const [status, answer] of Object.entries(operation.responses)) {
			if (status === '200') continue;
			const schema = resolved(jsonOf(resolved(answer)));
			expect([status, shape(schema), schema.additionalProperties]).toEqual([
				status,
				MESSAGE,
				false,
			]);
		}
	});
});

test.each(ERRORS)('the documented error %s %s exists', (written, status, condition) => {
	const answer = endpoint(written).operation.responses[status];
	expect(answer?.description).toMatch(condition);
	// Other causes are listed separately.
	expect(answer['x-assumption'] ?? 'Sent as well when').toMatch(/^Sent as well when/);
});

test.each(['400', '401'])(
	'causes of %s for createCase beyond those shown are assumptions',
	(status) => {
		const { responses } = endpoint('POST /process_instances').operation;
		expect(responses[status]['x-assumption']).toMatch(/contract|Authorization/);
		expect(responses[status].description).not.toMatch(/contract|Authorization|token/);
	},
);

test('a request that matches no operation gets a message, and 405 names the allowed methods', () => {
	const { responses, 'x-assumption': assumption } = contract['x-unknown-requests'];
	expect(assumption).toMatch(/\w/);
	expect(Object.keys(responses)).toEqual(['404', '405']);
	for (const answer of Object.values(responses)) {
		expect(shape(jsonOf(resolved(answer)))).toEqual(MESSAGE);
	}
	expect(responses['405'].headers!.Allow.required).toBe(true);
});

test('every other error is marked as an assumption', () => {
	const known = new Set(ERRORS.map(([written, status]) => `${written} ${status}`));
	const unmarked = endpoints.flatMap(({ operation, written }) =>
		Object.entries(operation.responses)
			.filter(([status]) => status !== '200' && !known.has(`${written} ${status}`))
			.filter(([, answer]) => resolved(answer)['x-assumption'] === undefined)
			.map(([status]) => `${written} ${status}`),
	);
	expect(unmarked).toEqual([]);
});

test('every request carries Authorization and X-Organization', () => {
	const schemes = Object.values(contract.components.securitySchemes);
	expect(schemes.map((entry) => `${entry.in} ${entry.name}`).sort()).toEqual([
		'header Authorization',
		'header X-Organization',
	]);
	expect(contract.security.map((all) => Object.keys(all).sort())).toEqual([
		Object.keys(contract.components.securitySchemes).sort(),
	]);
	expect(endpoints.filter(({ operation }) => 'security' in operation)).toEqual([]);
});

test.each([
	['all fields of an answer are there', contract.info['x-assumption'], /all are taken to be there/],
	['an instant has a zone', contract.components.schemas.IsoDate['x-assumption'], /without a zone/],
	[
		'a cursor is not blank',
		endpoint('GET /process_monitor/process_instances').parameters.find(
			({ name }) => name === 'cursor',
		)!['x-assumption'],
		/blank cursor is refused/,
	],
	[
		'a Signal ID holds anything',
		endpoint('GET /signals/:signal_id').parameters.find(({ name }) => name === 'signal_id')![
			'x-assumption'
		],
		/any character/,
	],
])('that %s is marked as an assumption', (_what, assumption, words) => {
	expect(assumption).toMatch(words);
});

test('created_at has the format of the interface; for completed_date it is assumed', () => {
	const { created_at, completed_date } = contract.components.schemas.Case.properties!;
	const pattern = new RegExp(resolved(created_at).pattern!);
	expect('2026-01-31 10:00:00 UTC').toMatch(pattern);
	expect('2026-01-31T10:00:00Z').not.toMatch(pattern);
	expect(completed_date.pattern).toBe(pattern.source);
	expect(completed_date).toHaveProperty('x-assumption');
	// Without an example a mock invents text that the pattern rejects.
	for (const { examples } of [resolved(created_at), completed_date]) {
		const texts = examples!.filter((example) => example !== null);
		expect(texts.length).toBeGreaterThan(0);
		for (const text of texts) expect(text).toMatch(pattern);
	}
});
