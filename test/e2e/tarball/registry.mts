/** A registry on loopback with one package, and an npm that uses it instead of the public one. */
import { createHash } from 'node:crypto';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';

import { makeFolder } from '../../../sandbox/runtime/paths.mts';

interface Manifest {
	name: string;
	version: string;
}

export interface Registry {
	url: string;
	close(): Promise<void>;
}

/** Serves a tarball as npm's registry does. */
export async function startRegistry(tarball: string, manifest: Manifest): Promise<Registry> {
	const content = readFileSync(tarball);
	const { name, version } = manifest;
	const file = `/${name}/-/${path.basename(tarball)}`;
	let url = '';
	const server = createServer((request, response) => {
		if (request.url === file) {
			response.end(content);
			return;
		}
		if (request.url?.split('?')[0] !== `/${name}`) {
			response.writeHead(404).end('{}');
			return;
		}
		const integrity = `sha512-${createHash('sha512').update(content).digest('base64')}`;
		const dist = { tarball: `${url}${file}`, integrity };
		const versions = { [version]: { ...manifest, dist } };
		response.setHeader('content-type', 'application/json');
		response.end(JSON.stringify({ name, 'dist-tags': { latest: version }, versions }));
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	return {
		url,
		async close() {
			await new Promise((resolve) => server.close(resolve));
		},
	};
}

/**
 * Creates an `npm` that forwards everything to the real one, with another registry: n8n needs a
 * license to use any but the public one.
 *
 * @returns a PATH that finds it first
 */
export function pathWithNpmFor(registry: string, folder: string): string {
	makeFolder(folder);
	const real = process.env.PATH ?? '';
	const script = path.join(folder, 'npm');
	writeFileSync(
		script,
		`#!/bin/sh
for argument do
	shift
	case "$argument" in
	--registry=*) set -- "$@" '--registry=${registry}' ;;
	*) set -- "$@" "$argument" ;;
	esac
done
PATH='${real}' exec npm "$@"
`,
	);
	chmodSync(script, 0o755);
	return `${folder}${path.delimiter}${real}`;
}
