/** README names every operation of the node, and no other. */
import { readFileSync } from 'node:fs';

import { NodeHelpers } from 'n8n-workflow';
import type { INodePropertyOptions } from 'n8n-workflow';

import { loadPackage } from '../support/engine.mts';

test('the table of operations is that of the node', async () => {
	const { type } = (await loadPackage()).getNode('caseManagement');
	const { properties } = NodeHelpers.getVersionedNodeType(type).description;
	const actual = properties
		.filter(({ name }) => name === 'operation')
		.map(({ displayOptions, options }) => [
			displayOptions?.show?.resource?.join(),
			(options as INodePropertyOptions[]).map(({ name }) => name).sort(),
		]);
	const rows = readFileSync('README.md', 'utf8').matchAll(
		/^\| (Case|Signal|Template) +\| (.*) \|$/gm,
	);
	const written = [...rows].map(([, resource, names]) => [
		resource!.toLowerCase(),
		names!.trim().split(', ').sort(),
	]);
	expect(written).toEqual(actual);
});
