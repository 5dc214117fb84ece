import { allowedDomains } from '../../../nodes/CaseManagement/transport/allowedDomains.ts';
import type { RequestContext } from '../../../nodes/CaseManagement/transport/send.ts';
import { problemIn } from '../faking.mts';

/** Asks for them with a credential, or with none. */
const ask = async (credential: object | Error) => {
	const getCredentials = jest.fn(async () => {
		if (credential instanceof Error) throw credential;
		return credential;
	});
	const found = await allowedDomains({ getCredentials } as unknown as RequestContext);
	expect(getCredentials).toHaveBeenCalledWith('caseManagementApi');
	return found;
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
])('%j lets %p be asked', async (credential, expected) => {
	expect(await ask(credential)).toBe(expected);
});

test.each([[domains(' ')], [domains(undefined)]])(
	'%j lets nothing be asked',
	async (credential) => {
		expect(await problemIn(() => ask(credential))).toMatchObject({
			kind: 'input',
			message: 'The credential allows no domain',
			hint: expect.stringMatching(/^Nothing was sent\./) as string,
		});
	},
);

test('a credential that is gone says so', async () => {
	expect(await problemIn(() => ask(new Error('Credential 5 is gone')))).toMatchObject({
		kind: 'input',
		message: 'Credential 5 is gone',
		hint: 'Nothing was sent. Choose a credential that exists in the node.',
	});
});
