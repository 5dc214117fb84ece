import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

import { makeFolder } from '../sandbox/runtime/paths.mts';

/** A value as a TypeScript literal, in the style that the rules expect. Functions are left out. */
function literal(value: unknown): string {
	if (Array.isArray(value)) return `[${value.map((entry) => `${literal(entry)},`).join('\n')}]`;
	if (typeof value === 'object' && value !== null) {
		const entries = Object.entries(value).filter(([, inner]) => isData(inner));
		return `{\n${entries.map(([key, inner]) => `${keyOf(key)}: ${literal(inner)},`).join('\n')}\n}`;
	}
	if (typeof value !== 'string') return String(value);
	const escaped = JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"');
	return `'${escaped.replaceAll("'", "\\'")}'`;
}

const keyOf = (key: string): string => (/^[a-z_]\w*$/i.test(key) ? key : literal(key));

/** The rules check a property only if it has the type used in sources. */
const TYPES: Record<string, string> = {
	description: 'INodeTypeDescription',
	properties: 'INodeProperties[]',
	test: 'ICredentialTestRequest',
};

const member = ([name, value]: [string, unknown]): string =>
	`${name}${name in TYPES ? `: ${TYPES[name]}` : ''} = ${literal(value)};`;

const isData = (value: unknown): boolean => value !== undefined && typeof value !== 'function';

/**
 * Writes each node and credential of a built package as one class with everything that n8n gets.
 *
 * @param from the package with its dependencies
 * @param to a folder where the files get the paths of their sources
 */
export function writeOut(from: string, to: string): void {
	const { n8n } = JSON.parse(readFileSync(path.join(from, 'package.json'), 'utf8'));
	const require = createRequire(path.join(from, 'package.json'));
	for (const built of [...n8n.nodes, ...n8n.credentials] as string[]) {
		const [[name, Type]] = Object.entries<new () => object>(require(path.resolve(from, built)));
		const entries = Object.entries(new Type()).filter(([, value]) => isData(value));
		const kind = built.endsWith('.node.js') ? 'INodeType' : 'ICredentialType';
		const body = entries.map(member).join('\n\n');
		const file = path.join(to, built.replace(/^dist\//, '').replace(/\.js$/, '.ts'));
		makeFolder(path.dirname(file));
		writeFileSync(file, `export class ${name} implements ${kind} {\n${body}\n}\n`);
	}
}
