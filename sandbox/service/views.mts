/** How stored data is shown to a client: the schemas of openapi.yaml. */
import type { StoredCase, Template, User } from './types.mts';
import { createRandom, pick, randomUuid } from './random.mts';
import { mayLaunch } from './handler.mts';
import { toTimestamp } from './clock.mts';

/** A template as listTemplates shows it to this user. */
export function templateSummary(template: Template, user: User): Record<string, unknown> {
	return {
		name: template.name,
		uuid: template.uuid,
		launchable: mayLaunch(user, template),
		resource_type: 'process',
		automated: template.automated,
	};
}

/** A user as getCase and listCaseDocuments show one. */
function person({ firstName, lastName, uuid }: User): Record<string, unknown> {
	return { first_name: firstName, last_name: lastName, uuid };
}

/** A case as getCase shows it. */
export function caseView(entry: StoredCase, user: User): Record<string, unknown> {
	return {
		name: entry.name,
		created_at: toTimestamp(entry.createdMs),
		uuid: entry.uuid,
		completed_date: entry.completedMs === null ? null : toTimestamp(entry.completedMs),
		status: entry.status,
		sequential_id: entry.sequentialId,
		process_template: templateSummary(entry.template, user),
		launcher: person(entry.launcher),
	};
}

const TASKS = ['Collect offers', 'Angebot prüfen', 'Sign contract'];
const FIELDS = ['Offers', 'Invoice', 'Vertrag (unterschrieben)'];
const FILES = ['offer.pdf', 'Größentabelle.xlsx', 'scan 01.png', 'contract.final.docx'];

/**
 * The documents of a case, as listCaseDocuments shows them. They are generated from the case's
 * number, so that 100,000 cases need no memory for them and yet always show the same.
 */
export function documentsOf(entry: StoredCase): Record<string, unknown>[] {
	const random = createRandom(entry.sequentialId);
	return Array.from({ length: entry.documents }, (_, index) => ({
		id: randomUuid(random),
		status: 'completed',
		assignee_type: 'member',
		member: person(entry.launcher),
		task_definition: {
			id: randomUuid(random),
			name: TASKS[index % TASKS.length],
			task_type: 'task',
		},
		// The first submission has two fields and two files in the first of them.
		documents_info: Array.from({ length: index === 0 ? 2 : 1 }, (_field, fieldIndex) => ({
			field_name: FIELDS[(index + fieldIndex) % FIELDS.length],
			content: {
				type: 'attachment',
				files: Array.from({ length: index + fieldIndex === 0 ? 2 : 1 }, () => {
					const originalName = pick(random, FILES);
					return { originalName, storageName: `${randomUuid(random)}-${originalName}` };
				}),
			},
		})),
	}));
}
