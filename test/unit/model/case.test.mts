import { simplifyCase, simplifyDocuments } from '../../../nodes/CaseManagement/model/case.ts';

test('a case becomes flat, with timestamps as ISO 8601', () => {
	const entry = {
		name: 'Order 17',
		created_at: '2026-01-01 10:00:00 UTC',
		uuid: 'u',
		completed_date: null,
		status: 'running',
		sequential_id: 17,
		process_template: { name: 'Order', uuid: 't', launchable: true, automated: false },
		launcher: { first_name: 'Ada', last_name: 'Byron', uuid: 'l' },
		extra: 'left out',
	};
	expect(Object.entries(simplifyCase(entry))).toEqual([
		['uuid', 'u'],
		['name', 'Order 17'],
		['status', 'running'],
		['sequential_id', 17],
		['created_at', '2026-01-01T10:00:00.000Z'],
		['completed_date', null],
		['template_uuid', 't'],
		['template_name', 'Order'],
		['launcher_uuid', 'l'],
		['launcher_name', 'Ada Byron'],
	]);
});

test('a case with unknown or missing parts is tolerated', () => {
	expect(
		simplifyCase({ uuid: 'u', status: 'archived', launcher: null, process_template: 'x' }),
	).toEqual({
		uuid: 'u',
		name: null,
		status: 'archived',
		sequential_id: null,
		created_at: null,
		completed_date: null,
		template_uuid: null,
		template_name: null,
		launcher_uuid: null,
		launcher_name: null,
	});
	expect(simplifyCase({ launcher: { first_name: 'Ada' } }).launcher_name).toBe('Ada');
});

test('documents become one object per file', () => {
	const doc = {
		id: 's',
		status: 'completed',
		assignee_type: 'member',
		member: { first_name: 'Ada', last_name: 'Byron', uuid: 'm' },
		task_definition: { id: 'd', name: 'Upload', task_type: 'task' },
		documents_info: [
			{
				field_name: 'Invoice',
				content: {
					type: 'attachment',
					files: [
						{ originalName: 'a.pdf', storageName: '1' },
						{ originalName: 'b.pdf', storageName: '2' },
					],
				},
			},
			{ field_name: 'Odd', content: null },
		],
	};
	const documents = simplifyDocuments([doc, { id: 'empty', documents_info: [] }, {}]);
	expect(documents).toHaveLength(2);
	expect(documents[1]).toEqual({
		submission_id: 's',
		submission_status: 'completed',
		assignee_type: 'member',
		member_uuid: 'm',
		member_name: 'Ada Byron',
		task_definition_id: 'd',
		task_name: 'Upload',
		field_name: 'Invoice',
		original_name: 'b.pdf',
		storage_name: '2',
	});
});

test.each([
	[{ first_name: 'Ada', last_name: '' }, 'Ada'],
	[{ first_name: 7, last_name: 'Byron' }, 'Byron'],
	[{ first_name: '', last_name: null }, null],
])('the launcher %j is shown as %j', (launcher, name) => {
	expect(simplifyCase({ launcher }).launcher_name).toBe(name);
});
