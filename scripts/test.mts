// npm test: every check of the repository. Two lanes run side by side; what they print comes out in
// the order of the steps, and the first failure ends everything.

import { type ChildProcess, spawn } from 'node:child_process';

import { npmCommand } from '../sandbox/runtime/npm.mts';

/** What runs one after the other, and what beside it. Nothing of a lane needs what the other makes. */
const lanes = [
	['lint', 'typecheck'],
	['build', 'test:jest'],
];

/** Milliseconds that a step has to end in order when it is asked to. */
const farewell = 5000;
const isWindows = process.platform === 'win32';

type Outcome = 'FAILED' | 'not run' | 'passed' | 'stopped';

interface Step {
	name: string;
	outcome: Outcome;
	seconds?: number;
	child?: ChildProcess;
	/** What it has printed and nobody has seen. */
	unseen: string[];
	isOver: boolean;
}

const newStep = (name: string): Step => ({ name, outcome: 'not run', unseen: [], isOver: false });
const plan = lanes.map((names) => names.map(newStep));
const steps = plan.flat();

/** Exit code of the first step that failed, or of the signal that ended us. */
let ended = 0;
/** The step whose output is shown as it comes. */
let front = 0;

/** Colors, as if it were printed by the step itself. */
const hasColors = process.stdout.isTTY && process.env.NO_COLOR === undefined;
const env = hasColors ? { FORCE_COLOR: '1', ...process.env } : process.env;

/** Shows what may be seen by now: the steps come one after the other. */
function show(): void {
	for (; front < steps.length; front += 1) {
		const { unseen, isOver } = steps[front]!;
		// After a failure only what has ended is told: nothing stands below it that was stopped.
		if (ended === 0 || isOver) process.stdout.write(unseen.splice(0).join(''));
		if (!isOver) return;
	}
}

/** Sends a signal to a step and all that it has started. */
function signalStep({ child }: Step, signal: NodeJS.Signals): void {
	try {
		if (isWindows || child?.pid === undefined) child?.kill(signal);
		else process.kill(-child.pid, signal);
	} catch {
		// Gone already.
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
		// A group of its own, so that what it has started ends with it.
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
		// Also after an error; the output is complete by then.
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
	// bootstrap.mjs is gone without having said so.
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
