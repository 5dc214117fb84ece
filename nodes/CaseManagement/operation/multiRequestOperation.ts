import { runItems } from './runner';
import type { ItemTask } from './task';
import type { MultiRequestOperation, Operation } from './spec';

/** Makes an operation that makes several requests per item and handles their failures itself. */
export const multiRequestOperation = <T>(spec: MultiRequestOperation<T>): Operation => ({
	...spec,
	run: async (execution, title) => await runItems(taskOf(spec, title), execution),
});

function taskOf<T>(spec: MultiRequestOperation<T>, title: string): ItemTask<T> {
	const { operationId, writes, prepare, requestsInFlight, plan, run, describeFailure } = spec;
	return {
		title,
		operationId,
		// It knows of each request what may be repeated, and keeps it in the store.
		effect: writes ? 'idempotent' : 'none',
		failsWithRequest: false,
		prepare,
		requestsInFlight,
		plan,
		run,
		describeFailure,
	};
}
