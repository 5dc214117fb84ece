/** Cases created from a form with ten elements, filled by expressions. */
import { caseManagement, type Json } from '../test/e2e/support/realN8n.mts';
import { byId, type HttpNode, naiveNode } from './nodes.mts';
import { TEMPLATE_ID } from './service/cases.mts';
import { FORM, MEMBER_ID } from './service/forms.mts';
import { work, type Work } from './work.mts';

/** A field of the form as the editor gets it from the node. */
export interface FormField {
	id: string;
}

/** The node, before its fields are known. */
export const CREATE = {
	resource: 'case',
	operation: 'create',
	templateId: byId(TEMPLATE_ID),
	label: 'Bench',
	inputMode: 'fields',
};

const keys = FORM.map(([key]) => key);

const input = (number: number): Json => ({
	title: `Number ${number}`,
	description: 'Made by the bench',
	amount: number + 0.5,
	urgent: number % 2 === 0,
	due: '2030-01-31',
	reviewers: [MEMBER_ID],
	priority: 'high',
	category: 'hardware',
	link: 'https://example.com/',
	contact: 'someone@example.com',
});

/** The same ten expressions in each variant. */
export const createWork = (http: HttpNode, fields: FormField[], items: number): Work =>
	work({
		name: `create-${items}`,
		title: 'Case Create, form of ten values',
		items,
		service: { cases: 0 },
		rounds: 5,
		requests: { createCase: items },
		flows: {
			node: {
				steps: [
					caseManagement({
						...CREATE,
						elements: {
							mappingMode: 'defineBelow',
							value: Object.fromEntries(keys.map((key) => [key, `={{ $json.${key} }}`])),
							matchingColumns: [],
							schema: fields.filter(({ id }) => keys.includes(id)),
						},
					}),
				],
			},
			'HTTP Request': {
				steps: [
					http('HTTP Request', 'POST', '/process_instances', {
						sendBody: true,
						bodyParameters: {
							parameters: [
								{ name: 'label', value: CREATE.label },
								{ name: 'process_template_uuid', value: TEMPLATE_ID },
								...keys.map((key) => ({
									name: `submission_elements.${key}`,
									value: `={{ $json.${key} }}`,
								})),
							],
						},
					}),
				],
			},
			'naive declarative': {
				steps: [
					naiveNode({
						operation: 'create',
						label: CREATE.label,
						templateId: TEMPLATE_ID,
						elements: `={ ${keys.map((key) => `"${key}": {{ JSON.stringify($json.${key}) }}`).join(', ')} }`,
					}),
				],
			},
		},
		client: {
			call: 'create',
			count: items,
			bodies: Array.from({ length: items }, (_none, number) => ({
				label: CREATE.label,
				process_template_uuid: TEMPLATE_ID,
				submission_elements: input(number),
			})),
		},
		input,
	});
