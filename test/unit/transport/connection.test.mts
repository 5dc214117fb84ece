import { badInput } from '../../../nodes/CaseManagement/model/problem.ts';
import { explainConnection } from '../../../nodes/CaseManagement/transport/connection.ts';

/** As n8n hands it on: wrapped in an error of its own. */
const wrapped = (code: string) =>
	Object.assign(new Error('outer'), { cause: Object.assign(new Error('inner'), { code }) });

test.each([
	['ECONNREFUSED', 'refused the connection', 'Nothing was sent'],
	['ENOTFOUND', 'host of the Base URL is not known', 'Nothing was sent'],
	['DEPTH_ZERO_SELF_SIGNED_CERT', 'certificate', 'Nothing was sent'],
	['ECONNRESET', 'broke before its answer', 'not known whether'],
	['ECONNABORTED', 'did not answer in time', 'not known whether'],
	['WHATEVER', 'could not be reached', 'not known whether'],
])('a write that ends with %s', (code, sentence, hint) => {
	const problem = explainConnection(wrapped(code), true);
	expect(problem.message).toContain(sentence);
	expect(problem.message).toContain(code);
	expect(problem.hint).toContain(hint);
	expect(problem.kind).toBe('connection');
});

test('a read that breaks says nothing of an unknown outcome', () => {
	expect(explainConnection(wrapped('ECONNRESET'), false).hint).not.toContain('not known');
});

test('a credential that cannot be used is bad input, with its own sentence', () => {
	const problem = explainConnection(
		Object.assign(new Error('x'), {
			cause: badInput('The Base URL is empty', 'Nothing was sent.'),
		}),
		true,
	);
	expect(problem).toMatchObject({ kind: 'input', message: 'The Base URL is empty' });
	expect(problem.hint).toContain('Nothing was sent');
});

test('a cancelled call says so', () => {
	expect(explainConnection(wrapped('ERR_CANCELED'), false).kind).toBe('stopped');
});

test.each([undefined, null, 'text', {}, new Error('')])('%p is never shown raw', (error) => {
	expect(explainConnection(error, false).message).toBe('The call failed');
});

test('a chain that bites its own tail ends', () => {
	const error: Error & { cause?: unknown } = new Error('loop');
	error.cause = error;
	expect(explainConnection(error, false).message).toBe('loop');
});
