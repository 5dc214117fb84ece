import {
	ENDPOINTS,
	TEMPLATE_SCOPES,
	writeEndpoint,
} from '../../../nodes/CaseManagement/transport/endpoints.ts';
import type { OperationId } from '../../../nodes/CaseManagement/transport/endpoints.ts';
import { fillPath, toQueryString } from '../../../nodes/CaseManagement/transport/url.ts';

const OPERATIONS = Object.keys(ENDPOINTS) as OperationId[];

test('an unknown endpoint name does not compile', () => {
	// @ts-expect-error `OperationId` is the union of the names in the table.
	const misspelt: OperationId = 'getCases';
	expect(OPERATIONS).not.toContain(misspelt);
});

test('only a GET changes nothing', () => {
	for (const operationId of OPERATIONS) {
		const isWrite = writeEndpoint(operationId) !== undefined;
		expect([operationId, isWrite]).toEqual([operationId, ENDPOINTS[operationId].method !== 'GET']);
	}
});

test('which requests may be sent twice, and which responses may be empty', () => {
	const writes = OPERATIONS.flatMap((operationId) => {
		const write = writeEndpoint(operationId);
		return write === undefined ? [] : [[operationId, write.idempotent, write.allowsEmptyBody]];
	});
	expect(writes.sort()).toEqual([
		['createCase', false, false],
		['deleteCase', true, true],
		['deleteTemplate', true, true],
		['pauseCase', true, true],
		['resumeCase', true, true],
		['stopCase', true, true],
		['triggerSignal', false, true],
		['updateTemplate', true, true],
	]);
});

test('the path of each list of templates (listTemplates and its like)', () => {
	const urls = Object.entries(TEMPLATE_SCOPES).map(([scope, request]) => [
		scope,
		fillPath(request.operationId) + toQueryString('query' in request ? request.query : {}),
	]);
	expect(Object.fromEntries(urls)).toEqual({
		all: '/process_templates/basic',
		apiLaunchable: '/process_templates/basic/launchables',
		automated: '/process_templates/basic/automated_processes',
		launchable: '/process_templates/basic?launchable=true',
	});
});
