/** Starts the benchmark's service in its own process. */
import path from 'node:path';

import { Channel } from '../channel.mts';
import type { Seen, ServiceOrder } from './main.mts';

export class BenchService {
	readonly url: string;
	readonly token = 'Bearer bench';
	readonly organization = 'bench';
	private readonly channel: Channel;

	private constructor(channel: Channel, port: number) {
		this.channel = channel;
		this.url = `http://127.0.0.1:${port}`;
	}

	static async start(): Promise<BenchService> {
		const script = path.join(import.meta.dirname, 'main.mts');
		const [channel, { port }] = await Channel.start<{ port: number }>(script);
		return new BenchService(channel, port);
	}

	/** Sets the state of the service and clears its counters. */
	async begin(order: ServiceOrder): Promise<void> {
		await this.channel.ask({ order });
	}

	/** Clears the counters. */
	async clear(): Promise<void> {
		await this.channel.ask({ clear: true });
	}

	async seen(): Promise<Seen> {
		return (await this.channel.ask<{ seen: Seen }>({})).seen;
	}

	async stop(): Promise<void> {
		await this.channel.stop();
	}
}
