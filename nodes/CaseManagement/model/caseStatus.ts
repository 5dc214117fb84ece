/** The statuses of a case, as the service names them (schema Case). */
export const CASE_STATUSES = ['completed', 'error', 'paused', 'running', 'stopped'] as const;

export type CaseStatus = (typeof CASE_STATUSES)[number];

/** Terminal status. */
export const TERMINAL_STATUS = 'completed' satisfies CaseStatus;

/** Non-terminal statuses that the contract names (listCases): a case in one of them is open. */
export const OPEN_STATUSES: readonly string[] = [
	'running',
	'error',
	'paused',
	'stopped',
] satisfies CaseStatus[];
