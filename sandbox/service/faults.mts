/**
 * Faults that a test orders: which request each one hits, and the list of them.
 *
 * What the kinds do:
 * - `latency`     waits `ms`, then answers as usual
 * - `status`      answers with `status`, `headers` and `body` (any JSON value); no effect
 * - `html`        answers with a page of HTML; no effect
 * - `empty`       answers with no body; no effect
 * - `text`        answers with plain text; no effect
 * - `raw`         answers with the given bytes and content type; no effect
 * - `cut`         promises a whole answer, sends half of it and drops the connection; the effect
 *                 has happened
 * - `reset`       drops the connection before the effect
 * - `hang`        never answers; no effect
 * - `headersOnly` sends headers and then nothing; no effect
 * - `drip`        sends headers and then a byte every `ms` (50), without end; the effect has happened
 * - `lostAnswer`  drops the connection after the effect
 * - `redirect`    answers with `status` (302) and `location`; no effect
 */
import type { FaultKind, FaultOrder, ListedFault } from './controlTypes.mts';
import type { Random } from './random.mts';
import { createRandom } from './random.mts';

const KINDS: readonly FaultKind[] = [
	'latency',
	'status',
	'html',
	'empty',
	'text',
	'raw',
	'cut',
	'reset',
	'hang',
	'headersOnly',
	'drip',
	'lostAnswer',
	'redirect',
];

/** Every field an order may have, and its type; a typo must not become a fault that never fires. */
const FIELDS: Record<keyof FaultOrder, string> = {
	kind: 'string',
	operationId: 'string',
	path: 'string',
	skip: 'number',
	times: 'number',
	probability: 'number',
	seed: 'number',
	ms: 'number',
	status: 'number',
	headers: 'object',
	body: 'any',
	bodyBase64: 'string',
	contentType: 'string',
	location: 'string',
	echo: 'boolean',
};

function check(order: unknown, operationIds: readonly string[]): FaultOrder {
	if (typeof order !== 'object' || order === null) throw new Error('A fault must be an object.');
	for (const [name, value] of Object.entries(order)) {
		const type = Object.hasOwn(FIELDS, name) ? FIELDS[name as keyof FaultOrder] : undefined;
		if (!type) throw new Error(`A fault has no field "${name}".`);
		const isAlways = name === 'times' && value === 'always';
		if (type !== 'any' && typeof value !== type && !isAlways) {
			throw new Error(`The field "${name}" of a fault must be of type ${type}.`);
		}
	}
	const { kind, operationId = '*' } = order as FaultOrder;
	if (!KINDS.includes(kind)) throw new Error(`There is no fault of kind "${String(kind)}".`);
	if (operationId !== '*' && !operationIds.includes(operationId)) {
		throw new Error(`There is no operation "${operationId}".`);
	}
	return order as FaultOrder;
}

interface Waiting {
	listed: ListedFault;
	random: Random;
}

export interface Faults {
	/**
	 * Adds faults after those already ordered.
	 * @throws Error with a sentence if an order is invalid; then none is added
	 */
	add(orders: readonly unknown[], operationIds: readonly string[]): ListedFault[];
	list(): ListedFault[];
	clear(): void;
	/** The fault that hits this request, or null. Updates the counts. */
	take(operationId: string | null, url: string): FaultOrder | null;
}

/**
 * Creates an empty list of faults. A request is checked against the faults in order; at most one
 * hits it, and later ones do not see (or count) that request.
 */
export function createFaults(): Faults {
	let waiting: Waiting[] = [];
	let lastId = 0;
	return {
		add(orders, operationIds) {
			const checked = orders.map((order) => check(order, operationIds));
			const added = checked.map((order) => ({
				listed: { ...order, id: ++lastId, matched: 0, fired: 0 },
				random: createRandom(order.seed ?? 1),
			}));
			waiting.push(...added);
			return added.map(({ listed }) => listed);
		},
		list: () => waiting.map(({ listed }) => listed),
		clear() {
			waiting = [];
		},
		take(operationId, url) {
			for (const { listed, random } of waiting) {
				const { operationId: wanted = '*', path, skip = 0, times = 1, probability = 1 } = listed;
				if (wanted !== '*' && wanted !== operationId) continue;
				if (path !== undefined && !url.includes(path)) continue;
				if (times !== 'always' && listed.fired >= times) continue;
				listed.matched++;
				if (listed.matched <= skip) continue;
				if (probability < 1 && random() >= probability) continue;
				listed.fired++;
				return listed;
			}
			return null;
		},
	};
}
