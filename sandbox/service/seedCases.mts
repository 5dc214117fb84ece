/**
 * The cases that the sandbox starts with.
 */
import type { CaseStatus, StoredCase, Template } from './types.mts';
import type { CaseStore } from './caseStore.mts';
import type { Random } from './random.mts';
import type { SeededTemplates } from './seedTemplates.mts';
import type { Users } from './seedPeople.mts';
import { pick, randomUuid } from './random.mts';

/** The newest seeded case was created at this time; a real clock is always later. */
const NEWEST_MS = Date.UTC(2025, 5, 30, 12, 0, 0);
const DAY_MS = 86_400_000;
/** All seeded cases were created within this many days. */
const SPAN_DAYS = 90;

const STATUSES: readonly CaseStatus[] = ['running', 'error', 'stopped', 'completed', 'paused'];
/** The statuses to choose from: running and completed are the most common. */
const STATUS_MIX: readonly CaseStatus[] = [
	...STATUSES,
	'running',
	'running',
	'running',
	'completed',
	'completed',
];
// Text that contains HTML, quotes or umlauts is ordinary data.
const SUBJECTS = [
	'Laptops für Büro',
	'Office chairs',
	'<b>Angebot</b> & Söhne',
	'Renewal "Gold"',
	'Travel Zürich',
	'License audit',
];

/** The named cases of the seed; '' if too few were seeded. */
export interface NamedCases {
	cases: Record<CaseStatus, string>;
	waitingCase: string;
	waitingCaseEverySignal: string;
	caseWithDocuments: string;
	forbiddenCase: string;
}

/** The cases with a name come first, so that any but the smallest seed has them. */
function namedParts({ byKey }: SeededTemplates): Partial<StoredCase>[] {
	return [
		{ template: byKey.purchaseApproval, status: 'running' },
		{ template: byKey.everySignal, status: 'running' },
		...STATUSES.map((status) => ({ template: byKey.simple, status, documents: 0 })),
		{ template: byKey.purchaseApproval, status: 'completed' as const, documents: 3 },
		{ template: byKey.simple, status: 'running' as const, restricted: true },
	];
}

/**
 * Fills the store, deterministically and quickly.
 * @param store an empty store
 * @param count how many cases
 * @param random where ids and choices come from
 * @returns the ids of the cases that tests rely on
 */
export function seedCases(
	store: CaseStore,
	count: number,
	random: Random,
	templates: SeededTemplates,
	users: Users,
): NamedCases {
	const named = namedParts(templates);
	const { purchaseApproval, simple, everyElement, automated } = templates.byKey;
	const common: readonly Template[] = [purchaseApproval, simple, simple, everyElement, automated];
	const step = Math.min(DAY_MS, (SPAN_DAYS * DAY_MS) / Math.max(count, 1));
	const cases: StoredCase[] = [];
	for (let index = 0; index < count; index++) {
		// Every fourth case shares the second of the one before it.
		const place = index % 4 === 3 ? index - 1 : index;
		const createdMs = Math.floor((NEWEST_MS - (count - 1 - place) * step) / 1000) * 1000;
		const drawn: Partial<StoredCase> = {
			template: random() < 0.7 ? pick(random, common) : pick(random, templates.list),
			status: pick(random, STATUS_MIX),
			documents: index % 5 === 0 ? 1 + (index % 2) : 0,
			restricted: index % 29 === 28,
		};
		const { template = simple, status = 'running', ...rest } = { ...drawn, ...named[index] };
		cases.push({
			uuid: randomUuid(random),
			name: `${pick(random, SUBJECTS)} #${index + 1}`,
			createdMs,
			completedMs: status === 'completed' ? createdMs + 3_600_000 : null,
			status,
			sequentialId: store.nextSequentialId(),
			template,
			launcher: index % 3 === 0 ? users.member : users.admin,
			organization: users.admin.organization,
			restricted: rest.restricted ?? false,
			waitingFor: status === 'completed' || status === 'error' ? null : template.awaits,
			documents: rest.documents ?? 0,
			submission: {},
			signalData: null,
		});
	}
	store.addAll(cases);
	const idAt = (index: number): string => cases[index]?.uuid ?? '';
	return {
		waitingCase: idAt(0),
		waitingCaseEverySignal: idAt(1),
		cases: Object.fromEntries(STATUSES.map((status, index) => [status, idAt(2 + index)])) as Record<
			CaseStatus,
			string
		>,
		caseWithDocuments: idAt(7),
		forbiddenCase: idAt(8),
	};
}
