/** The credential's own test, as the button in the editor runs it. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';

import type { FaultOrder } from '../../sandbox/service/client.mts';
import { major, CREDENTIAL, RealN8n } from './support/realN8n.mts';
import type { Json } from './support/realN8n.mts';

const LAUNCHABLES = '/process_templates/basic/launchables';

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
			// n8n 1.x does not test a credential that is not saved.
			id: n8n.credentialId(CREDENTIAL),
			name: 'Tried',
			type: CREDENTIAL,
			data: { baseUrl: url, token, organization, allowUnauthorizedCerts: false, ...changes },
		},
	});
}

test('a valid credential passes, even with slashes after the base URL', async () => {
	for (const baseUrl of [n8n.service.url, `${n8n.service.url}///`]) {
		const { status, message } = await tryCredential({ baseUrl });
		assert.equal(status, 'OK', message);
	}
});

/** For an error status n8n 1.x shows its own message instead of ours. */
const ofStatus = (says: RegExp): RegExp => (major === '1' ? /\w/ : says);

const BAD: Array<[what: string, says: RegExp, changes: Json, fault?: FaultOrder]> = [
	[
		'a page answered with 200',
		/does not come from a case management service/,
		{},
		{ kind: 'html' },
	],
	[
		'JSON of something else',
		/does not come from a case management service/,
		{},
		{ kind: 'status', status: 200, body: {} },
	],
	['a wrong token', ofStatus(/rejected the Authorization Token/), { token: 'Bearer wrong-token' }],
	['a wrong organization', ofStatus(/rejected the Organization/), { organization: 'org-wrong' }],
	[
		'a redirect',
		ofStatus(/redirects to another address/),
		{},
		{ kind: 'redirect', location: '/elsewhere', path: '/process_templates' },
	],
	['a base URL without a scheme', /https:\/\//, { baseUrl: 'cases.example.com' }],
];

for (const [what, says, changes, fault] of BAD) {
	test(`${what} is reported, and nothing is sent elsewhere`, async () => {
		if (fault !== undefined) await n8n.service.addFaults({ times: 'always', ...fault });
		const { status, message } = await tryCredential(changes);
		assert.equal(status, 'Error');
		assert.match(message, says);
		assert.ok(!message.includes('wrong-token'), message);
		const asked = (await n8n.service.requests()).map(({ path }) => path);
		assert.ok(
			asked.every((path) => path === LAUNCHABLES),
			String(asked),
		);
	});
}

test('a service that accepts the call and never responds is reported after 20 seconds', async () => {
	for (const kind of ['hang', 'headersOnly', 'drip'] as const) {
		await n8n.service.addFaults({ kind, times: 'always' });
		const began = Date.now();
		const { status, message } = await tryCredential();
		assert.equal(status, 'Error');
		assert.match(message, /^The service did not answer within 20 seconds/);
		assert.ok(Date.now() - began < 60_000);
		await n8n.service.clearFaults();
	}
	assert.equal((await tryCredential()).status, 'OK');
});
