import { readRequestOptions } from '../../../nodes/CaseManagement/parameters/requestOptions.ts';
import { parametersOf, problemIn } from '../faking.mts';

const read = (requestOptions: unknown) => readRequestOptions(parametersOf({ requestOptions }));

test.each([undefined, null, {}, 'odd', []])(
	'without options (%j) the time-out of n8n applies',
	(requestOptions) => {
		expect(read(requestOptions)).toEqual({
			timeout: 300_000,
			proxy: undefined,
			skipSslCertificateValidation: false,
		});
	},
);

test('the time-out and the SSL switch are used, and unknown options are ignored', () => {
	expect(read({ timeout: 1234, allowUnauthorizedCerts: true, url: '/odd', qs: {} })).toEqual({
		timeout: 1234,
		proxy: undefined,
		skipSslCertificateValidation: true,
	});
});

test.each([
	['', undefined],
	[null, undefined],
	['http://proxy.example:3128', { host: 'proxy.example', port: 3128, protocol: 'http' }],
	['https://proxy.example', { host: 'proxy.example', port: 443, protocol: 'https' }],
	[
		'http://me:p%40ss@proxy.example:80',
		{
			host: 'proxy.example',
			port: 80,
			protocol: 'http',
			auth: { username: 'me', password: 'p@ss' },
		},
	],
	[
		'http://m%e:100%@proxy.example:80',
		{
			host: 'proxy.example',
			port: 80,
			protocol: 'http',
			auth: { username: 'm%e', password: '100%' },
		},
	],
])('proxy %s', (proxy, expected) => {
	expect(read({ proxy }).proxy).toEqual(expected);
});

test.each(['proxy', 'proxy.example:80', 7, 'me:hidden@proxy.example:80', '//me:hidden@proxy'])(
	'the proxy %p is refused but not shown, since it may contain a password',
	async (proxy) => {
		expect(await problemIn(() => read({ proxy }))).toMatchObject({
			kind: 'input',
			message: 'The Proxy in the Request Options is not a valid URL',
			hint: 'Write it as http://user:password@host:port.',
		});
	},
);
