/** Whatever Resource and Operation contain: an unknown operation sends nothing. */
import { useService } from '../support/service.mts';

const service = useService();

beforeAll(() => service.begin());

const OPERATION =
	/^The operation "(nope|trigger||__CUSTOM_API_CALL__|\{\{ "delete" \}\})" of "(case|template)" is not known/;
const RESOURCE = /^The resource ".*" is not known/;

test.each([
	['an operation that does not exist', 'case', 'nope', OPERATION],
	['the operation of another resource', 'template', 'trigger', OPERATION],
	['no operation', 'case', '', OPERATION],
	["n8n's custom call", 'case', '__CUSTOM_API_CALL__', OPERATION],
	['an operation that is an expression', 'case', '={{ "delete" }}', OPERATION],
	['a resource that does not exist', 'nope', 'get', RESOURCE],
	['a resource that is an expression', '={{ "case" }}', 'delete', RESOURCE],
	['the resource of the last of that name', '={{ "template" }}', 'delete', RESOURCE],
	['both as expressions', '={{ $json.resource }}', '={{ $json.operation }}', RESOURCE],
	[
		'a resource for an agent to fill in',
		'={{ $fromAI("r", "", "string", "case") }}',
		'delete',
		null,
	],
	[
		'an operation for an agent to fill in',
		'case',
		'={{ $fromAI("o", "", "string", "get") }}',
		null,
	],
])('%s is refused, and nothing is sent', async (_name, resource, operation, expected) => {
	const messages = await service.refusals(
		{
			resource,
			operation,
			caseId: service.fixtures.cases.running,
			templateId: service.fixtures.templates.simple,
		},
		[
			{ resource: 'case', operation: 'delete' },
			{ resource: 'case', operation: 'delete' },
		],
	);
	expect(messages).toHaveLength(5);
	for (const message of messages) {
		expect(message).toMatch(expected ?? / is not known/);
		expect(message).toMatch(/, item [01]\)$/);
	}
	expect(await service.requests()).toEqual([]);
});

test('the error says what to do', async () => {
	const { error } = await service.run({ resource: 'case', operation: 'nope' });
	expect(error!.description).toMatch(/^Nothing was sent\. Choose Resource and Operation from/);
});
