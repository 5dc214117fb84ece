// Loaded into n8n, and into the bare client, before their own code: reports, on a port of this
// machine, how much CPU time the process has used, how long its event loop was blocked at most (by
// the clock, and in CPU time, which other programs of a busy machine do not lengthen) and how much
// memory it took at most. It can also record a profile.

'use strict';

const { createServer } = require('node:http');
const { Session } = require('node:inspector');
const { isMainThread } = require('node:worker_threads');

/** Milliseconds between two checks; a late check means that the event loop was blocked. */
const STEP = 5;

/** Checks between two memory checks, which cost more. */
const MEMORY_STEPS = 5;

/** Microseconds between two samples of a profile. */
const PROFILE_STEP = 500;

/** Milliseconds of wall-clock time, and of CPU time of this thread. */
function look() {
	const { user, system } = process.threadCpuUsage();
	return { time: performance.now(), cpu: (user + system) / 1000 };
}

/** Milliseconds of CPU time of all threads. */
function cpu() {
	const { user, system } = process.cpuUsage();
	return (user + system) / 1000;
}

function watch() {
	let last = look();
	let looks = 0;
	let most = { block: 0, busy: 0, memory: 0, rss: 0 };
	setInterval(() => {
		const now = look();
		most.block = Math.max(most.block, now.time - last.time - STEP);
		most.busy = Math.max(most.busy, now.cpu - last.cpu);
		if (++looks % MEMORY_STEPS === 0) {
			const { heapUsed, external, rss } = process.memoryUsage();
			most.memory = Math.max(most.memory, heapUsed + external);
			most.rss = Math.max(most.rss, rss);
		}
		last = now;
	}, STEP).unref();
	return {
		begin() {
			// Garbage of an earlier run must not count for the next one.
			globalThis.gc?.();
			most = { block: 0, busy: 0, memory: 0, rss: 0 };
			last = look();
			return this.end();
		},
		end: () => ({ cpu: cpu(), thread: look().cpu, ...most }),
	};
}

/** Asks V8's profiler. */
function inspect(session, method, parameters) {
	return new Promise((resolve, reject) => {
		session.post(method, parameters, (error, result) => (error ? reject(error) : resolve(result)));
	});
}

function serve(port) {
	const watcher = watch();
	const session = new Session();
	const answers = {
		'/begin': () => watcher.begin(),
		'/end': () => watcher.end(),
		'/profile/begin': async () => {
			session.connect();
			await inspect(session, 'Profiler.enable');
			await inspect(session, 'Profiler.setSamplingInterval', { interval: PROFILE_STEP });
			return await inspect(session, 'Profiler.start');
		},
		'/profile/end': async () => {
			const { profile } = await inspect(session, 'Profiler.stop');
			session.disconnect();
			return profile;
		},
	};
	createServer(async (request, response) => {
		response.end(JSON.stringify(await answers[request.url]()));
	})
		.listen(port, '127.0.0.1')
		.unref();
}

const { BENCH_PROBE_PORT: port } = process.env;
// Threads and children of n8n load this file too.
delete process.env.BENCH_PROBE_PORT;
if (isMainThread && port !== undefined) serve(Number(port));
