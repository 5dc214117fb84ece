/**
 * What the interface leaves open must not break anything: unknown values pass through, and the
 * service decides what it refuses (docs/interface-gaps.md).
 */
import { useService } from '../support/service.mts';

const bench = useService();

/** A case that the sandbox would never send. */
const ODD_CASE = {
	uuid: 'u',
	name: 'n',
	status: 'archived',
	sequential_id: 1,
	created_at: '2026-01-31 10:00:00 UTC',
	completed_date: '31.01.2026',
	process_template: { uuid: 't', name: 'T', resource_type: 'project', automated: 'partly' },
	launcher: { uuid: 'l', first_name: 'Ada', last_name: 'Byron', team: 7 },
	priority: 'high',
};

describe.each([true, false])('simplify %p', (simplify) => {
	const run = async (operation: string, rest: object, resource = 'case') => {
		const { error, json } = await bench.run({ resource, operation, simplify, ...rest });
		expect(error).toBeUndefined();
		return json;
	};

	test('a case with values that are not shown', async () => {
		const permissions = ['Fly to the moon'];
		await bench.answer('getCase', { process_instance: ODD_CASE, permissions });
		await bench.answer('listCases', { processes: [ODD_CASE], next_cursor: null });
		const flat = {
			status: 'archived',
			created_at: '2026-01-31T10:00:00.000Z',
			completed_date: '31.01.2026',
			launcher_name: 'Ada Byron',
		};
		expect(await run('get', { caseId: 'u' })).toMatchObject([
			simplify ? { ...flat, permissions } : { process_instance: ODD_CASE, permissions },
		]);
		expect(await run('getAll', {})).toMatchObject([simplify ? flat : ODD_CASE]);
	});

	test('documents with values that are not shown', async () => {
		const files = [{ originalName: 'a.pdf', storageName: 's' }];
		const doc = {
			id: 'd',
			status: 'in_review',
			assignee_type: 'group',
			group: { name: 'Legal' },
			task_definition: { id: 'k', name: 'Check', task_type: 'review' },
			documents_info: [
				{ field_name: 'Scan', content: { type: 'signature', files } },
				{ field_name: 'Link', content: { type: 'url', href: 'x' } },
			],
		};
		await bench.answer('listCaseDocuments', { docs: [doc] });
		const flat = {
			submission_status: 'in_review',
			assignee_type: 'group',
			member_uuid: null,
			member_name: null,
			original_name: 'a.pdf',
		};
		expect(await run('getDocuments', { caseId: 'u' })).toMatchObject([simplify ? flat : doc]);
	});

	test('members with values that are not shown', async () => {
		const member = {
			uuid: 'm',
			first_name: 'Ada',
			last_name: 'Byron',
			invitation_status: 'bounced',
			deleted: false,
			slug: 'ada',
		};
		await bench.answer('listElementMembers', { members: [member] });
		const parameters = { templateId: 't', definitionElementId: 'e' };
		expect(await run('getTeamMembers', parameters, 'template')).toMatchObject([member]);
	});
});

test('create and resume do not report a status', async () => {
	const created = await bench.run({
		resource: 'case',
		operation: 'create',
		templateId: bench.fixtures.templates.simple,
		label: 'x',
	});
	const resumed = await bench.run({
		resource: 'case',
		operation: 'resume',
		caseId: bench.fixtures.cases.paused,
	});
	expect(Object.keys(created.json[0])).toEqual(['message', 'process_instance_uuid', 'uuid']);
	expect(Object.keys(resumed.json[0])).toEqual(['message', 'process_instance_uuid']);
});

test.each(['pause', 'stop', 'resume'])(
	'%s of a completed case is left to the service to refuse',
	async (operation) => {
		const caseId = bench.fixtures.cases.completed;
		const { error } = await bench.run({ resource: 'case', operation, caseId });
		expect(error!.message).toMatch(/^The process instance is completed.*HTTP 409/);
		expect(error!.description).toContain('Get the case first to see its status');
		expect(await bench.requests(`${operation}Case`)).toHaveLength(1);
	},
);

test('an error with a code shows its message', async () => {
	await bench.answer('getCase', { code: 4711, message: 'Not today', errors: [{ code: 1 }] }, 403);
	const { error } = await bench.run({ resource: 'case', operation: 'get', caseId: 'u' });
	expect(error!.message).toMatch(/^Not today \(HTTP 403/);
});

test('a body that is too large for the service', async () => {
	await bench.answer('createCase', { message: 'Payload too large' }, 413);
	const { error } = await bench.run({
		resource: 'case',
		operation: 'create',
		templateId: bench.fixtures.templates.simple,
		label: 'x',
	});
	expect(error!.message).toMatch(/^Payload too large \(HTTP 413/);
	expect(error!.description).toContain('Send less at once');
});
