/**
 * The request and response types of the control API. Types only, so that a test can import them
 * without running anything.
 */
import type { CaseStatus, DateFilter, TemplateKey } from './types.mts';

/** The kinds of fault; see faults.mts for what each does. */
export type FaultKind =
	| 'latency'
	| 'status'
	| 'html'
	| 'empty'
	| 'text'
	| 'raw'
	| 'cut'
	| 'reset'
	| 'hang'
	| 'headersOnly'
	| 'drip'
	| 'lostAnswer'
	| 'redirect';

/** A fault that a test orders. Everything but `kind` is optional. */
export interface FaultOrder {
	kind: FaultKind;
	/** Which operation it hits: an operationId of openapi.yaml, or `*` (default). */
	operationId?: string;
	/** Only requests whose raw URL (path and query) contains this text. */
	path?: string;
	/** Lets this many matching requests pass first. Default 0. */
	skip?: number;
	/** How many requests it hits. Default 1. */
	times?: number | 'always';
	/** Hits a matching request only with this probability (0 to 1). Default 1. */
	probability?: number;
	/** Seed of the probability, so that a run can be repeated. Default 1. */
	seed?: number;
	/** Waits this many milliseconds first. Default 0; for `latency` 1000. For `drip` between bytes. */
	ms?: number;
	/** HTTP status: for `status` default 500, `redirect` 302, others 200. */
	status?: number;
	headers?: Record<string, string | string[]>;
	/** `status`: any JSON value. `html`, `text`, `raw`, `cut`: the text to send. */
	body?: unknown;
	/** `raw`: the bytes to send, instead of `body`. */
	bodyBase64?: string;
	contentType?: string;
	/** `redirect`: where to. */
	location?: string;
	/** `status`, `html`, `text`: echoes the request headers in the body, secrets included. */
	echo?: boolean;
}

/** A fault in the list, with its counts so far. */
export interface ListedFault extends FaultOrder {
	id: number;
	/** How many requests matched it. */
	matched: number;
	/** How many requests it hit. */
	fired: number;
}

/** One line of the request log. */
export interface LoggedRequest {
	seq: number;
	/** When it arrived: ISO instant of the real clock, not of the sandbox's. */
	time: string;
	method: string;
	/** Path and query exactly as they came. */
	url: string;
	path: string;
	/** Decoded, under the names that came (`status[]`); a name that came more than once is an array. */
	query: Record<string, string | string[]>;
	/** Lower-case names. */
	headers: Record<string, string | string[] | undefined>;
	/**
	 * The parsed JSON, the text if it is not JSON, or null if there was none. Nesting deeper than
	 * 1,000 levels is cut, and a sentence replaces a body that is too long to keep.
	 */
	body: unknown;
	operationId: string | null;
	/** The status sent, or null when no status was sent (yet). */
	status: number | null;
	/** Requests in flight when this one arrived, itself included. */
	inFlightAtArrival: number;
	/** The kind of the fault that hit it. */
	fault?: FaultKind;
	/** How the request breaks openapi.yaml. */
	contractViolation?: string;
	/** How our own response broke openapi.yaml. */
	answerViolation?: string;
	/** Query parameters that the contract does not know; they are ignored. */
	unknownQuery?: string[];
}

export interface OperationStats {
	/** Requests that arrived. */
	received: number;
	/** Requests whose work was done (2xx by the handler), whether or not the response arrived. */
	effects: number;
}

export interface Stats {
	inFlight: number;
	maxInFlight: number;
	byOperation: Record<string, OperationStats>;
}

export interface ResetOptions {
	/** How many cases to seed. Default: as at the start. */
	cases?: number;
	pageSize?: number;
	/** Seed of the fixtures. Default: as at the start. */
	seed?: number;
	dateFilter?: DateFilter;
}

/** The public data of a user in the fixtures. */
export interface FixtureUser {
	uuid: string;
	token: string;
	organization: string;
}

/** Names for the seeded data. A case ID is '' if too few cases were seeded. */
export interface Fixtures {
	organization: string;
	/** The main user's Authorization value. */
	token: string;
	users: { admin: FixtureUser; viewer: FixtureUser; member: FixtureUser; outsider: FixtureUser };
	templates: Record<TemplateKey, string>;
	/** One case of each state, not waiting, viewable by all. */
	cases: Record<CaseStatus, string>;
	/** Runs `purchaseApproval` and waits for the signal `approval-received`. */
	waitingCase: string;
	/** Runs `everySignal` and waits for its signal. */
	waitingCaseEverySignal: string;
	caseWithDocuments: string;
	/** A case that the viewer may not view. */
	forbiddenCase: string;
	/** Signal IDs by template key. */
	signals: { purchaseApproval: string; purchaseApprovalOther: string; everySignal: string };
	/** Identifiers of team_members elements. */
	elements: {
		purchaseApprovalApprovers: string;
		everyElementRequiredMembers: string;
		everyElementOptionalMembers: string;
	};
	/** Selectable, deleted and pending users of the element `everyElementRequiredMembers`. */
	members: { selectable: string[]; deleted: string; pending: string };
	/** A UUID that names nothing. */
	unknownUuid: string;
}

/** The body of POST /__sandbox__/cases. */
export interface NewCases {
	/** A template key of the fixtures or a template's UUID. Default `simple`. */
	template?: string;
	status?: CaseStatus;
	/** With `count` above 1, a number is added. */
	name?: string;
	/** ISO instant. Default: the sandbox's clock. */
	createdAt?: string;
	count?: number;
	restricted?: boolean;
}

export interface CasePatch {
	status?: CaseStatus;
	/** ISO instant, or null. Default: now when the status becomes completed, otherwise null. */
	completedDate?: string | null;
	name?: string;
}

/** What the control API reports about a case: more than the service would. */
export interface RawCase {
	uuid: string;
	name: string;
	status: CaseStatus;
	/** ISO instant. */
	createdAt: string;
	/** ISO instant or null. */
	completedAt: string | null;
	sequentialId: number;
	templateUuid: string;
	launcherUuid: string;
	waitingFor: string | null;
	restricted: boolean;
	documents: number;
	submission: Record<string, unknown>;
	signalData: unknown[] | null;
}

export interface ClockOrder {
	/** Sets the clock to this ISO instant, where it stands still; null returns to real time. */
	now?: string | null;
	/** Advances the clock by milliseconds. */
	advanceMs?: number;
}

/** The line that main.mts prints with --ready-json. */
export interface ReadyLine {
	url: string;
	token: string;
	organization: string;
}
