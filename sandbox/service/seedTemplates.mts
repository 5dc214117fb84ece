/**
 * The process templates of the sandbox: named ones that tests rely on, and many more to make lists
 * long.
 */
import type { SignalElement, StartElement, Template, TemplateKey } from './types.mts';
import type { Random } from './random.mts';
import { pick, randomUuid } from './random.mts';
import { MEMBER_COUNT, ORGANIZATION } from './seedPeople.mts';

/** How many templates are seeded, the named ones included. */
const TEMPLATE_COUNT = 140;

/** An element of a type unknown to all clients: it must be shown and sent nevertheless. */
const UNKNOWN_TYPE = 'hologram';

const signalElement = (
	label: string,
	type: string,
	name: string,
	required: boolean,
): SignalElement => ({ label, type, name, exit_type: 'complete', required });

/** The named templates, and the list of all. */
export interface SeededTemplates {
	list: Template[];
	byKey: Record<TemplateKey, Template>;
}

/**
 * Makes the templates (listTemplates, getStartDefinition, getSignal).
 * @param random where ids and filler come from
 */
export function seedTemplates(random: Random): SeededTemplates {
	const element = (
		label: string,
		type: string,
		assignedID: string,
		required = false,
		members?: { from: number; to: number },
	): StartElement => ({
		label,
		identifier: randomUuid(random),
		type,
		assignedID,
		required,
		...(members ? { members } : {}),
	});
	const template = (name: string, parts: Partial<Template> = {}): Template => ({
		uuid: randomUuid(random),
		name,
		organization: ORGANIZATION,
		automated: false,
		launchable: true,
		elements: [],
		signals: [],
		awaits: null,
		deleted: false,
		...parts,
	});
	const everyone = { from: 0, to: MEMBER_COUNT };

	const byKey: Record<TemplateKey, Template> = {
		purchaseApproval: template('Purchase Approval', {
			elements: [
				element('Needed by', 'date', 'needed_by', true),
				element('Approvers', 'team_members', 'approvers', true, everyone),
				element('Comment', 'textarea', 'comment'),
			],
			signals: [
				{
					id: 'approval-received',
					elements: [
						signalElement('Approved', 'boolean', 'approved', true),
						signalElement('Approved on', 'date', 'approved_on', false),
						signalElement('Remark', 'text', 'remark', false),
					],
				},
				{ id: 'budget-changed', elements: [] },
			],
			awaits: 'approval-received',
		}),
		everyElement: template('Every Element', {
			elements: [
				element('Title', 'text', 'title', true),
				element('Description', 'textarea', 'details.description'),
				element('Amount', 'number', 'amount[net]', true),
				element('Urgent', 'boolean', 'urgent'),
				element('Terms accepted', 'checkbox', 'terms.accepted[0]'),
				element('Due date', 'date', 'due.date', true),
				element('Reviewers', 'team_members', 'reviewers', true, everyone),
				element('Observers', 'team_members', 'observers', false, { from: 0, to: 12 }),
				element('Priority', 'select', 'priority'),
				element('Category', 'options', 'category'),
				element('Link', 'url', 'link'),
				element('Contact', 'email', 'contact'),
				element('Projection', UNKNOWN_TYPE, 'projection'),
				element('Note', 'text', 'note'),
				element('Note', 'text', 'note (2)'),
				element('Prototype', 'text', '__proto__'),
			],
		}),
		everySignal: template('Every Signal', {
			automated: true,
			// An ID that must be escaped to stay in one path segment.
			signals: [
				{
					id: 'odd/signal id?#ä',
					elements: [
						signalElement('Text', 'text', 'text', true),
						signalElement('Long text', 'textarea', 'long.text', false),
						signalElement('Number', 'number', 'number[0]', false),
						signalElement('Flag', 'boolean', 'flag', false),
						signalElement('Date', 'date', 'date', false),
						signalElement('Members', 'team_members', 'members', false),
						signalElement('Unknown', UNKNOWN_TYPE, 'unknown', false),
						signalElement('Text', 'text', '__proto__', false),
					],
				},
			],
			awaits: 'odd/signal id?#ä',
		}),
		automated: template('Nightly Import', { automated: true }),
		notLaunchable: template('Archived Process', { launchable: false }),
		sameNameA: template('Onboarding'),
		sameNameB: template('Onboarding', { elements: [element('Start', 'date', 'start', true)] }),
		umlauts: template('Überprüfung der Größe – Änderungsanträge', {
			elements: [element('Straße', 'text', 'straße')],
		}),
		simple: template('Simple Request'),
	};

	const list = Object.values(byKey);
	const areas = ['Sales', 'Einkauf', 'Legal', 'IT', 'Finance', 'Qualität', 'Support', 'HR'];
	const things = ['Request', 'Review', 'Prüfung', 'Escalation', 'Invoice', 'Contract', 'Audit'];
	for (let number = list.length + 1; number <= TEMPLATE_COUNT; number++) {
		const elements = [
			element('Subject', 'text', 'subject'),
			element('Due date', 'date', 'due_date'),
		];
		list.push(
			template(`${pick(random, areas)} ${pick(random, things)} ${number}`, {
				automated: number % 9 === 0,
				launchable: number % 11 !== 0,
				elements: elements.slice(0, number % 3),
			}),
		);
	}
	return { list, byKey };
}
