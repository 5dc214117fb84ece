/** The only template of the benchmark's service: its form with ten elements and its signal. */
import { TEMPLATE_ID } from './cases.mts';

export const SIGNAL_ID = 'approval-received';

export const MEMBER_ID = '30000000-0000-4000-8000-000000000001';

/** Key and type of each element of the start form. */
export const FORM: ReadonlyArray<readonly [key: string, type: string]> = [
	['title', 'text'],
	['description', 'textarea'],
	['amount', 'number'],
	['urgent', 'boolean'],
	['due', 'date'],
	['reviewers', 'team_members'],
	['priority', 'select'],
	['category', 'options'],
	['link', 'url'],
	['contact', 'email'],
];

const elementId = (index: number): string => `40000000-0000-4000-8000-00000000000${index}`;

const template = { uuid: TEMPLATE_ID, name: 'Purchase Order' };

/** getStartDefinition */
export const startDefinition = JSON.stringify({
	process_template: template,
	manual_label: true,
	definition_elements: FORM.map(([assignedID, type], index) => ({
		definition: {
			label: assignedID,
			identifier: elementId(index),
			type,
			assignedID,
			required: true,
		},
	})),
});

/** listElementMembers */
export const members = JSON.stringify({
	members: [
		{
			uuid: MEMBER_ID,
			first_name: 'Ada',
			last_name: 'Byron',
			invitation_status: 'accepted',
			deleted: false,
			slug: 'ada-byron',
		},
	],
});

/** getTemplate */
export const shownTemplate = JSON.stringify({
	process_template: { ...template, automated: false },
	can_launch: true,
});

/** listLaunchableTemplates */
export const launchables = JSON.stringify({
	process_templates: [
		{ ...template, launchable: true, resource_type: 'process', automated: false },
	],
});

/** listSignals */
export const signals = JSON.stringify({ signals: [SIGNAL_ID] });

/** getSignal */
export const signalElements = JSON.stringify({
	submission_elements: [
		{
			definition_element: {
				label: 'Approved',
				type: 'boolean',
				name: 'approved',
				exit_type: 'complete',
				required: true,
			},
		},
	],
});
