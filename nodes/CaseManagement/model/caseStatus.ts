/** The statuses of a case, as the service names them (schema Case). */
export const CASE_STATUSES = ['completed', 'error', 'paused', 'running', 'stopped'] as const;

export type CaseStatus = (typeof CASE_STATUSES)[number];
