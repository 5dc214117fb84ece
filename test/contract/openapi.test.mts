/**
 * openapi.yaml says what interface.md says: every endpoint, parameter, field, value and error that
 * is shown there, and no others without being marked as an assumption.
 */
import { contract, endpoints, jsonOf, resolved } from './contract.mts';
import { ENDPOINTS, ERRORS, MESSAGE } from './interface.mts';
import { shapeOf } from './shapes.mts';

const shape = (schema: Parameters<typeof shapeOf>[0]) => shapeOf(schema, resolved);

const endpoint = (written: string) => endpoints.find((entry) => entry.written === written)!;

test('the contract holds the endpoints of the interface, and no others', () => {
	expect(endpoints.map(({ written }) => written).sort()).toEqual(Object.keys(ENDPOINTS).sort());
});

describe.each(Object.entries(ENDPOINTS))('%s', (written, shown) => {
	const { operation, parameters } = endpoint(written);
	const named = (place: string) => parameters.filter((entry) => entry.in === place);

	test('its path parameters are declared', () => {
		const placeholders = [...written.matchAll(/:(\w+)/g)].map(([, name]) => name);
		expect(named('path').map(({ name }) => name)).toEqual(placeholders);
	});

	test('its query parameters are those of the interface', () => {
		const query = named('query').map(({ name, required, schema }) => [
			required ? name : `${name}?`,
			shape(schema),
		]);
		expect(Object.fromEntries(query)).toEqual(shown.query ?? {});
		expect(parameters.length).toBe(named('path').length + named('query').length);
	});

	test('its body has the fields of the interface', () => {
		const { requestBody } = operation;
		expect(requestBody && shape(jsonOf(requestBody))).toEqual(shown.body);
		expect(requestBody?.required).toBe(shown.body && true);
		// Otherwise the sandbox would take a body with a field that nobody knows.
		if (requestBody) expect(resolved(jsonOf(requestBody)).additionalProperties).toBe(false);
	});

	test('its answer has the fields of the interface, with HTTP 200 only', () => {
		const good = Object.entries(operation.responses).filter(([status]) => /^[123]/.test(status));
		expect(good.map(([status]) => status)).toEqual(['200']);
		expect(shape(jsonOf(resolved(good[0][1])))).toEqual(shown.answer);
	});

	test('its errors are a message and nothing else', () => {
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

test.each(ERRORS)('the documented error %s %s is there', (written, status, condition) => {
	const answer = endpoint(written).operation.responses[status];
	expect(answer?.description).toMatch(condition);
	expect(answer).not.toHaveProperty('x-assumption');
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

test('created_at has the shape of the interface, completed_date the same by assumption', () => {
	const { created_at, completed_date } = contract.components.schemas.Case.properties!;
	const pattern = new RegExp(resolved(created_at).pattern!);
	expect('2026-01-31 10:00:00 UTC').toMatch(pattern);
	expect('2026-01-31T10:00:00Z').not.toMatch(pattern);
	expect(completed_date.pattern).toBe(pattern.source);
	expect(completed_date).toHaveProperty('x-assumption');
});
