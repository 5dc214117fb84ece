// npm test: every check of the repository. Two lanes run in parallel; their output appears in the
// order of the steps, and the first failure ends everything.

import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';

import { npmCommand } from '../sandbox/runtime/npm.mts';
import { repository } from '../sandbox/runtime/paths.mts';

/**
 * Lanes run in parallel, the steps of a lane one after another. No lane needs the output of
 * another.
 */
const lanes = [
	['lint', 'typecheck'],
	// Not 'build', which would check the types once more.
	['bundle', 'test:jest'],
];

/** Milliseconds that a step has to shut down when asked to. */
const farewell = 5000;
const isWindows = process.platform === 'win32';

type Outcome = 'FAILED' | 'not run' | 'passed' | 'stopped';

interface Step {
	name: string;
	outcome: Outcome;
	seconds?: number;
	child?: ChildProcess;
	/** Output that has not been shown yet. */
	unseen: string[];
	isOver: boolean;
}

const newStep = (name: string): Step => ({ name, outcome: 'not run', unseen: [], isOver: false });
const plan = lanes.map((names) => names.map(newStep));
const steps = plan.flat();

/** Exit code of the first step that failed, or of the signal that ended us. */
let ended = 0;
/** The step whose output is shown immediately. */
let front = 0;

/** Colors, as if the step printed to the terminal itself. */
const hasColors = process.stdout.isTTY && process.env.NO_COLOR === undefined;
const env = {
	...(hasColors && { FORCE_COLOR: '1' }),
	// Dozens of processes load the same linters, or the same sandbox service: Node.js compiles them once.
	NODE_COMPILE_CACHE: path.join(repository, '.sandbox', 'compile-cache'),
	...process.env,
};

/** Shows the output that is due: the steps appear one after another. */
function show(): void {
	for (; front < steps.length; front += 1) {
		const { unseen, isOver } = steps[front]!;
		// After a failure only completed steps are shown, so that the failure stands last.
		if (ended === 0 || isOver) process.stdout.write(unseen.splice(0).join(''));
		if (!isOver) return;
	}
}

/** Sends a signal to a step and everything it started. */
function signalStep({ child }: Step, signal: NodeJS.Signals): void {
	try {
		if (isWindows || child?.pid === undefined) child?.kill(signal);
		else process.kill(-child.pid, signal);
	} catch {
		// It has already ended.
	}
}

/** Ends what runs. */
function endAll(): void {
	for (const step of steps.filter(({ child, isOver }) => child && !isOver)) {
		signalStep(step, 'SIGTERM');
		setTimeout(() => signalStep(step, 'SIGKILL'), farewell).unref();
	}
}

/** Runs one npm script. */
async function run(step: Step): Promise<void> {
	const started = performance.now();
	const { command, args, shell } = npmCommand(['run', '--silent', step.name]);
	step.unseen.push(`\n=== ${step.name} ===\n\n`);
	const code = await new Promise<number>((resolve) => {
		// Its own process group, so that what it started ends with it.
		const child = spawn(command, args, {
			shell,
			env,
			detached: !isWindows,
			stdio: ['ignore', 'pipe', 'pipe'],
		});
		step.child = child;
		for (const stream of [child.stdout, child.stderr]) {
			stream.setEncoding('utf8').on('data', (text: string) => {
				step.unseen.push(text);
				show();
			});
		}
		child.once('error', (error) => step.unseen.push(`${error.message}\n`));
		// This event also follows an error; the output is complete by then.
		child.once('close', (exit) => resolve(exit ?? 1));
		show();
	});
	step.seconds = (performance.now() - started) / 1000;
	if (ended !== 0) {
		step.outcome = 'stopped';
		return;
	}
	step.outcome = code === 0 ? 'passed' : 'FAILED';
	ended = code;
	if (code !== 0) endAll();
}

async function runLane(lane: Step[]): Promise<void> {
	for (const step of lane) {
		if (ended === 0) await run(step);
		if (step.outcome === 'stopped') step.unseen = [];
		step.isOver = true;
		show();
	}
}

const asked = (code: number) => () => {
	if (ended === 0) ended = code;
	endAll();
};
process.on('SIGINT', asked(130));
process.on('SIGTERM', asked(143));
process.on('SIGHUP', asked(129));
if (process.connected) {
	// bootstrap.mjs ended without notice.
	process.once('disconnect', asked(143));
	process.channel?.unref();
}

await Promise.all(plan.map(runLane));

const lines = steps.map(({ name, outcome, seconds }) =>
	seconds === undefined
		? `  ${outcome}  ${name}`
		: `  ${outcome.padEnd(7)}  ${name.padEnd(10)} ${seconds.toFixed(1).padStart(6)} s`,
);
console.log(`\n=== summary ===\n\n${lines.join('\n')}\n`);
process.exitCode = ended;
