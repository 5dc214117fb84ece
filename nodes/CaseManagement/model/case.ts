import { toIsoTimestamp } from './dates';
import { asArray, asObject, fullName, isObject } from './json';
import type { JsonObject } from './json';

/**
 * The flat form of a case (getCase).
 *
 * @param entry a Case as the service sends it
 * @returns the fields of the output preview, in this order; what the service did not send is null;
 * timestamps as ISO 8601 in UTC
 */
export function simplifyCase(entry: object): JsonObject {
	const {
		uuid,
		name,
		status,
		sequential_id,
		created_at,
		completed_date,
		process_template,
		launcher,
	} = asObject(entry);
	const template = asObject(process_template);
	return {
		uuid: uuid ?? null,
		name: name ?? null,
		status: status ?? null,
		sequential_id: sequential_id ?? null,
		created_at: toIsoTimestamp(created_at) ?? null,
		completed_date: toIsoTimestamp(completed_date) ?? null,
		template_uuid: template.uuid ?? null,
		template_name: template.name ?? null,
		launcher_uuid: asObject(launcher).uuid ?? null,
		launcher_name: fullName(launcher),
	};
}

/**
 * One flat object per file of a case's documents (listCaseDocuments).
 *
 * @param docs the entries of `docs`
 * @returns the fields of the output preview; what the service did not send is null
 */
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

/** What getCase gives: a case, and what the user may do with it. */
export interface CaseView {
	entry: JsonObject;
	permissions: unknown;
}

/** The parts of a response of getCase; undefined if it holds no case. */
export function toCaseView(body: JsonObject): CaseView | undefined {
	const { process_instance: entry, permissions } = body;
	return isObject(entry) ? { entry, permissions: permissions ?? null } : undefined;
}

/** The flat form of a case with its permissions. */
export const simplifyCaseView = ({ entry, permissions }: CaseView): JsonObject => ({
	...simplifyCase(entry),
	permissions,
});
