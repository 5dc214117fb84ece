// Loaded into n8n before its own code: tells, on a port of this machine, how much CPU time the
// process has used and how long its event loop was blocked at most.

'use strict';

const { createServer } = require('node:http');
const { isMainThread } = require('node:worker_threads');

/** Milliseconds between two looks; what a look comes late by was a block. */
const STEP = 5;

function watch(port) {
	let last = performance.now();
	let block = 0;
	setInterval(() => {
		const now = performance.now();
		block = Math.max(block, now - last - STEP);
		last = now;
	}, STEP).unref();

	createServer((request, response) => {
		if (request.url === '/begin') {
			// What an earlier run has left behind must not be paid for by the next.
			globalThis.gc?.();
			block = 0;
			last = performance.now();
		}
		const { user, system } = process.cpuUsage();
		response.end(JSON.stringify({ cpu: (user + system) / 1000, block }));
	})
		.listen(port, '127.0.0.1')
		.unref();
}

const { BENCH_PROBE_PORT: port } = process.env;
// Threads and children of n8n load this file too.
delete process.env.BENCH_PROBE_PORT;
if (isMainThread && port !== undefined) watch(Number(port));
