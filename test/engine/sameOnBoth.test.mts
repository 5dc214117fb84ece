/**
 * Exactly what a workflow gets under each fault: items, error items, and the error that ends the
 * node, for a read and a write. The suite runs on the n8n-core of n8n 1.x and of n8n 2.x (npm run
 * test:compat) with the same snapshot, so the results are equal. The messages of all other
 * operations, lists and forms have a snapshot in faults.test.mts.
 */
import type { INodeExecutionData } from 'n8n-workflow';

import { useService } from '../support/service.mts';
import { settled, timeoutUnder } from './faultOperations.mts';
import { MATRIX } from './faultTable.mts';

const bench = useService();

beforeEach(() => bench.begin());

const shown = (items: INodeExecutionData[]) =>
	items.map(({ json, pairedItem }) => ({ json, pairedItem }));

test.each(Object.entries(MATRIX))('%s', async (_name, { fault }) => {
	const requestOptions = { timeout: timeoutUnder(fault.kind) };
	const { cases, templates } = bench.fixtures;
	const read = { resource: 'case', operation: 'get', caseId: cases.running, requestOptions };
	const write = {
		...{ resource: 'case', operation: 'create', templateId: templates.simple },
		...{ label: 'x', inputMode: 'json', requestOptions },
	};
	for (const onError of ['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'] as const) {
		await bench.handle.clearFaults();
		await bench.handle.addFaults(
			{ ...fault, operationId: 'getCase' },
			{ ...fault, operationId: 'createCase' },
		);
		const runs = await Promise.all(
			[read, write].map((parameters) =>
				bench.run(parameters, { items: [{ number: 1 }], settings: { onError } }),
			),
		);
		for (const [at, { items, errors, error }] of runs.entries()) {
			const ended = error && {
				name: error.constructor.name,
				message: error.message,
				description: error.description,
				httpCode: error.httpCode,
				itemIndex: error.context?.itemIndex,
			};
			expect(settled({ items: shown(items), errors: shown(errors), ended })).toMatchSnapshot(
				`${['get', 'create'][at]}, ${onError}`,
			);
		}
	}
});
