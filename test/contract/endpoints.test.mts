/**
 * The node's table of endpoints matches the contract: the same calls, each with its method and
 * path.
 */
import {
	CASE_STATUSES,
	OPEN_STATUSES,
	TERMINAL_STATUS,
} from '../../nodes/CaseManagement/model/case.ts';
import { IDENTIFIERS } from '../../nodes/CaseManagement/model/identifiers.ts';
import { ENDPOINTS, writeEndpoint } from '../../nodes/CaseManagement/transport/endpoints.ts';
import type { OperationId } from '../../nodes/CaseManagement/transport/endpoints.ts';
import { contract, endpoints, jsonOf, normalized, resolved } from './contract.mts';

const operationIds = Object.keys(ENDPOINTS) as OperationId[];

test('the table contains exactly the calls of the contract, with the same method and path', () => {
	const own = operationIds.map((operationId) => {
		const { method, url } = ENDPOINTS[operationId];
		return [operationId, normalized(`${method} ${url}`)];
	});
	const agreed = endpoints.map(({ id, written }) => [id, normalized(written)]);
	expect(Object.fromEntries(own)).toEqual(Object.fromEntries(agreed));
});

test('each placeholder of a path is an identifier that can be checked', () => {
	for (const operationId of operationIds) {
		for (const [, name] of ENDPOINTS[operationId].url.matchAll(/:(\w+)/g)) {
			expect(Object.keys(IDENTIFIERS)).toContain(name);
		}
	}
});

test('endpoints that may return an empty response otherwise return only a message', () => {
	for (const operationId of operationIds) {
		if (writeEndpoint(operationId)?.allowsEmptyBody !== true) continue;
		const { operation } = endpoints.find(({ id }) => id === operationId)!;
		const schema = resolved(jsonOf(resolved(operation.responses['200'])));
		expect([operationId, Object.keys(schema.properties ?? {})]).toEqual([operationId, ['message']]);
	}
});

test('the case statuses are those of the contract; one is final, the others are open', () => {
	const { enum: agreed } = resolved(contract.components.schemas.Case.properties!.status);
	expect([...CASE_STATUSES].sort()).toEqual([...agreed!].sort());
	expect([TERMINAL_STATUS, ...OPEN_STATUSES].sort()).toEqual([...CASE_STATUSES].sort());
});
