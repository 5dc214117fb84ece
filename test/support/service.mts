/**
 * The sandbox service for engine tests: one per test file, with helpers for the tests of all
 * operations.
 */
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { startSandboxService } from '../../sandbox/service/client.mts';
import type {
	Fixtures,
	LoggedRequest,
	ResetOptions,
	SandboxHandle,
} from '../../sandbox/service/client.mts';
import { inEditor, runNode } from './engine.mts';
import type { CredentialData, NodeRun, RunOptions } from './engine.mts';

/** Values that no identifier may have, and that must never be sent. */
export const BAD_IDS = ['', ' ', null, '..', 'a/b', 'a?x=1'];

/** A locator as the editor saves it. */
export const byId = (value: unknown) => ({ __rl: true, mode: 'id', value }) as never;

/**
 * Whether a request matches no endpoint of openapi.yaml, or the request or its response violates
 * it.
 */
export const isBroken = (entry: LoggedRequest): boolean =>
	entry.operationId === null ||
	(entry.contractViolation ?? entry.answerViolation ?? entry.unknownQuery) !== undefined;

/**
 * Starts a service for the tests of a file and stops it after them. After each test its log is
 * checked against the contract: a request or response that violates openapi.yaml fails the test. A
 * test that needs such a request clears the log.
 */
export function useService(): Bench {
	const bench = new Bench();
	beforeAll(async () => {
		bench.handle = await startSandboxService();
		await bench.begin();
	});
	beforeEach(async () => {
		await bench.handle.clearRequests();
		await bench.handle.clearStats();
		await bench.handle.clearFaults();
	});
	afterEach(async () => {
		expect((await bench.handle.requests()).filter(isBroken)).toEqual([]);
	});
	afterAll(async () => {
		await bench.handle?.stop();
	});
	return bench;
}

/** The service of a test file, set before its tests. */
export class Bench {
	handle!: SandboxHandle;
	fixtures!: Fixtures;

	/** Resets the service, with an empty log. */
	async begin(options: ResetOptions = {}): Promise<void> {
		this.fixtures = await this.handle.reset(options);
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
	 * Runs the node with input that it must refuse, in stop mode and in both continuing modes.
	 *
	 * @returns the message of each run, after checking that the continuing modes return every item
	 * once, as an error linked to its input
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

	/** Requests a list as the editor does. */
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

	/** The requests so far, of one operation if given. */
	async requests(operationId?: string): Promise<LoggedRequest[]> {
		const all = await this.handle.requests();
		return all.filter((entry) => operationId === undefined || entry.operationId === operationId);
	}

	/** The number of requests so far, by operation: one look at the log instead of one for each. */
	async requestCounts(): Promise<Record<string, number>> {
		const counts: Record<string, number> = {};
		for (const { operationId } of await this.requests()) {
			counts[operationId!] = (counts[operationId!] ?? 0) + 1;
		}
		return counts;
	}

	/** The response to the next calls of an operation, instead of the real one. */
	async answer(operationId: string, body: unknown, status = 200): Promise<void> {
		await this.handle.addFaults({ kind: 'status', operationId, status, body, times: 'always' });
	}
}
