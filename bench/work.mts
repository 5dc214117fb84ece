/** A work: something to do with many cases, in several ways. */
import type { Json, WorkflowNode } from '../test/e2e/support/realN8n.mts';
import type { ClientOrder } from './client.mts';
import { caseId } from './service/cases.mts';
import type { ServiceOrder } from './service/main.mts';

/** The ways to do a work inside n8n. */
export const NODES = ['node', 'HTTP Request', 'naive declarative'] as const;

/**
 * All ways. The bare client is not a node but a separate process; the schedule alone is what n8n
 * needs to start anything on a schedule.
 */
export const VARIANTS = [...NODES, 'fetch client', 'schedule alone'] as const;

export type NodeVariant = (typeof NODES)[number];
export type Variant = (typeof VARIANTS)[number];

/** Nodes after the one that creates the items. */
export interface Flow {
	steps: WorkflowNode[];
	/** Connections by the name of their source node, unless the nodes form a plain chain. */
	links?: Json;
}

export interface Work {
	/** Its name on the command line. */
	name: string;
	title: string;
	/** Input items. */
	items: number;
	/** The state that the service begins with. */
	service: ServiceOrder;
	/** The unit by which the CPU time is divided. */
	per: 'item' | 'case' | 'poll';
	rounds: number;
	/** Rounds of the naive node, where it takes too long. */
	naiveRounds?: number;
	/** How often it runs in a row: small works are too short to be measured. */
	repeat: number;
	/** Requests that each variant sends, by operationId: a run that sends others has failed. */
	requests: Record<string, number>;
	flows: Partial<Record<NodeVariant, Flow>>;
	client: Pick<ClientOrder, 'call' | 'bodies'> & { count: number };
	/** Why a variant is missing. */
	missing: Partial<Record<Variant, string>>;
	/** Input item with this number. */
	input(number: number): Json;
}

/** What the CPU time of a work is divided by. */
export const countOf = ({ per, items, service }: Work): number =>
	per === 'case' ? service.cases : items;

/** The parts that most works have in common. */
export const work = (
	given: Omit<Work, 'repeat' | 'missing' | 'input' | 'per'> & Partial<Work>,
): Work => ({
	repeat: 1,
	missing: {},
	per: 'item',
	input: (number) => ({ id: caseId(number) }),
	...given,
});

/** A small version of the work, to run before measuring. */
export function warmUp(whole: Work): Work {
	const share = Math.min(1, 200 / countOf(whole));
	const part = (count: number) => Math.ceil(count * share);
	const requests = Object.entries(whole.requests).map(([id, count]) => [id, part(count)]);
	return {
		...whole,
		repeat: 1,
		items: part(whole.items),
		service: { ...whole.service, cases: part(whole.service.cases) },
		requests: Object.fromEntries(requests) as Record<string, number>,
		client: { ...whole.client, count: part(whole.client.count) },
	};
}
