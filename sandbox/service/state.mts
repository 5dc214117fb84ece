/** The complete state of the sandbox, and how it is reset. */
import type { Clock } from './clock.mts';
import type { NamedCases } from './seedCases.mts';
import type { SeededTemplates } from './seedTemplates.mts';
import type { Users } from './seedPeople.mts';
import type { Fixtures, FixtureUser } from './controlTypes.mts';
import type { Member, Settings, Template, User } from './types.mts';
import type { Random } from './random.mts';
import { CaseStore } from './caseStore.mts';
import { createClock } from './clock.mts';
import { createRandom, randomUuid } from './random.mts';
import { seedCases } from './seedCases.mts';
import { isSelectable, seedMembers, seedUsers } from './seedPeople.mts';
import { seedTemplates } from './seedTemplates.mts';

/** The options of a state. */
export interface StateOptions {
	/** How many cases to seed. */
	cases: number;
	/** Cases per page. */
	pageSize: number;
	/** Seed of all ids and choices. */
	seed: number;
}

export const DEFAULTS: StateOptions = { cases: 60, pageSize: 100, seed: 1 };

export interface State {
	options: StateOptions;
	settings: Settings;
	clock: Clock;
	users: Users;
	userByToken: Map<string, User>;
	members: Member[];
	templates: SeededTemplates;
	templateByUuid: Map<string, Template>;
	store: CaseStore;
	fixtures: Fixtures;
	/** The source of the IDs of new cases. */
	random: Random;
}

function fixtureUser({ uuid, token, organization }: User): FixtureUser {
	return { uuid, token, organization };
}

function identifierOf(template: Template, assignedID: string): string {
	return template.elements.find((entry) => entry.assignedID === assignedID)?.identifier ?? '';
}

function describe(
	users: Users,
	{ byKey }: SeededTemplates,
	members: Member[],
	named: NamedCases,
	unknownUuid: string,
): Fixtures {
	const { admin, viewer, member, outsider } = users;
	const uuids = Object.entries(byKey).map(([key, template]) => [key, template.uuid]);
	const { purchaseApproval, everyElement, everySignal } = byKey;
	return {
		organization: admin.organization,
		token: admin.token,
		users: {
			admin: fixtureUser(admin),
			viewer: fixtureUser(viewer),
			member: fixtureUser(member),
			outsider: fixtureUser(outsider),
		},
		templates: Object.fromEntries(uuids) as Fixtures['templates'],
		...named,
		signals: {
			purchaseApproval: purchaseApproval.signals[0]?.id ?? '',
			purchaseApprovalOther: purchaseApproval.signals[1]?.id ?? '',
			everySignal: everySignal.signals[0]?.id ?? '',
		},
		elements: {
			purchaseApprovalApprovers: identifierOf(purchaseApproval, 'approvers'),
			everyElementRequiredMembers: identifierOf(everyElement, 'reviewers'),
			everyElementOptionalMembers: identifierOf(everyElement, 'observers'),
		},
		members: {
			selectable: members.filter(isSelectable).map(({ uuid }) => uuid),
			deleted: members.find(({ deleted }) => deleted)?.uuid ?? '',
			pending: members.find((entry) => !entry.deleted && !isSelectable(entry))?.uuid ?? '',
		},
		unknownUuid,
	};
}

/**
 * Creates a fresh state. People, templates and cases use separate generators, so that more cases do
 * not change the IDs of the rest.
 */
export function createState(options: StateOptions): State {
	const { cases, pageSize, seed } = options;
	const people = createRandom(seed * 7919 + 1);
	const users = seedUsers(people);
	const members = seedMembers(people);
	const templates = seedTemplates(createRandom(seed * 7919 + 2));
	const caseRandom = createRandom(seed * 7919 + 3);
	const store = new CaseStore();
	const named = seedCases(store, cases, caseRandom, templates, users);
	const later = createRandom(seed * 7919 + 4);
	return {
		options,
		settings: { pageSize, dateFilter: 'exclusive' },
		clock: createClock(),
		users,
		userByToken: new Map(Object.values(users).map((user: User) => [user.token, user])),
		members,
		templates,
		templateByUuid: new Map(templates.list.map((template) => [template.uuid, template])),
		store,
		fixtures: describe(users, templates, members, named, randomUuid(later)),
		random: later,
	};
}
