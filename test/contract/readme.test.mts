/** README names every operation of the node, and no other; texts about an example say what it does. */
import { readFileSync } from 'node:fs';

import { NodeHelpers } from 'n8n-workflow';
import type { INodePropertyOptions } from 'n8n-workflow';

import { loadPackage } from '../support/engine.mts';

test('the table of operations matches the node', async () => {
	const { type } = (await loadPackage()).getNode('caseManagement');
	const { properties } = NodeHelpers.getVersionedNodeType(type).description;
	const actual = properties
		.filter(({ name }) => name === 'operation')
		.flatMap(({ displayOptions, options }) =>
			(options as INodePropertyOptions[])
				.map(({ name }) => name)
				.sort()
				.map((name) => [displayOptions?.show?.resource?.join(), name]),
		);
	// One row for each operation: its resource, its name, and a line that says what it does.
	const rows = readFileSync('README.md', 'utf8').matchAll(
		/^\| (Case|Signal|Template) +\| (\S.*?) +\| \S.* \|$/gm,
	);
	const written = [...rows].map(([, resource, name]) => [resource!.toLowerCase(), name]);
	expect(written).toEqual(actual);
});

test.each(['examples/scheduled-clean-up.json', 'README.md', 'docs/bulk-action.md'])(
	'%s says that the clean-up counts from the day on which a case was created',
	(file) => {
		const text = readFileSync(file, 'utf8').replace(/\s+/g, ' ');
		expect(text).toMatch(/completed cases that were created more than 90 days ago/);
		expect(text).not.toMatch(/older than \d|completed more than \d+ days ago/i);
	},
);
