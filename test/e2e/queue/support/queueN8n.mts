/**
 * n8n in queue mode, as in a large installation: a main process for editor and triggers, a webhook
 * process, two workers, Redis and PostgreSQL, plus a sandbox service. Each n8n process has its own
 * user folder and its own packed copy of this package.
 */
import { randomBytes } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';

import { ensureN8n } from '../../../../sandbox/runtime/n8n-install.mts';
import type { N8nRuntime } from '../../../../sandbox/runtime/n8n-install.mts';
import { startN8n } from '../../../../sandbox/runtime/n8n-process.mts';
import type { RunningN8n } from '../../../../sandbox/runtime/n8n-process.mts';
import { dataFolder, repository } from '../../../../sandbox/runtime/paths.mts';
import { freePort } from '../../../../sandbox/runtime/ports.mts';
import type { CaseStatus, SandboxHandle } from '../../../../sandbox/service/client.mts';
import { eventually } from '../../../support/eventually.mts';
import { RealN8n } from '../../support/realN8n.mts';
import { findPrograms, startPostgres, startRedis } from './servers.mts';
import type { Database } from './servers.mts';

const HOST = '127.0.0.1';

const WORKERS = 2;

/** Inside the repository; `RealN8n` puts the main process there as well. */
const FOLDER = path.join(repository, '.sandbox', 'e2e-2', 'queue');

/** Why the tests cannot run on this machine, in one sentence; false if they can. */
export function whatIsMissing(): string | false {
	const programs = findPrograms();
	return typeof programs === 'string' ? programs : false;
}

/** A case as it appears in the service's list. */
export interface ListedCase {
	uuid: string;
	name: string;
	status: CaseStatus;
}

interface Worker {
	name: string;
	log: string;
	process: RunningN8n;
}

export class QueueN8n {
	main!: RealN8n;
	private webhooks!: RunningN8n;
	private workers: Worker[] = [];
	private started = 0;
	private database!: Database;
	private runtime!: N8nRuntime;
	private env: NodeJS.ProcessEnv = {};
	/** How to end everything that was started, last one first. */
	private readonly endings: Array<() => Promise<void>> = [];

	private constructor() {}

	/** Starts everything; if one part fails to start, the others are ended. */
	static async start(): Promise<QueueN8n> {
		const queue = new QueueN8n();
		try {
			await queue.startAll();
		} catch (error) {
			await queue.stop();
			throw error;
		}
		return queue;
	}

	get service(): SandboxHandle {
		return this.main.service;
	}

	/** URL of the webhook process; webhooks do not reach the main process. */
	get webhookUrl(): string {
		return this.webhooks.url;
	}

	/** Ends everything that was started, even if ending a part of it fails. */
	async stop(): Promise<void> {
		const failures: unknown[] = [];
		for (const ending of this.endings.splice(0).reverse()) {
			await ending().catch((error: unknown) => failures.push(error));
		}
		if (failures.length > 0) throw new AggregateError(failures, 'Not everything could be ended');
	}

	/** The worker that ran an execution, according to its log. */
	async workerOf(executionId: string): Promise<Worker> {
		const line = new RegExp(`Worker started execution ${executionId}\\b`);
		return await eventually(`A worker for execution ${executionId}`, async () =>
			this.workers.find(({ log }) => line.test(readFileSync(log, 'utf8'))),
		);
	}

	/** Kills a worker by force. */
	async kill(worker: Worker): Promise<void> {
		// No longer counted, even if the caller's work with it fails: `complete` starts another.
		this.workers = this.workers.filter((other) => other !== worker);
		await worker.process.kill();
	}

	/** Starts new workers to replace those that were killed. */
	async complete(): Promise<void> {
		while (this.workers.length < WORKERS) await this.startWorker();
	}

	/** Any worker. */
	get someWorker(): Worker {
		return this.workers[0]!;
	}

	/** All cases of the service, read from its own list. */
	async cases(): Promise<ListedCase[]> {
		const found: ListedCase[] = [];
		for (let cursor: string | null = ''; cursor !== null; ) {
			const url = new URL(`${this.service.url}/process_monitor/process_instances?sort_by=oldest`);
			if (cursor !== '') url.searchParams.set('cursor', cursor);
			const response = await fetch(url, {
				headers: {
					authorization: this.service.token,
					'x-organization': this.service.organization,
				},
			});
			if (!response.ok) throw new Error(`The list of cases: ${await response.text()}`);
			const page = (await response.json()) as {
				processes: ListedCase[];
				next_cursor: string | null;
			};
			found.push(...page.processes);
			cursor = page.next_cursor;
		}
		return found;
	}

	/** Waits until the service is idle: requests of a killed worker have ended. */
	async serviceIdle(): Promise<void> {
		await eventually('The service to be idle', async () => {
			const { inFlight } = await this.service.stats();
			return inFlight === 0;
		});
	}

	/**
	 * Statuses of all executions of a workflow, by ID, from the database. n8n's list of executions
	 * is ordered by start time but paged by ID: if several run at once, its pages skip some.
	 */
	statuses(workflowId: string): Map<string, string> {
		const rows = this.database.query(
			`SELECT id, status FROM execution_entity WHERE "workflowId" = '${workflowId}'`,
		);
		return new Map(rows.map((row) => row.split('|') as [string, string]));
	}

	private async startAll(): Promise<void> {
		const programs = findPrograms();
		if (typeof programs === 'string') throw new Error(programs);
		rmSync(FOLDER, { recursive: true, force: true });
		const keep = <T extends { stop(): Promise<void> }>(part: T): T => {
			this.endings.push(async () => await part.stop());
			return part;
		};
		const redis = keep(await startRedis(programs, path.join(FOLDER, 'redis')));
		this.database = keep(await startPostgres(programs, path.join(FOLDER, 'postgres')));
		this.env = {
			EXECUTIONS_MODE: 'queue',
			OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true',
			N8N_ENCRYPTION_KEY: randomBytes(16).toString('hex'),
			QUEUE_BULL_REDIS_HOST: HOST,
			QUEUE_BULL_REDIS_PORT: String(redis.port),
			// A killed worker is detected after seconds, not after 90 seconds.
			QUEUE_WORKER_LOCK_DURATION: '10000',
			QUEUE_WORKER_LOCK_RENEW_TIME: '2000',
			QUEUE_WORKER_STALLED_INTERVAL: '3000',
			DB_TYPE: 'postgresdb',
			DB_POSTGRESDB_HOST: HOST,
			DB_POSTGRESDB_PORT: String(this.database.port),
			DB_POSTGRESDB_DATABASE: 'postgres',
			DB_POSTGRESDB_USER: 'n8n',
			// No Code node runs here, and four idle task runners would cost half a gigabyte.
			N8N_RUNNERS_MODE: 'external',
			N8N_RUNNERS_AUTH_TOKEN: randomBytes(16).toString('hex'),
		};
		this.runtime = await ensureN8n(new AbortController().signal);
		// First, since it creates the tables.
		this.main = keep(await RealN8n.start('queue/main', { env: this.env }));
		// Each one is recorded as soon as it runs: another may fail meanwhile.
		const started = await Promise.allSettled([
			this.startPart('webhook', 'webhook').then(({ process }) => (this.webhooks = process)),
			...Array.from({ length: WORKERS }, async () => await this.startWorker()),
		]);
		for (const part of started) if (part.status === 'rejected') throw part.reason;
	}

	private async startWorker(): Promise<void> {
		const name = `worker-${++this.started}`;
		this.workers.push(await this.startPart(name, 'worker'));
	}

	private async startPart(name: string, command: 'worker' | 'webhook'): Promise<Worker> {
		const data = dataFolder(path.join(FOLDER, name));
		const port = await freePort(0, HOST);
		const env: NodeJS.ProcessEnv = { ...this.env };
		if (command === 'worker') {
			env.QUEUE_HEALTH_CHECK_ACTIVE = 'true';
			env.QUEUE_HEALTH_CHECK_PORT = String(port);
			env.N8N_WORKER_SERVER_ADDRESS = HOST;
		}
		const never = new AbortController().signal;
		const address = { host: HOST, port };
		const process = await startN8n(this.runtime, data, address, never, { command, env });
		this.endings.push(async () => await process.stop());
		return { name, log: data.n8nLog, process };
	}
}
