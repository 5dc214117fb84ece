/**
 * The people of the sandbox: users who call the service, and members selectable in forms.
 */
import type { Member, User } from './types.mts';
import type { Random } from './random.mts';
import { pick, randomUuid } from './random.mts';

export const ORGANIZATION = 'org-sandbox';

/** Everything a user can be allowed to do with a case (getCase, values seen). */
export const CASE_PERMISSIONS = {
	edit: 'Edit tasks',
	perform: 'Perform actions',
	delete: 'Delete instance',
	comment: 'Edit comments',
	view: 'View process instance',
	manage: 'Manage case permissions',
	rollback: 'Rollback case',
} as const;

export interface Users {
	admin: User;
	viewer: User;
	member: User;
	outsider: User;
}

/**
 * Makes the users: `admin` may do everything; `viewer` may only look, and not at restricted
 * cases; `member` may launch and act, but neither delete nor EDIT_PROCESSES; `outsider` belongs
 * to another organization, which has nothing.
 */
export function seedUsers(random: Random): Users {
	const all = Object.values(CASE_PERMISSIONS);
	const { edit, perform, comment, view } = CASE_PERMISSIONS;
	return {
		admin: {
			uuid: randomUuid(random),
			firstName: 'Ada',
			lastName: 'Lindström',
			token: 'Bearer sandbox-admin-token',
			organization: ORGANIZATION,
			canLaunch: true,
			editProcesses: true,
			casePermissions: all,
			seesRestricted: true,
		},
		viewer: {
			uuid: randomUuid(random),
			firstName: 'Viktor',
			lastName: 'Weiß',
			token: 'Bearer sandbox-viewer-token',
			organization: ORGANIZATION,
			canLaunch: false,
			editProcesses: false,
			casePermissions: [view],
			seesRestricted: false,
		},
		member: {
			uuid: randomUuid(random),
			firstName: 'Mary',
			lastName: "O'Connor",
			token: 'Bearer sandbox-member-token',
			organization: ORGANIZATION,
			canLaunch: true,
			editProcesses: false,
			casePermissions: [edit, perform, comment, view],
			seesRestricted: true,
		},
		outsider: {
			uuid: randomUuid(random),
			firstName: 'Otto',
			lastName: 'Fremd',
			token: 'Bearer sandbox-outsider-token',
			organization: 'org-other',
			canLaunch: true,
			editProcesses: true,
			casePermissions: all,
			seesRestricted: true,
		},
	};
}

const FIRST = ['Anna', 'Jürgen', 'Zoë', 'Björn', 'Siân', 'Carlos', 'Mei', 'Ivan', 'Łucja', 'Sam'];
const LAST = ['Müller', 'Smith', 'Nguyễn', 'García', 'Østergaard', 'Kowalski', 'Li', 'Brown'];

/** How many members are seeded. */
export const MEMBER_COUNT = 130;

/**
 * Makes the members (listElementMembers). Every 17th is deleted, every 13th has not accepted yet,
 * and names repeat: only the slug and the uuid distinguish people with the same name.
 */
export function seedMembers(random: Random): Member[] {
	const members: Member[] = [];
	for (let index = 0; index < MEMBER_COUNT; index++) {
		const first = pick(random, FIRST);
		const last = pick(random, LAST);
		members.push({
			uuid: randomUuid(random),
			first_name: first,
			last_name: last,
			invitation_status: index % 13 === 7 ? 'pending' : 'accepted',
			deleted: index % 17 === 5,
			slug: `${first}-${last}-${index + 1}`.toLowerCase().replace(/[^a-z0-9-]/g, ''),
		});
	}
	return members;
}

/** Whether a member may be chosen as the value of a team_members element. */
export function isSelectable(member: Member): boolean {
	return !member.deleted && member.invitation_status === 'accepted';
}
