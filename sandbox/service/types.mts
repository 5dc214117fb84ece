/** The types of the stored data. Types only. */

/** The five states of a case (getCase). */
export type CaseStatus = 'running' | 'error' | 'stopped' | 'completed' | 'paused';

/** A user of the service, as the sandbox stores one. */
export interface User {
	uuid: string;
	firstName: string;
	lastName: string;
	/** The whole value of the Authorization header. */
	token: string;
	/** The value of the X-Organization header. */
	organization: string;
	canLaunch: boolean;
	/** The permission EDIT_PROCESSES (listTemplates). */
	editProcesses: boolean;
	/** What the user may do with a case (getCase). */
	casePermissions: string[];
	/** Whether the user also sees cases marked as restricted. */
	seesRestricted: boolean;
}

/** One element of a start form (getStartDefinition, `definition`). */
export interface StartElement {
	label: string;
	identifier: string;
	type: string;
	assignedID: string;
	required: boolean;
	/** For team_members: which part of the member list is selectable. */
	members?: { from: number; to: number };
}

/** One element of the data a signal needs (getSignal, `definition_element`). */
export interface SignalElement {
	label: string;
	type: string;
	name: string;
	exit_type: string;
	required: boolean;
}

export interface Signal {
	id: string;
	elements: SignalElement[];
}

export interface Template {
	uuid: string;
	name: string;
	organization: string;
	automated: boolean;
	launchable: boolean;
	elements: StartElement[];
	signals: Signal[];
	/** The Signal ID of the template's Await Signal step, if it has one. */
	awaits: string | null;
	deleted: boolean;
}

/** A selectable user (listElementMembers). */
export interface Member {
	uuid: string;
	first_name: string;
	last_name: string;
	invitation_status: string;
	deleted: boolean;
	slug: string;
}

/** A case as the sandbox stores it; times in milliseconds since 1970, always whole seconds. */
export interface StoredCase {
	uuid: string;
	name: string;
	createdMs: number;
	completedMs: number | null;
	status: CaseStatus;
	sequentialId: number;
	template: Template;
	launcher: User;
	organization: string;
	/** A case that only users with `seesRestricted` may view. */
	restricted: boolean;
	/** The Signal ID the case waits for. */
	waitingFor: string | null;
	/** How many task submissions with documents the case has. */
	documents: number;
	submission: Record<string, unknown>;
	/** The data of the signal that the case received. */
	signalData: unknown[] | null;
}

/** Names of the templates that tests rely on. */
export type TemplateKey =
	| 'purchaseApproval'
	| 'everyElement'
	| 'everySignal'
	| 'automated'
	| 'notLaunchable'
	| 'sameNameA'
	| 'sameNameB'
	| 'umlauts'
	| 'simple';

/** How created_before and created_after treat the bound itself. */
export type DateFilter = 'exclusive' | 'inclusive';

export interface Settings {
	/** Cases per page of the case list. */
	pageSize: number;
	dateFilter: DateFilter;
}
