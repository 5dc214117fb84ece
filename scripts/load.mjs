// Loads the built package as n8n does, on the Node.js that runs this file, and checks the result.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const { n8n } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));

for (const file of [...n8n.nodes, ...n8n.credentials]) {
	const [[name, Type]] = Object.entries(require(`../${file}`));
	const { description, properties = description.properties } = new Type();
	assert.ok(properties.length > 0, name);
	console.log(`${name}: ${properties.length} fields`);
}
console.log(`Loaded on Node.js ${process.version}.`);
