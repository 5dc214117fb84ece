/** The source of an item's parameters, in both ways in which n8n calls the node. */
import {
	executionOfItem,
	executionOfNode,
} from '../../../nodes/CaseManagement/execution/execution.ts';
import { ItemParameters } from '../../../nodes/CaseManagement/parameters/parameters.ts';
import { itemContext, itemsOf, nodeContext } from './running.mts';

test('the time zone and the input are those of the item', () => {
	const setup = { items: itemsOf(2) };
	for (const item of [
		executionOfNode(nodeContext(setup).context).items[1]!,
		executionOfItem(itemContext(setup, 1).context).items[0]!,
	]) {
		const { source } = new ItemParameters(item);
		expect(source.getTimezone()).toBe('UTC');
		expect(source.getInputData().json).toEqual({ n: 1 });
	}
});
