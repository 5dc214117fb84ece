/** Starts what the benchmark needs: n8n, the service and the bare client. */
import path from 'node:path';

import { RealN8n } from '../test/e2e/support/realN8n.mts';
import { Channel } from './channel.mts';
import type { Bench } from './compare.mts';
import { Probe } from './probe.mts';
import { BenchService } from './service/client.mts';

const file = (name: string): string => path.join(import.meta.dirname, name);

/** Starts n8n with the packed package and the naive node in it, the service and the bare client. */
export async function startBench(): Promise<Bench> {
	const probe = await Probe.make();
	const n8n = await RealN8n.startWith(async () => await BenchService.start(), 'bench', {
		nodeOptions: probe.nodeOptions,
		env: { ...probe.env, N8N_CUSTOM_EXTENSIONS: file('naive') },
	});
	try {
		const { url: baseUrl, token, organization } = n8n.service;
		await n8n.addCredential('httpHeaderAuth', 'Header', { name: 'Authorization', value: token });
		await n8n.addCredential('naiveCasesApi', 'Naive', { baseUrl, token, organization });
		const clientProbe = await Probe.make();
		const [client] = await Channel.start(file('client.mts'), {
			execArgv: clientProbe.nodeOptions,
			env: { ...process.env, ...clientProbe.env },
		});
		return { n8n, probe, client, clientProbe };
	} catch (error) {
		await n8n.stop();
		throw error;
	}
}

/** Ends all of it. */
export async function stopBench({ n8n, client }: Bench): Promise<void> {
	await client.stop();
	await n8n.stop();
}
