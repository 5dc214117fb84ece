import { toIsoTimestamp } from './dates';
import { asArray, asObject, fullName, isObject, pick } from './json';
import type { JsonObject } from './json';

/** The statuses of a case, as the service names them (schema Case). */
export const CASE_STATUSES = ['completed', 'error', 'paused', 'running', 'stopped'] as const;

export type CaseStatus = (typeof CASE_STATUSES)[number];

export const TERMINAL_STATUS = 'completed' satisfies CaseStatus;

/** Non-terminal statuses that the contract names (listCases): a case in one of them is open. */
export const OPEN_STATUSES: readonly string[] = [
	'running',
	'error',
	'paused',
	'stopped',
] satisfies CaseStatus[];

export const isStatus = (value: unknown): value is CaseStatus =>
	CASE_STATUSES.some((status) => status === value);

/** The flat form of a case (getCase).
 * @returns the fields of the output preview; null for what the service did not send; timestamps as
 * ISO 8601 in UTC */
export function simplifyCase(entry: object): JsonObject {
	const fields = asObject(entry);
	const template = asObject(fields.process_template);
	return {
		...pick(fields, ['uuid', 'name', 'status', 'sequential_id']),
		created_at: toIsoTimestamp(fields.created_at) ?? null,
		completed_date: toIsoTimestamp(fields.completed_date) ?? null,
		template_uuid: template.uuid ?? null,
		template_name: template.name ?? null,
		launcher_uuid: asObject(fields.launcher).uuid ?? null,
		launcher_name: fullName(fields.launcher),
	};
}

/** One flat object per file of a case's documents (listCaseDocuments).
 * @returns the fields of the output preview; null for what the service did not send */
export function simplifyDocuments(docs: unknown[]): JsonObject[] {
	return docs.flatMap((doc) => {
		const { id, status, assignee_type, member, task_definition, documents_info } = asObject(doc);
		const task = asObject(task_definition);
		return asArray(documents_info).flatMap((info) => {
			const { field_name, content } = asObject(info);
			return asArray(asObject(content).files).map((file) => ({
				submission_id: id ?? null,
				submission_status: status ?? null,
				assignee_type: assignee_type ?? null,
				member_uuid: asObject(member).uuid ?? null,
				member_name: fullName(member),
				task_definition_id: task.id ?? null,
				task_name: task.name ?? null,
				field_name: field_name ?? null,
				original_name: asObject(file).originalName ?? null,
				storage_name: asObject(file).storageName ?? null,
			}));
		});
	});
}

/** What getCase returns: a case, and what the user may do with it. */
export interface CaseView {
	entry: JsonObject;
	permissions: unknown;
}

/** The parts of a response of getCase; undefined if it contains no case. */
export function toCaseView({ process_instance, permissions }: JsonObject): CaseView | undefined {
	if (!isObject(process_instance)) return undefined;
	return { entry: process_instance, permissions: permissions ?? null };
}

export const simplifyCaseView = ({ entry, permissions }: CaseView): JsonObject => ({
	...simplifyCase(entry),
	permissions,
});
