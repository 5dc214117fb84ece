/** Sends requests to a child process of the benchmark and receives its replies. */
import { type ChildProcess, fork, type ForkOptions } from 'node:child_process';
import { once } from 'node:events';

/** A process that answers each message with a reply of the same `id`. */
export class Channel {
	private readonly child: ChildProcess;
	private count = 0;

	private constructor(child: ChildProcess) {
		this.child = child;
		// Each question listens until it is answered.
		child.setMaxListeners(0);
	}

	/**
	 * Starts a script.
	 *
	 * @returns its channel, and the first message, which reports that it is ready
	 */
	static async start<T>(script: string, options: ForkOptions = {}): Promise<[Channel, T]> {
		const child = fork(script, options);
		const [first] = await once(child, 'message');
		return [new Channel(child), first as T];
	}

	/** Sends a question and waits for its answer. */
	async ask<T>(question: object): Promise<T> {
		const id = ++this.count;
		return await new Promise((resolve, reject) => {
			const gone = () => reject(new Error('A process of the bench has ended.'));
			const listen = (answer: { id: number; failure?: string }) => {
				if (answer.id !== id) return;
				this.child.off('message', listen);
				this.child.off('exit', gone);
				if (answer.failure === undefined) resolve(answer as T);
				else reject(new Error(answer.failure));
			};
			this.child.on('message', listen);
			this.child.once('exit', gone);
			this.child.send({ id, ...question });
		});
	}

	/** Ends the process. */
	async stop(): Promise<void> {
		if (this.child.exitCode !== null || this.child.signalCode !== null) return;
		const ended = once(this.child, 'exit');
		this.child.kill();
		await ended;
	}
}
