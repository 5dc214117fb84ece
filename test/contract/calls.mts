/** One or more calls for each operation of the node, and what its output must contain. */
import type { INodeParameters } from 'n8n-workflow';

import type { Fixtures } from '../../sandbox/service/client.mts';
import { CASE, DOCUMENT, ENDPOINTS, MEMBER, MESSAGE } from './interface.mts';
import type { Shape } from './shapes.mts';

/** How an operation is called, and what it returns. */
export interface Covered {
	/**
	 * The fields of each item with Simplify off: those that are shown (interface.mts), and those of
	 * our design.
	 */
	output: Shape;
	/** Parameters besides resource and operation. */
	calls: (fixtures: Fixtures) => INodeParameters[];
}

/** Smaller than the number of matches, so that a second page is read. */
export const PAGE_SIZE = 2;

const aCase = ({ cases }: Fixtures) => [{ caseId: cases.running }];
/** A locator as the editor saves it. */
const byNumber = (value: number) => ({ __rl: true, mode: 'number', value: `#${value}` });

const purchase = ({ templates }: Fixtures) => ({ templateId: templates.purchaseApproval });
const signal = (fixtures: Fixtures) => ({
	...purchase(fixtures),
	signalId: fixtures.signals.purchaseApproval,
});

const answerOf = (written: string): Shape => ENDPOINTS[written].answer;

const OF_CASE: Record<string, Shape> = { message: 'string', process_instance_uuid: 'uuid' };

/** The output for a case by our design, with the fields that each case has. */
const FLAT_CASE: Shape = {
	uuid: 'uuid',
	name: 'string',
	status: 'string',
	template_uuid: 'uuid',
	launcher_uuid: 'uuid',
};

/** By resource and operation, in an order in which each finds what it needs. */
export const CALLS: Record<string, Covered> = {
	'case.getAll': {
		output: CASE,
		calls: ({ templates }) => [
			{
				returnAll: true,
				filters: {
					createdAfter: '2000-01-01',
					createdBefore: '2100-01-01T00:00:00Z',
					status: ['running', 'paused', 'error', 'completed', 'stopped'],
					templateIds: [templates.simple, templates.purchaseApproval],
				},
				sortBy: 'newest',
			},
			{ returnAll: true, filters: { nameContains: '#1' } },
		],
	},
	'case.bulkAction': {
		output: {
			...FLAT_CASE,
			action: 'string',
			outcome: 'string',
			message: 'string',
		},
		calls: ({ templates }) => [
			{
				action: 'pause',
				filters: { status: ['running', 'paused'], templateIds: [templates.simple] },
			},
		],
	},
	'case.wait': {
		output: { ...FLAT_CASE, timed_out: 'boolean' },
		calls: ({ cases }) => [{ caseId: cases.completed, statuses: ['completed'] }],
	},
	'case.get': {
		output: answerOf('GET /process_monitor/process_instances/:process_instance_uuid'),
		// The third seeded case is a named one; its number is not its UUID.
		calls: (fixtures) => [...aCase(fixtures), { caseId: byNumber(3) }],
	},
	'case.getDocuments': {
		output: DOCUMENT,
		calls: ({ caseWithDocuments }) => [{ caseId: caseWithDocuments }],
	},
	'case.create': {
		output: answerOf('POST /process_instances'),
		calls: (fixtures) => [
			{
				...purchase(fixtures),
				label: 'By form',
				elements: {
					mappingMode: 'defineBelow',
					value: { needed_by: '2030-01-31', approvers: fixtures.members.selectable[0] },
					schema: [],
				},
			},
			{
				...purchase(fixtures),
				label: 'By JSON',
				inputMode: 'json',
				elementsJson: JSON.stringify({
					needed_by: '2030-01-31',
					approvers: [fixtures.members.selectable[0]],
				}),
			},
		],
	},
	'case.pause': { output: OF_CASE, calls: aCase },
	'case.resume': { output: OF_CASE, calls: aCase },
	'case.stop': { output: OF_CASE, calls: aCase },
	'case.delete': { output: { ...OF_CASE, deleted: 'boolean' }, calls: aCase },
	'template.getAll': {
		output: {
			uuid: 'uuid',
			name: 'string',
			launchable: 'boolean',
			automated: 'boolean',
			resource_type: 'string',
		},
		calls: () => ['all', 'launchable', 'apiLaunchable', 'automated'].map((scope) => ({ scope })),
	},
	'template.get': {
		output: answerOf('GET /process_templates/basic/:template_uuid'),
		calls: (fixtures) => [purchase(fixtures)],
	},
	'template.getStartDefinition': {
		output: answerOf('GET /process_templates/automation/:template_uuid/start_definition'),
		calls: (fixtures) => [purchase(fixtures)],
	},
	'template.getTeamMembers': {
		output: MEMBER,
		calls: (fixtures) => [
			{
				...purchase(fixtures),
				definitionElementId: fixtures.elements.purchaseApprovalApprovers,
			},
		],
	},
	'template.update': {
		output: { ...MESSAGE, template_uuid: 'uuid' },
		calls: (fixtures) => [{ ...purchase(fixtures), name: 'Renamed' }],
	},
	'template.delete': {
		output: { ...MESSAGE, template_uuid: 'uuid', deleted: 'boolean' },
		calls: ({ templates }) => [{ templateId: templates.umlauts }],
	},
	'signal.getAll': {
		output: { signal_id: 'string', template_uuid: 'uuid' },
		calls: (fixtures) => [purchase(fixtures)],
	},
	'signal.get': {
		output: answerOf('GET /signals/:signal_id'),
		calls: (fixtures) => [signal(fixtures)],
	},
	'signal.trigger': {
		output: { ...OF_CASE, signal_id: 'string' },
		calls: (fixtures) => [
			{
				...signal(fixtures),
				caseId: fixtures.waitingCase,
				elements: { mappingMode: 'defineBelow', value: { approved: true }, schema: [] },
			},
			{
				signalId: fixtures.signals.everySignal,
				caseId: fixtures.waitingCaseEverySignal,
				inputMode: 'json',
				elementsJson: JSON.stringify([{ name: 'text', value: 'x' }]),
			},
		],
	},
};

/**
 * Operations whose `routing.request` is not the only endpoint: the parameter that chooses, and the
 * request for each of its values.
 */
export const CHOOSES: Record<string, { parameter: string; requests: Record<string, string> }> = {
	'template.getAll': {
		parameter: 'scope',
		requests: {
			all: 'GET /process_templates/basic',
			launchable: 'GET /process_templates/basic?launchable=true',
			apiLaunchable: 'GET /process_templates/basic/launchables',
			automated: 'GET /process_templates/basic/automated_processes',
		},
	},
};
