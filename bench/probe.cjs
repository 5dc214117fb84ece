// Loaded into n8n before its own code: tells, on a port of this machine, how much CPU time the
// process has used and how long its event loop was blocked at most: by the clock, and in CPU time,
// which other programs of a busy machine do not lengthen.

'use strict';

const { createServer } = require('node:http');
const { isMainThread } = require('node:worker_threads');

/** Milliseconds between two looks; what a look comes late by was a block. */
const STEP = 5;

/** Milliseconds by the clock, and of CPU time of this thread. */
function look() {
	const { user, system } = process.threadCpuUsage();
	return { time: performance.now(), cpu: (user + system) / 1000 };
}

function watch(port) {
	let last = look();
	let longest = { block: 0, busy: 0 };
	setInterval(() => {
		const now = look();
		longest = {
			block: Math.max(longest.block, now.time - last.time - STEP),
			busy: Math.max(longest.busy, now.cpu - last.cpu),
		};
		last = now;
	}, STEP).unref();

	createServer((request, response) => {
		if (request.url === '/begin') {
			// What an earlier run has left behind must not be paid for by the next.
			globalThis.gc?.();
			longest = { block: 0, busy: 0 };
			last = look();
		}
		const { user, system } = process.cpuUsage();
		response.end(JSON.stringify({ cpu: (user + system) / 1000, ...longest }));
	})
		.listen(port, '127.0.0.1')
		.unref();
}

const { BENCH_PROBE_PORT: port } = process.env;
// Threads and children of n8n load this file too.
delete process.env.BENCH_PROBE_PORT;
if (isMainThread && port !== undefined) watch(Number(port));
