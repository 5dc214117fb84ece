/** openapi.yaml as the contract tests read it. */
import { readFileSync } from 'node:fs';

import { parse } from 'yaml';

import type { Schema } from './shapes.mts';

interface Parameter {
	$ref?: string;
	name: string;
	in: string;
	required?: boolean;
	style?: string;
	explode?: boolean;
	schema: Schema;
	'x-assumption'?: string;
}

interface Body {
	content: Record<string, { schema: Schema }>;
}

interface Answer extends Body {
	$ref?: string;
	description: string;
	'x-assumption'?: string;
}

interface Operation {
	operationId: string;
	parameters?: Parameter[];
	requestBody?: Body & { required?: boolean };
	responses: Record<string, Answer>;
}

interface Document {
	info: { 'x-assumption': string };
	'x-unknown-requests': {
		'x-assumption': string;
		responses: Record<string, Answer & { headers?: Record<string, { required?: boolean }> }>;
	};
	paths: Record<string, { parameters?: Parameter[]; [method: string]: unknown }>;
	security: Array<Record<string, unknown>>;
	components: {
		schemas: Record<string, Schema>;
		responses: Record<string, Answer>;
		securitySchemes: Record<string, { in: string; name: string }>;
	};
}

export const contract = parse(readFileSync('sandbox/openapi.yaml', 'utf8')) as Document;

/** Follows a `$ref` within the contract. */
export function resolved<T extends { $ref?: string }>(part: T): T {
	if (part.$ref === undefined) return part;
	const names = part.$ref.replace('#/', '').split('/');
	return resolved(
		names.reduce((at, name) => (at as Record<string, unknown>)[name], contract as unknown) as T,
	);
}

const METHODS = ['get', 'put', 'post', 'delete', 'patch', 'head', 'options', 'trace'];

/**
 * The name of a query parameter in the interface: an array is declared with the name that is sent,
 * which ends in `[]` (see listCases).
 */
export const shownName = (name: string): string => name.replace(/\[\]$/, '');

/** The endpoints of the contract; `written` is method and path as the node's specs write them. */
export const endpoints = Object.entries(contract.paths).flatMap(([path, item]) =>
	Object.entries(item)
		.filter(([key]) => METHODS.includes(key))
		.map(([method, value]) => ({ method, operation: value as Operation }))
		.map(({ method, operation }) => ({
			id: operation.operationId,
			method,
			written: `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`,
			operation,
			parameters: [...(item.parameters ?? []), ...(operation.parameters ?? [])].map(resolved),
		})),
);

/**
 * Method and path with all placeholders made equal: the node names them after its own parameters.
 */
export const normalized = (written: string): string => written.replace(/:\w+/g, ':');

/** The schema of a JSON body. */
export const jsonOf = ({ content }: Body): Schema => content['application/json'].schema;
