/** What every handler receives and how it refuses a request. */
import type { State } from './state.mts';
import type { StoredCase, Template, User } from './types.mts';
import { CASE_PERMISSIONS } from './seedPeople.mts';

/** A request that has passed routing, authentication and the contract. */
export interface Call {
	state: State;
	user: User;
	/** Path parameters, decoded. */
	params: Record<string, string>;
	/** Query parameters; arrays where the contract has arrays. */
	query: Record<string, string | string[]>;
	/** The parsed JSON body, or undefined. */
	body: unknown;
}

/** Performs one operation: returns the body for 200, or throws a ServiceError. */
export type Handler = (call: Call) => unknown;

/** A response other than 200. The body is `{ message }` (schema Error). */
export class ServiceError extends Error {
	readonly status: number;

	constructor(status: number, message: string) {
		super(message);
		this.status = status;
	}
}

/** Whether the user may view the case. */
export function mayView(user: User, entry: StoredCase): boolean {
	return (
		entry.organization === user.organization &&
		(!entry.restricted || user.seesRestricted) &&
		user.casePermissions.includes(CASE_PERMISSIONS.view)
	);
}

/**
 * The case with this id, for a user who may view it.
 * @throws ServiceError 404 unknown, 403 not viewable (getCase)
 */
export function viewableCase({ state, user }: Call, uuid: string): StoredCase {
	const entry = state.store.get(uuid);
	// A case of another organization is unknown here, so as not to reveal that it exists.
	if (!entry || entry.organization !== user.organization) {
		throw new ServiceError(404, 'The process instance was not found.');
	}
	if (!mayView(user, entry)) {
		throw new ServiceError(403, 'You do not have permission to view this process instance.');
	}
	return entry;
}

/**
 * The template with this id.
 * @throws ServiceError 404 unknown or deleted (assumption: not shown)
 */
export function visibleTemplate({ state, user }: Call, uuid: string): Template {
	const template = state.templateByUuid.get(uuid);
	if (!template || template.deleted || template.organization !== user.organization) {
		throw new ServiceError(404, 'The process template was not found.');
	}
	return template;
}

/** Whether the user may create cases of the template. */
export function mayLaunch(user: User, template: Template): boolean {
	return template.launchable && !template.deleted && user.canLaunch;
}

/**
 * Refuses a user without EDIT_PROCESSES.
 * @throws ServiceError 403 (assumption: not shown)
 */
export function requireEditProcesses(user: User): void {
	if (!user.editProcesses) {
		throw new ServiceError(403, 'You need the permission EDIT_PROCESSES for this.');
	}
}
