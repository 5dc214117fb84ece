/** The package as a person installs it: packed, without this repository around it. */
import assert from 'node:assert/strict';
import { existsSync, lstatSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';

import { packageFolder } from '../../sandbox/runtime/n8n-package.mts';
import { repository } from '../../sandbox/runtime/paths.mts';
import { caseManagement, chain, RealN8n, START } from './support/realN8n.mts';

let n8n: RealN8n;

before(async () => {
	n8n = await RealN8n.start('installed');
});

after(async () => {
	await n8n?.stop();
});

test('n8n recognizes our errors: status, operation and item are shown', async () => {
	const { unknownUuid } = await n8n.service.fixtures();
	const get = caseManagement({ resource: 'case', operation: 'get', caseId: unknownUuid });
	const { id } = await n8n.add(chain('404', [START, get]));
	const { status, nodes } = await n8n.run(id, 'Start');
	assert.equal(status, 'error');
	const error = nodes['Case Management']?.error;
	assert.match(String(error?.message), /HTTP 404, Case: Get\b/);
	assert.equal(error?.httpCode, '404');
	assert.equal(error?.context?.itemIndex, 0);
});

test('the installed package is a copy without peers, and each start replaces it', async () => {
	const folder = packageFolder(n8n.data);
	const inRepository = readdirSync(path.join(repository, 'dist'), { recursive: true });
	const manifest = () => JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
	assert.ok(!lstatSync(folder).isSymbolicLink());
	assert.ok(!existsSync(path.join(folder, 'node_modules')));
	assert.equal(manifest().peerDependencies, undefined);
	await n8n.restart(async () => {
		rmSync(path.join(folder, 'dist'), { recursive: true });
	});
	const installed = readdirSync(path.join(folder, 'dist'), { recursive: true });
	assert.deepEqual(installed.sort(), inRepository.sort());
});

test('n8n serves the previews of the output, for the node and for the trigger', async () => {
	for (const preview of ['caseManagement/1.0.0/case/get', 'caseManagementTrigger/1.0.0']) {
		const response = await fetch(`${n8n.url}/schemas/n8n-nodes-case-management.${preview}.json`);
		const { properties = {} } = (await response.json()) as { properties?: object };
		assert.ok('sequential_id' in properties, preview);
	}
});

test('n8n has what its own nodes need: Extract From File loads', async () => {
	const extract = {
		name: 'Extract From File',
		type: 'n8n-nodes-base.extractFromFile',
		typeVersion: 1,
		parameters: { operation: 'fromJson' },
	};
	const toFile = {
		name: 'Convert to File',
		type: 'n8n-nodes-base.convertToFile',
		typeVersion: 1.1,
		parameters: { operation: 'toJson' },
	};
	const { id } = await n8n.add(chain('A file', [START, toFile, extract]));
	const { status, error } = await n8n.run(id, 'Start');
	assert.equal(status, 'success', error?.message);
});
