/** Token and organization appear nowhere, even if the service echoes them. */
import { runNode } from '../support/engine.mts';
import { useService } from '../support/service.mts';

const service = useService();

const get = (settings = {}, credential = {}) =>
	runNode({
		credential: { ...service.credential(), ...credential },
		parameters: {
			resource: 'case',
			operation: 'get',
			caseId: service.fixtures.cases.running,
			simplify: false,
		},
		settings,
	});

const bare = () => String(service.credential().token).split(' ')[1]!;

test.each([
	['an error body', { kind: 'status', status: 400, echo: true }],
	['a text', { kind: 'text', status: 400, echo: true }],
	['a web page', { kind: 'html', status: 400, echo: true }],
	['a text with 200', { kind: 'text', status: 200, echo: true }],
] as const)('%s that echoes our headers', async (_name, fault) => {
	for (const onError of [undefined, 'continueRegularOutput', 'continueErrorOutput'] as const) {
		await service.handle.addFaults({ operationId: 'getCase', ...fault });
		const { run } = await get({ onError });
		const seen = JSON.stringify(run);
		expect(seen).toContain('HTTP');
		expect(seen).not.toContain(bare());
		expect(seen).not.toContain(service.fixtures.organization);
	}
});

test('a message that names them, with and without the scheme', async () => {
	const { token, organization } = service.credential();
	await service.handle.addFaults({
		operationId: 'getCase',
		kind: 'status',
		status: 401,
		body: { message: `Bad token ${String(token)} (${bare()}) for ${String(organization)}` },
	});
	const { error } = await get();
	expect(error!.message).toBe('Bad token *** (***) for *** (HTTP 401, Case: Get, item 0)');
});

test('data that repeats the token is returned without it; the organization may be part of the data', async () => {
	const { token, organization } = service.credential();
	await service.handle.addFaults({
		operationId: 'getCase',
		kind: 'status',
		status: 200,
		body: { process_instance: { name: `${String(token)} of ${String(organization)}` } },
	});
	const { json } = await get();
	expect(json[0]).toMatchObject({ process_instance: { name: `*** of ${String(organization)}` } });
});

/** The token as other software may encode it in a response. */
const spellings = (token: string): Array<[how: string, text: string]> => {
	const each = (write: (code: string) => string) =>
		[...token].map((char) => write(char.charCodeAt(0).toString(16).padStart(2, '0'))).join('');
	return [
		[
			'as a link, lower case',
			encodeURIComponent(token).replace(/%../g, (code) => code.toLowerCase()),
		],
		['as JSON with \\u', each((code) => `\\u00${code}`)],
		['as JSON with escaped slashes', token.replaceAll('/', '\\/')],
		['as HTML', each((code) => `&#x${code};`)],
		['behind the cut of an excerpt', `${'.'.repeat(110)}${token}`],
	];
};

const ODD = 'Key a+b/c=d"e';

test.each(spellings(ODD))('a token that is repeated %s', async (_how, text) => {
	for (const fault of [
		{ kind: 'text', status: 400, body: `No: ${text}` },
		{ kind: 'status', status: 400, body: { message: `No: ${text}` } },
		{
			kind: 'raw',
			status: 200,
			contentType: 'application/json',
			body: `{"process_instance":{"name":${JSON.stringify(text)}}}`,
		},
	] as const) {
		await service.handle.addFaults({ operationId: 'getCase', ...fault });
		const { run } = await get({ onError: 'continueRegularOutput' }, { token: ODD });
		const seen = JSON.stringify(run.data.resultData.runData['Case Management']);
		expect(seen).toContain('***');
		expect(seen).not.toContain(text.slice(-8));
		expect(seen).not.toContain('a+b');
	}
});

test('our own text stays intact, whatever the organization is called', async () => {
	for (const organization of ['case', 'item', 'Check', 'organization', 'HTTP']) {
		await service.handle.addFaults({
			operationId: 'getCase',
			kind: 'status',
			status: 404,
			body: { message: `Not found in ${organization}` },
		});
		const { error } = await get({}, { organization });
		expect(error!.message).toBe('Not found in *** (HTTP 404, Case: Get, item 0)');
		expect(error!.description).toBe(
			'No case has this ID. Check the ID: the case may have been deleted or may belong to another organization.',
		);
	}
});

test.each(['running', '1'])(
	'data stays intact if the token %j is a word of its own',
	async (token) => {
		const body = { process_instance: { status: 'running', name: 'Case 1' } };
		await service.handle.addFaults({ operationId: 'getCase', kind: 'status', status: 200, body });
		const { json } = await get({}, { token });
		expect(json[0]).toMatchObject(body);
	},
);
