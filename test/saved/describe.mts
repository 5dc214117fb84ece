/**
 * Prints what the panels of the package in the working directory can store: the parameters of node
 * and trigger, their options and defaults, without texts for people. Needs a build.
 */
import { createRequire } from 'node:module';
import path from 'node:path';

import type { INodeType } from 'n8n-workflow';

// Otherwise n8n-core would create a settings file in the home folder.
process.env.N8N_USER_FOLDER = path.resolve('.sandbox', 'describe');
process.env.N8N_ENCRYPTION_KEY = 'only-for-tests';
const require = createRequire(import.meta.url);
require('reflect-metadata');
const { PackageDirectoryLoader } = require('n8n-core') as typeof import('n8n-core');

/** Texts, and what only a running node needs: neither affects what is stored. */
const LEFT_OUT = new Set([
	'action',
	'builderHint',
	'description',
	'displayName',
	'hint',
	'placeholder',
	'routing',
]);

/** An option of a list is identified by its value, everything else by its name. */
function pared(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(pared);
	if (typeof value !== 'object' || value === null) return value;
	const isOption = 'value' in value && 'name' in value;
	return Object.fromEntries(
		Object.entries(value)
			.filter(([key]) => !LEFT_OUT.has(key) && !(isOption && key === 'name'))
			// Its keys are names of parameters.
			.map(([key, part]) => [key, key === 'displayOptions' ? part : pared(part)]),
	);
}

// n8n's own loader adds what every declarative node has, such as Request Options.
const loader = new PackageDirectoryLoader(process.cwd());
await loader.loadAll();
const described = Object.entries(loader.nodeTypes).map(([name, { type }]) => [
	name,
	pared((type as INodeType).description.properties),
]);
console.log(JSON.stringify(Object.fromEntries(described), null, '\t'));
