/**
 * Process templates and what they need to start a case (listTemplates, getStartDefinition).
 */
import type { Call, Handler } from './handler.mts';
import type { State } from './state.mts';
import type { Member, StartElement, Template } from './types.mts';
import { ServiceError, mayLaunch, requireEditProcesses, visibleTemplate } from './handler.mts';
import { templateSummary } from './views.mts';

const theTemplate = (call: Call): Template =>
	visibleTemplate(call, call.params.template_uuid ?? '');

function listOf({ state, user }: Call, wanted: (template: Template) => boolean): unknown {
	return {
		process_templates: state.templates.list
			.filter((entry) => !entry.deleted && entry.organization === user.organization)
			.filter(wanted)
			.map((entry) => templateSummary(entry, user)),
	};
}

/** Index: `{ process_templates }` (assumed shape); `launchable=true` narrows it. */
export const listTemplates: Handler = (call) =>
	listOf(call, (entry) => call.query.launchable !== 'true' || mayLaunch(call.user, entry));

/** Index - API Launchable: `{ process_templates }`. */
export const listLaunchableTemplates: Handler = (call) =>
	listOf(call, (entry) => mayLaunch(call.user, entry));

/** Automated templates: `{ process_templates }` (assumed shape); 403 without EDIT_PROCESSES. */
export const listAutomatedTemplates: Handler = (call) => {
	requireEditProcesses(call.user);
	return listOf(call, (entry) => entry.automated);
};

/** Show Process Template: `{ process_template: { name, uuid, automated }, can_launch }`; 404. */
export const getTemplate: Handler = (call) => {
	const template = theTemplate(call);
	const { name, uuid, automated } = template;
	return {
		process_template: { name, uuid, automated },
		can_launch: mayLaunch(call.user, template),
	};
};

/** Update Process Template: renames it; 403 without EDIT_PROCESSES, 404, 422 for a blank name. */
export const updateTemplate: Handler = (call) => {
	const template = theTemplate(call);
	requireEditProcesses(call.user);
	const name = (call.body as { name: string }).name.trim();
	if (name === '') throw new ServiceError(422, 'Please provide a name.');
	template.name = name;
	return { message: 'The process template has been updated.' };
};

/** Delete Process Template: 403 without EDIT_PROCESSES, 404. Its cases stay (assumption). */
export const deleteTemplate: Handler = (call) => {
	const template = theTemplate(call);
	requireEditProcesses(call.user);
	template.deleted = true;
	return { message: 'The process template has been deleted.' };
};

/** getStartDefinition: 404. */
export const getStartDefinition: Handler = (call) => {
	const { name, uuid, automated, elements } = theTemplate(call);
	return {
		process_template: { name, uuid },
		manual_label: !automated,
		definition_elements: elements.map((element) => {
			const { label, identifier, type, assignedID, required } = element;
			return { definition: { label, identifier, type, assignedID, required } };
		}),
	};
};

/** The members of an element; only the type team_members has any. */
export function membersOf(state: State, { members }: StartElement): Member[] {
	return members ? state.members.slice(members.from, members.to) : [];
}

/** listElementMembers: `{ members }`; 404 (assumption). */
export const listElementMembers: Handler = (call) => {
	const { definition_element_uuid: identifier } = call.params;
	const element = theTemplate(call).elements.find((entry) => entry.identifier === identifier);
	if (!element || element.type !== 'team_members') {
		throw new ServiceError(404, 'The template has no team members element with this identifier.');
	}
	return { members: membersOf(call.state, element) };
};
