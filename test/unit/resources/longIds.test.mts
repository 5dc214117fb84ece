/** The longest ID that can be sent, through the operations of the node. */
import { resources } from '../../../nodes/CaseManagement/resources/index.ts';
import { ended, itemsOf, nodeContext } from '../execution/running.mts';
import type { Ended } from '../execution/running.mts';

const locator = (value: string) => ({ __rl: true, mode: 'id', value });

/** Runs an operation on one item. */
async function run(
	name: string,
	operation: string,
	parameters: Record<string, unknown>,
): Promise<Ended> {
	const { context, requests } = nodeContext({
		items: itemsOf(1),
		parameters: () => ({ simplify: false, returnAll: true, ...parameters }),
		reply: () => ({
			body: { process_instance: {}, process_template: {}, submission_elements: [], members: [] },
		}),
	});
	const { customOperations } = resources.find(({ value }) => value === name)!;
	const work = customOperations[operation]!.call(context).then(([output]) => output!);
	return await ended(work, requests);
}

test.each([
	['case', 'get', 'caseId', '"Case" (caseId)'],
	['template', 'get', 'templateId', '"Template" (templateId)'],
	['signal', 'get', 'signalId', '"Signal" (signalId)'],
	['signal', 'get', 'templateId', '"Template" (templateId)'],
	[
		'template',
		'getTeamMembers',
		'definitionElementId',
		'"Element Name or ID" (definitionElementId)',
	],
])('%s %s: %s may have up to 1,000 characters', async (...row) => {
	const [name, operation, parameter, named] = row;
	const others = { caseId: locator('c'), templateId: locator('t'), signalId: locator('s') };
	const giving = (id: string) => ({
		...others,
		definitionElementId: 'e',
		[parameter]: parameter === 'definitionElementId' ? id : locator(id),
	});
	const longest = 'x'.repeat(1000);
	const fitting = await run(name, operation, giving(longest));
	expect(fitting.error).toBeUndefined();
	expect(fitting.sent).toHaveLength(1);
	expect(fitting.sent[0]).toContain(longest);
	const { error, sent } = await run(name, operation, giving(`${longest}x`));
	expect(error!.message).toMatch(
		`The parameter ${named} is too long for an ID: 1,001 characters, at most 1,000`,
	);
	expect(error!.description).toMatch(/^Enter the ID alone\./);
	expect(sent).toEqual([]);
});
