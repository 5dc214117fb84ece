import { makeCredentialReader } from '../../../nodes/CaseManagement/transport/credential.ts';
import type { RequestContext } from '../../../nodes/CaseManagement/transport/credential.ts';
import { problemIn } from '../faking.mts';

/** Reads them with or without a credential. */
const ask = async (credential: object | Error) => {
	const getCredentials = jest.fn(async () => {
		if (credential instanceof Error) throw credential;
		return credential;
	});
	const read = makeCredentialReader({ getCredentials } as unknown as RequestContext);
	const { data, allowedDomains } = await read();
	expect(data).toBe(credential);
	expect(getCredentials).toHaveBeenCalledWith('caseManagementApi');
	return allowedDomains;
};

const domains = (names: unknown) => ({
	allowedHttpRequestDomains: 'domains',
	allowedDomains: names,
});

test.each([
	[{}, undefined],
	[{ allowedHttpRequestDomains: 'all', allowedDomains: 'x.example' }, undefined],
	[{ allowedHttpRequestDomains: 'none' }, undefined],
	[domains(' a.example, *.b.example '), 'a.example, *.b.example'],
])('%j allows %p', async (credential, expected) => {
	expect(await ask(credential)).toBe(expected);
});

test.each([[domains(' ')], [domains(undefined)]])('%j allows no host', async (credential) => {
	expect(await problemIn(() => ask(credential))).toMatchObject({
		kind: 'input',
		message: 'The credential does not allow any domains',
		hint: expect.stringMatching(/^Nothing was sent\./) as string,
	});
});

test('a missing credential is reported', async () => {
	expect(await problemIn(() => ask(new Error('Credential 5 is gone')))).toMatchObject({
		kind: 'input',
		message: 'Credential 5 is gone',
		hint: 'Nothing was sent. Select an existing credential in the node.',
	});
});

test('the credential is read once a minute, however often it is needed', async () => {
	jest.useFakeTimers({ now: 0 });
	const getCredentials = jest.fn(async () => ({ token: `read at ${Date.now()}` }));
	const read = makeCredentialReader({ getCredentials } as unknown as RequestContext);
	const tokenAt = async (time: number) => {
		jest.setSystemTime(time);
		return (await read()).data.token;
	};
	expect(await Promise.all([tokenAt(0), tokenAt(1)])).toEqual(['read at 0', 'read at 0']);
	expect(await tokenAt(59_999)).toBe('read at 0');
	expect(await tokenAt(60_000)).toBe('read at 60000');
	expect(await tokenAt(119_999)).toBe('read at 60000');
	expect(getCredentials).toHaveBeenCalledTimes(2);
	// The clock was set back.
	expect(await tokenAt(-1)).toBe('read at -1');
	jest.useRealTimers();
});

test('a credential that could not be read is read again at the next request', async () => {
	const getCredentials = jest
		.fn(async () => ({ token: 'new' }))
		.mockRejectedValueOnce(new Error('The database is away'));
	const read = makeCredentialReader({ getCredentials } as unknown as RequestContext);
	const both = await Promise.allSettled([read(), read()]);
	expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
	expect((await read()).data.token).toBe('new');
	expect(getCredentials).toHaveBeenCalledTimes(2);
});
