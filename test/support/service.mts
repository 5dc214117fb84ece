/**
 * The sandbox service for engine tests: one per test file, and what the tests of all operations ask
 * for.
 */
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { startSandboxService } from '../../sandbox/service/client.mts';
import type { Fixtures, LoggedRequest, SandboxHandle } from '../../sandbox/service/client.mts';
import { inEditor, runNode } from './engine.mts';
import type { CredentialData, NodeRun, RunOptions } from './engine.mts';

/** Values that no identifier may have, and that must never be sent. */
export const BAD_IDS = ['', ' ', null, '..', 'a/b', 'a?x=1'];

/** A locator as the editor saves it. */
export const byId = (value: unknown) => ({ __rl: true, mode: 'id', value }) as never;

/** What a test file works with; filled before its tests. */
export class Bench {
	handle!: SandboxHandle;
	fixtures!: Fixtures;

	async start(): Promise<void> {
		this.handle = await startSandboxService();
	}

	/** To be called before each test. */
	async reset(options = {}): Promise<void> {
		this.fixtures = await this.handle.reset(options);
	}

	async stop(): Promise<void> {
		await this.handle.stop();
	}

	/** The credential of one of the sandbox's users. */
	credential(user: keyof Fixtures['users'] = 'admin'): CredentialData {
		const { token, organization } = this.fixtures.users[user];
		return { baseUrl: this.handle.url, token, organization };
	}

	/** Runs the node as the administrator, unless told otherwise. */
	async run(
		parameters: INodeParameters,
		rest: Partial<RunOptions> & { user?: keyof Fixtures['users'] } = {},
	): Promise<NodeRun> {
		return await runNode({ credential: this.credential(rest.user), parameters, ...rest });
	}

	/**
	 * Runs the node on input that it must refuse, in stop mode and in both modes that continue.
	 *
	 * @returns the message of each run, after checking that in the latter two every item comes out
	 * once, as an error, linked to its input
	 */
	async refusals(parameters: INodeParameters, items: IDataObject[]): Promise<string[]> {
		const stopped = await this.run(parameters, { items });
		const messages = [String(stopped.error?.message)];
		const modes = [
			['continueRegularOutput', 'items', 'probed'],
			['continueErrorOutput', 'errors', 'probedErrors'],
		] as const;
		for (const [onError, output, probed] of modes) {
			const run = await this.run(parameters, {
				items: items.map((item, number) => ({ ...item, number })),
				settings: { onError },
				probe: '={{ $("Before").item.json.number }}',
			});
			expect(run.items.length + run.errors.length).toBe(items.length);
			expect(run[output].map(({ pairedItem }) => pairedItem)).toEqual(
				items.map((_item, item) => ({ item })),
			);
			expect(run[probed]).toEqual(items.map((_item, number) => number));
			messages.push(...run[output].map(({ json }) => String(json.error)));
		}
		return messages;
	}

	/** Asks for a list as the editor does. */
	async list<T>(
		kind: 'listSearch' | 'loadOptions',
		method: string,
		parameters: INodeParameters,
		args: unknown[] = [],
		user: keyof Fixtures['users'] = 'admin',
	): Promise<T> {
		const options = { credential: this.credential(user), parameters };
		return await inEditor<T>(options, kind, method, ...args);
	}

	/** What reached the service, without what breaks its contract: nothing of ours may. */
	async requests(): Promise<LoggedRequest[]> {
		const requests = await this.handle.requests();
		const broken = requests.filter(
			({ contractViolation, unknownQuery }) => contractViolation ?? unknownQuery,
		);
		if (broken.length > 0) throw new Error(`Breaks the contract: ${JSON.stringify(broken)}`);
		return requests;
	}

	/** The answer that the next calls of an operation get instead of the real one. */
	async answer(operationId: string, body: unknown, status = 200): Promise<void> {
		await this.handle.addFaults({ kind: 'status', operationId, status, body, times: 'always' });
	}
}
