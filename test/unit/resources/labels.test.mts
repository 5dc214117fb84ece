/**
 * Errors name a parameter as the panel does: this test detects a field renamed in only one place.
 * The label is taken from the description that n8n shows, the error from a run.
 */
import type { INodeProperties, INodePropertyCollection } from 'n8n-workflow';

import { CaseManagement } from '../../../nodes/CaseManagement/CaseManagement.node.ts';
import { ended, itemsOf, nodeContext } from '../execution/running.mts';

const { description, customOperations } = new CaseManagement();

/** The label of a field of an operation, even within a collection: `filters.status`. */
function labelOf(resource: string, operation: string, path: string): string {
	const [name, ...inner] = path.split('.');
	let field = description.properties.find(
		({ name: own, displayOptions }) =>
			own === name &&
			displayOptions?.show?.resource?.includes(resource) &&
			displayOptions.show.operation?.includes(operation),
	)!;
	for (const part of inner) {
		const [rows] = field.options as [INodePropertyCollection?];
		const fields = rows && 'values' in rows ? rows.values : (field.options as INodeProperties[]);
		field = fields.find(({ name: own }) => own === part)!;
	}
	return field.displayName;
}

const ID = { caseId: 'c', templateId: 't', signalId: 's', definitionElementId: 'e' };

const GET_ALL = { returnAll: true };

const WAIT = { ...ID, statuses: ['error'], timeout: 1, interval: 1, onTimeout: 'error' };

const BULK = { action: 'pause', maxCases: 1, dryRun: true };

const FORM = { ...ID, inputMode: 'fields', label: 'L', ifNameTaken: 'create' };

const JSON_MODE = { ...ID, inputMode: 'json', ifNameTaken: 'create' };

const ONCE = { ...JSON_MODE, label: 'L', ifNameTaken: 'return', lookBackDays: 0 };

/** Each row: an operation, the invalid field, and the parameters that make it invalid. */
const WRONG: Array<[string, string, string, Record<string, unknown>]> = [
	['case', 'get', 'caseId', { caseId: '' }],
	['case', 'get', 'caseId', { caseId: { mode: 'name', value: '' } }],
	['case', 'get', 'caseId', { caseId: { mode: 'number', value: 'x' } }],
	['case', 'getAll', 'limit', { limit: 0 }],
	['case', 'getAll', 'sortBy', { ...GET_ALL, sortBy: {} }],
	['case', 'getAll', 'filters.arrayFormat', { ...GET_ALL, filters: { arrayFormat: 'odd' } }],
	['case', 'getAll', 'options.arrayFormat', { ...GET_ALL, options: { arrayFormat: 'odd' } }],
	['case', 'getAll', 'filters.olderThanDays', { ...GET_ALL, filters: { olderThanDays: 0 } }],
	['case', 'getAll', 'filters.createdAfter', { ...GET_ALL, filters: { createdAfter: 'soon' } }],
	['case', 'getAll', 'filters.createdBefore', { ...GET_ALL, filters: { createdBefore: 'soon' } }],
	['case', 'getAll', 'filters.nameContains', { ...GET_ALL, filters: { nameContains: {} } }],
	['case', 'getAll', 'filters.status', { ...GET_ALL, filters: { status: [{}] } }],
	['case', 'getAll', 'filters.templateIds', { ...GET_ALL, filters: { templateIds: [{}] } }],
	['case', 'wait', 'statuses', { ...WAIT, statuses: [] }],
	['case', 'wait', 'timeout', { ...WAIT, timeout: 0 }],
	['case', 'wait', 'interval', { ...WAIT, interval: 0 }],
	['case', 'wait', 'onTimeout', { ...WAIT, onTimeout: 'odd' }],
	['case', 'bulkAction', 'action', { ...BULK, action: 'odd' }],
	['case', 'bulkAction', 'maxCases', { ...BULK, maxCases: 0 }],
	['case', 'bulkAction', 'options.olderThanDays', { ...BULK, options: { olderThanDays: 0 } }],
	['case', 'bulkAction', 'options.onCaseError', { ...BULK, options: { onCaseError: 'odd' } }],
	['case', 'bulkAction', 'options.requestsAtOnce', { ...BULK, options: { requestsAtOnce: 0 } }],
	['case', 'bulkAction', 'filters.status', { ...BULK, filters: { status: [] } }],
	['case', 'bulkAction', 'filters.olderThanDays', { ...BULK, filters: { olderThanDays: '' } }],
	['case', 'bulkAction', 'filters.createdAfter', { ...BULK, filters: { createdAfter: '' } }],
	['case', 'bulkAction', 'filters.createdBefore', { ...BULK, filters: { createdBefore: '' } }],
	['case', 'bulkAction', 'filters.templateIds', { ...BULK, filters: { templateIds: [] } }],
	['case', 'bulkAction', 'filters.nameContains', { ...BULK, filters: { nameContains: ' ' } }],
	['case', 'create', 'templateId', { ...FORM, templateId: '' }],
	['case', 'create', 'label', { ...FORM, label: '' }],
	['case', 'create', 'label', { ...FORM, label: {} }],
	['case', 'create', 'label', { ...ONCE, label: ' ' }],
	['case', 'create', 'ifNameTaken', { ...ONCE, ifNameTaken: 'odd' }],
	['case', 'create', 'lookBackDays', { ...ONCE, lookBackDays: -1 }],
	['case', 'create', 'elementsJson', { ...JSON_MODE, elementsJson: '{' }],
	['case', 'create', 'elementsJson', { ...JSON_MODE, elementsJson: '[]' }],
	[
		'case',
		'create',
		'teamMembers',
		{ ...FORM, teamMembers: { element: [{ definitionElementId: 'gone', memberIds: ['m'] }] } },
	],
	[
		'case',
		'create',
		'teamMembers.definitionElementId',
		{ ...FORM, teamMembers: { element: [{ definitionElementId: {}, memberIds: ['m'] }] } },
	],
	['signal', 'get', 'signalId', { ...ID, signalId: '' }],
	['signal', 'trigger', 'caseId', { ...JSON_MODE, caseId: '' }],
	['signal', 'trigger', 'elementsJson', { ...JSON_MODE, elementsJson: '{}' }],
	['template', 'getAll', 'scope', { ...GET_ALL, scope: 'odd' }],
	['template', 'getTeamMembers', 'limit', { ...ID, limit: 0 }],
	[
		'template',
		'getTeamMembers',
		'definitionElementId',
		{ ...ID, returnAll: true, definitionElementId: '' },
	],
	['template', 'update', 'name', { ...ID, name: ' ' }],
];

test.each(WRONG)('%s %s names %s as in the panel', async (resource, operation, path, values) => {
	const { context, requests } = nodeContext({
		items: itemsOf(1),
		parameters: () => values,
		reply: () => ({ body: { definition_elements: [], manual_label: true } }),
	});
	const work = customOperations[resource]![operation]!.call(context).then(([output]) => output!);
	const { error, sent } = await ended(work, requests);
	expect(error!.message).toContain(`"${labelOf(resource, operation, path)}"`);
	// Only the form of a template is requested.
	expect(sent.filter((request) => !request.endsWith('/start_definition'))).toEqual([]);
});
