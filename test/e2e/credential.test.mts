/** The credential's own test, as the button in the editor runs it. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';

import { CREDENTIAL, RealN8n } from './support/realN8n.mts';
import type { Json } from './support/realN8n.mts';

let n8n: RealN8n;

before(async () => {
	n8n = await RealN8n.start('credential');
});

beforeEach(async () => {
	await n8n.service.reset();
});

after(async () => {
	await n8n?.stop();
});

/** What the editor shows. */
async function tryCredential(changes: Json = {}): Promise<{ status: string; message: string }> {
	const { url, token, organization } = n8n.service;
	return await n8n.api.must('POST', '/credentials/test', {
		credentials: {
			id: '',
			name: 'Tried',
			type: CREDENTIAL,
			data: { baseUrl: url, token, organization, allowUnauthorizedCerts: false, ...changes },
		},
	});
}

test('good: also with slashes behind the base URL', async () => {
	for (const baseUrl of [n8n.service.url, `${n8n.service.url}///`]) {
		const { status, message } = await tryCredential({ baseUrl });
		assert.equal(status, 'OK', message);
	}
});

test('a page answered with 200 is not good', async () => {
	await n8n.service.addFaults({ kind: 'html', status: 200, times: 'always' });
	const { status, message } = await tryCredential();
	assert.equal(status, 'Error', message);
	console.log(message);
});

test('JSON of something else is not good', async () => {
	await n8n.service.addFaults({ kind: 'status', status: 200, body: {}, times: 'always' });
	const { status, message } = await tryCredential();
	assert.equal(status, 'Error', message);
	console.log(message);
});

for (const [what, changes] of [
	['wrong token', { token: 'Bearer wrong-token-of-somebody' }],
	['wrong organization', { organization: 'org-wrong' }],
] as const) {
	test(`${what}: refused, and the token is not repeated`, async () => {
		await n8n.service.addFaults();
		const { status, message } = await tryCredential(changes);
		assert.equal(status, 'Error', message);
		assert.ok(!message.includes('wrong-token'), message);
		console.log(message);
	});
}

test('redirect: not followed', async () => {
	const { url } = n8n.service;
	await n8n.service.addFaults({
		kind: 'redirect',
		location: `${url}/elsewhere`,
		times: 'always',
		path: '/process_templates',
	});
	const { status, message } = await tryCredential();
	assert.equal(status, 'Error', message);
	const paths = (await n8n.service.requests()).map(({ path }) => path);
	assert.ok(!paths.includes('/elsewhere'));
	console.log(message);
});

test('a service that does not answer', async () => {
	await n8n.service.addFaults({ kind: 'hang', times: 'always' });
	const began = performance.now();
	const { status, message } = await tryCredential();
	console.log(status, message, performance.now() - began);
});
