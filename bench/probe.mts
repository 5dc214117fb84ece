/** The resources a measured process uses, as reported by the probe loaded into it. */
import path from 'node:path';

import { freePort } from '../sandbox/runtime/ports.mts';

/** The resources one run used in a process. */
export interface Used {
	/** Milliseconds of CPU time. */
	cpu: number;
	/** The share of the main thread. */
	thread: number;
	/** Longest block of the event loop in milliseconds. */
	block: number;
	/** The same in CPU time, which other programs on a busy machine do not lengthen. */
	busy: number;
	/** Peak size of the JavaScript heap and of buffers, in bytes. */
	memory: number;
	/** Peak memory of the whole process, in bytes. It includes what earlier runs left allocated. */
	rss: number;
	/** Milliseconds of wall-clock time. */
	wall: number;
}

/** A profile of the CPU, as V8 writes it. */
export interface Profile {
	nodes: Array<{
		id: number;
		callFrame: { functionName: string; url: string };
		children?: number[];
	}>;
	samples: number[];
	timeDeltas: number[];
}

/** How long a process continues after it has answered: n8n completes the execution. */
const AFTERMATH = 500;

export class Probe {
	/** The options that Node.js must be started with. */
	readonly nodeOptions = ['--expose-gc', '--require', path.join(import.meta.dirname, 'probe.cjs')];
	readonly env: Record<string, string>;
	private readonly url: string;

	private constructor(port: number) {
		this.env = { BENCH_PROBE_PORT: String(port) };
		this.url = `http://127.0.0.1:${port}`;
	}

	/** A probe for one process that has not started yet. */
	static async make(): Promise<Probe> {
		return new Probe(await freePort(0, '127.0.0.1'));
	}

	/** Reports what the process used while `work` ran. */
	async measure(work: () => Promise<void>): Promise<Used> {
		const before = await this.ask<Used>('begin');
		const began = performance.now();
		await work();
		const wall = performance.now() - began;
		await new Promise((resolve) => setTimeout(resolve, AFTERMATH));
		const after = await this.ask<Used>('end');
		return {
			...after,
			cpu: after.cpu - before.cpu,
			thread: after.thread - before.thread,
			wall,
		};
	}

	/** Records a profile of the process while `work` runs. */
	async profile(work: () => Promise<void>): Promise<Profile> {
		await this.ask('profile/begin');
		await work();
		return await this.ask<Profile>('profile/end');
	}

	private async ask<T>(what: string): Promise<T> {
		return (await (await fetch(`${this.url}/${what}`)).json()) as T;
	}
}
