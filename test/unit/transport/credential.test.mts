import { CaseManagementApi } from '../../../credentials/CaseManagementApi.credentials.ts';

const good = { baseUrl: 'https://cases.example.com', token: 'Bearer abc', organization: 'org-1' };

const signed = async (fields: object) =>
	await new CaseManagementApi().authenticate(
		{ ...good, ...fields },
		{
			url: '/x',
			headers: { Accept: 'application/json' },
		},
	);

test.each([
	['https://cases.example.com', 'https://cases.example.com'],
	['  https://cases.example.com/// \n', 'https://cases.example.com'],
	['https://cases.example.com/api/v2/', 'https://cases.example.com/api/v2'],
	['HTTP://Cases.Example.com:8080/Api', 'http://cases.example.com:8080/Api'],
	['http://127.0.0.1:5680', 'http://127.0.0.1:5680'],
])('base URL %j becomes %j', async (baseUrl, expected) => {
	expect((await signed({ baseUrl })).baseURL).toBe(expected);
});

test.each([
	['', 'is empty'],
	['   ', 'is empty'],
	[undefined, 'is empty'],
	['cases.example.com', 'must begin with https://'],
	['ftp://cases.example.com', 'must begin with https://'],
	['javascript:alert(1)', 'must begin with https://'],
	['https://', 'is not a valid URL'],
	['see https://cases.example.com', 'must begin with https://'],
	['https://:secret@cases.example.com', 'must not contain a user name'],
	['https://user:secret@cases.example.com', 'must not contain a user name'],
	['https://user@cases.example.com', 'must not contain a user name'],
	['https://cases.example.com/?a=1', 'must not contain a query'],
	['https://cases.example.com/#top', 'must not contain a query'],
])('base URL %j is refused', async (baseUrl, reason) => {
	await expect(signed({ baseUrl })).rejects.toThrow(reason);
	await expect(signed({ baseUrl })).rejects.not.toThrow('secret');
});

test.each([
	['Bearer abc', 'Bearer abc'],
	['  Bearer abc\r\n', 'Bearer abc'],
	['Bearer ab\r\nc', 'Bearer abc'],
	['Authorization: Bearer abc', 'Bearer abc'],
	['authorization:abc', 'abc'],
	['Authorization : abc', 'abc'],
	['x authorization: abc', 'x authorization: abc'],
	['abc', 'abc'],
])('token %j is sent as %j', async (token, expected) => {
	expect((await signed({ token })).headers).toMatchObject({ Authorization: expected });
});

test.each([
	[{ token: '' }, 'Authorization Token in the credential is empty'],
	[{ token: 'Authorization:  ' }, 'Authorization Token in the credential is empty'],
	[{ token: 'ab\u2028c' }, 'characters that cannot be sent'],
	[{ token: '\u201cabc\u201d' }, 'characters that cannot be sent'],
	[{ organization: true }, 'Organization in the credential is empty'],
	[{ organization: ' ' }, 'Organization in the credential is empty'],
	[{ organization: 'a\tb' }, 'characters that cannot be sent'],
])('%j is refused with an explanation', async (fields, reason) => {
	await expect(signed(fields)).rejects.toThrow(reason);
});

test('adds both headers and keeps those of the request', async () => {
	const request = await signed({ organization: 17 });
	expect(request).toMatchObject({
		url: '/x',
		headers: {
			Accept: 'application/json',
			Authorization: 'Bearer abc',
			'X-Organization': '17',
		},
	});
	expect(request).not.toHaveProperty('skipSslCertificateValidation');
});

test('does not change the original request', async () => {
	const request = { url: '/x', headers: {} };
	await new CaseManagementApi().authenticate(good, request);
	expect(request).toEqual({ url: '/x', headers: {} });
});

test('passes the SSL switch on', async () => {
	expect(await signed({ allowUnauthorizedCerts: true })).toMatchObject({
		skipSslCertificateValidation: true,
	});
});
