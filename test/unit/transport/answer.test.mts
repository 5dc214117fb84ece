import { objectOf } from '../../../nodes/CaseManagement/transport/answer.ts';
import { Problem } from '../../../nodes/CaseManagement/model/problem.ts';

const call = { method: 'GET', topic: 'case.get' };

const problemOf = (statusCode: number, body: unknown, overrides = {}): Problem => {
	try {
		objectOf({ statusCode, headers: {}, body }, { ...call, ...overrides });
	} catch (error) {
		return error as Problem;
	}
	throw new Error('no problem');
};

test('gives the JSON object of a success', () => {
	expect(objectOf({ statusCode: 200, headers: {}, body: ' {"a":1}\n' }, call)).toEqual({ a: 1 });
	expect(objectOf({ statusCode: 200, headers: {}, body: '\uFEFF{"a":1}' }, call)).toEqual({ a: 1 });
});

test('data that holds HTML is data', () => {
	const body = JSON.stringify({ message: '<html>hello</html>' });
	expect(objectOf({ statusCode: 200, headers: {}, body }, call)).toEqual({
		message: '<html>hello</html>',
	});
});

test('the service message comes first, with status and advice', () => {
	const problem = problemOf(404, '{"message":"The process instance was not found"}');
	expect(problem.message).toBe('The process instance was not found');
	expect(problem.kind).toBe('service');
	expect(problem.status).toBe(404);
	expect(problem.hint).toMatch(/Check the ID/);
});

test.each([
	['{"error":{"message":"nested"}}', 'nested'],
	['{"error":"plain"}', 'plain'],
	['{"detail":"detailed"}', 'detailed'],
	['{"title":"titled"}', 'titled'],
	['{"message":"  "}', 'HTTP 500 with an object without the expected fields'],
	['{"message":{"x":1}}', 'HTTP 500 with an object without the expected fields'],
	['', 'HTTP 500 with nothing (an empty body)'],
	['<!DOCTYPE html><html><body>Oops</body></html>', 'HTTP 500 with a web page instead of data'],
	['Bad gateway\n  here', 'HTTP 500 with text instead of data: "Bad gateway here"'],
	['[]', 'HTTP 500 with an array'],
	['null', 'HTTP 500 with null'],
	['12', 'HTTP 500 with a bare number'],
])('words of an error body %j', (body, words) => {
	expect(problemOf(500, body).message).toContain(words);
	expect(problemOf(500, body).message).not.toContain('[object');
});

test.each([
	['', 'nothing (an empty body)'],
	['<html></html>', 'a web page'],
	['{"process_instance": {"uu', 'data that is cut short'],
	['hello', 'text instead of data'],
	['"hello"', 'a bare string'],
	['3', 'a bare number'],
	['null', 'null'],
	['[1]', 'an array'],
])('a success with the body %j is told apart from an answer', (body, words) => {
	const problem = problemOf(200, body);
	expect(problem.kind).toBe('answer');
	expect(problem.message).toContain(`HTTP 200 with ${words}`);
});

test('an empty body is a success where that is agreed', () => {
	const check = { method: 'DELETE', topic: 'case.delete', emptyIsFine: true };
	expect(objectOf({ statusCode: 204, headers: {}, body: '' }, check)).toEqual({});
	expect(objectOf({ statusCode: 200, headers: {}, body: undefined }, check)).toEqual({});
	expect(() => objectOf({ statusCode: 200, headers: {}, body: '<html>' }, check)).toThrow(
		'web page',
	);
});

test('success: false is no success', () => {
	expect(problemOf(200, '{"success":false,"message":"No"}').message).toBe('No');
	expect(problemOf(200, '{"success":false}').message).toContain('did not succeed');
});

test('after a write, an odd answer says that the call may have had its effect', () => {
	expect(problemOf(200, '<html>', { method: 'POST', topic: 'x' }).hint).toContain(
		'may have had its effect',
	);
	expect(problemOf(200, '<html>').hint).not.toContain('effect');
	expect(problemOf(502, '', { method: 'POST', topic: 'case.create' }).hint).toContain(
		'may have been created',
	);
	expect(problemOf(409, '', { method: 'PUT', topic: 'case.pause' }).hint).not.toContain('may have');
});

test('a long text is quoted in part', () => {
	expect(problemOf(500, 'x'.repeat(5000)).message.length).toBeLessThan(250);
});
