/** Index of cases as interface.md (section 4.1) writes it. */
export const listRequest = {
	method: 'GET',
	url: '/process_monitor/process_instances',
} as const;

/** Show Case as interface.md (section 4.1) writes it. */
export const showRequest = {
	method: 'GET',
	url: '/process_monitor/process_instances/:caseId',
} as const;
