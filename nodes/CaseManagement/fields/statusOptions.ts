import { CASE_STATUSES } from '../model/caseStatus';

/** The statuses of a case to choose from. */
export const statusOptions = CASE_STATUSES.map((value) => ({
	name: value.charAt(0).toUpperCase() + value.slice(1),
	value,
}));
