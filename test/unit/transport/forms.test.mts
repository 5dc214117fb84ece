import {
	fetchMembers,
	fetchMembersIfAllowed,
	fetchSignalForm,
	fetchStartForm,
} from '../../../nodes/CaseManagement/transport/forms.ts';
import { asking, idOf, problemIn } from '../faking.mts';

const element = (fields: object) => ({ definition: { type: 'text', required: false, ...fields } });

const fieldsOf = async (...elements: unknown[]) =>
	(await fetchStartForm(asking({ body: { definition_elements: elements } }).ask, idOf('t')))
		.elements;

describe('a start form', () => {
	test('is requested with the escaped ID of its template', async () => {
		const { ask, calls } = asking({ body: { definition_elements: [], manual_label: true } });
		expect(await fetchStartForm(ask, idOf('a b'))).toEqual({ manualLabel: true, elements: [] });
		expect(calls).toEqual([
			{
				operationId: 'getStartDefinition',
				path: '/process_templates/automation/a%20b/start_definition',
			},
		]);
	});

	test.each([
		[true, true],
		[false, false],
		['true', false],
		[undefined, false],
	])('with manual_label %j needs a label: %p', async (manual_label, needed) => {
		const { ask } = asking({ body: { definition_elements: [], manual_label } });
		expect((await fetchStartForm(ask, idOf('t'))).manualLabel).toBe(needed);
	});

	test('has a field for each element', async () => {
		const definition = {
			label: ' Needed by ',
			identifier: 'i',
			type: 'date',
			assignedID: 'needed_by',
			required: true,
		};
		expect(await fieldsOf({ definition })).toEqual([
			{ key: 'needed_by', label: 'Needed by', type: 'date', required: true, identifier: 'i' },
		]);
	});

	test('uses the identifier if there is no key, and drops elements with neither', async () => {
		const fields = await fieldsOf(
			element({ label: 'A', identifier: 'i' }),
			element({ label: 'B', identifier: 'j', assignedID: '' }),
			element({ label: 'C', identifier: 'k', assignedID: 5 }),
			element({ label: 'D' }),
			null,
			'odd',
		);
		expect(fields.map(({ key, label }) => [key, label])).toEqual([
			['i', 'A'],
			['j', 'B'],
			['k', 'C'],
		]);
	});

	test('names a field without a label by its key', async () => {
		const fields = await fieldsOf(
			element({ assignedID: 'a', label: '  ' }),
			element({ assignedID: 'b', label: null }),
			element({ assignedID: 'c', label: 7 }),
		);
		expect(fields.map(({ label }) => label)).toEqual(['a', 'b', 'c']);
	});

	test('accepts only true as required, and only text for the rest', async () => {
		const fields = await fieldsOf(
			element({ assignedID: 'a', required: 'true', type: null, identifier: 7 }),
			element({ assignedID: 'b', required: 1, identifier: '' }),
		);
		expect(fields).toEqual([
			{ key: 'a', label: 'a', type: '', required: false, identifier: undefined },
			{ key: 'b', label: 'b', type: 'text', required: false, identifier: undefined },
		]);
	});

	test.each([{}, { definition_elements: null }, { definition_elements: {} }])(
		'is invalid: %j',
		async (body) => {
			const problem = await problemIn(() => fetchStartForm(asking({ body }).ask, idOf('t')));
			expect(problem.message).toContain('missing: "definition_elements"');
		},
	);

	test('gives the reason and the advice if it is refused', async () => {
		const { ask } = asking({ status: 404, body: { message: 'Gone' } });
		const problem = await problemIn(() => fetchStartForm(ask, idOf('t')));
		expect(problem.message).toBe('Gone');
		expect(problem.hint).toContain('No template that you can see has this ID');
	});
});

describe('the data of a signal', () => {
	test('is requested by name, with the template in the query', async () => {
		const definition_element = { label: 'L', name: '__proto__', type: 'text', required: true };
		const { ask, calls } = asking({ body: { submission_elements: [{ definition_element }] } });
		expect(await fetchSignalForm(ask, idOf('t'), idOf('odd/signal', 'signalId'))).toEqual([
			{ key: '__proto__', label: 'L', type: 'text', required: true, identifier: undefined },
		]);
		expect(calls).toEqual([
			{
				operationId: 'getSignal',
				path: '/signals/odd%2Fsignal',
				query: { template_uuid: 't' },
			},
		]);
	});

	test('is an error if it is missing', async () => {
		const problem = await problemIn(() =>
			fetchSignalForm(asking({ body: {} }).ask, idOf('t'), idOf('s', 'signalId')),
		);
		expect(problem.message).toContain('missing: "submission_elements"');
	});
});

describe('the members of an element', () => {
	test('are requested by template and element', async () => {
		const { ask, calls } = asking({ body: { members: [] } });
		expect(await fetchMembers(ask, idOf('a b'), 'c d')).toEqual([]);
		expect(calls).toEqual([
			{
				operationId: 'listElementMembers',
				path: '/process_templates/automation/a%20b/definition_element/c%20d/members',
			},
		]);
	});

	test('are all listed, with deleted and pending ones marked', async () => {
		const members = [
			{ uuid: 'a', first_name: 'Ada', last_name: 'Byron', invitation_status: 'accepted' },
			{ uuid: 'b', first_name: 'Bea', invitation_status: 'pending', deleted: false },
			{ uuid: 'c', first_name: 'Cyd', deleted: true, invitation_status: null },
			{ uuid: 'd', deleted: 'true' },
			{ uuid: '', first_name: 'Nobody' },
			{ uuid: 7, first_name: 'Number' },
			{ first_name: 'None' },
			null,
		];
		expect(await fetchMembers(asking({ body: { members } }).ask, idOf('t'), 'e')).toEqual([
			{ uuid: 'a', name: 'Ada Byron', deleted: false, accepted: true },
			{ uuid: 'b', name: 'Bea', deleted: false, accepted: false },
			{ uuid: 'c', name: 'Cyd', deleted: true, accepted: false },
			{ uuid: 'd', name: 'd', deleted: false, accepted: true },
		]);
	});

	test.each([{}, { members: null }, { members: { a: 1 } }])('is not a list: %j', async (body) => {
		const problem = await problemIn(() => fetchMembers(asking({ body }).ask, idOf('t'), 'e'));
		expect(problem.message).toContain('missing: "members"');
	});

	test('are left out if the user may not list them', async () => {
		const members = [{ uuid: 'a' }];
		expect(await fetchMembersIfAllowed(asking({ body: { members } }).ask, idOf('t'), 'e')).toEqual([
			{ uuid: 'a', name: 'a', deleted: false, accepted: true },
		]);
		expect(
			await fetchMembersIfAllowed(asking({ status: 403 }).ask, idOf('t'), 'e'),
		).toBeUndefined();
	});

	test.each([401, 404, 500])('are not left out after HTTP %i', async (status) => {
		const problem = await problemIn(() =>
			fetchMembersIfAllowed(asking({ status }).ask, idOf('t'), 'e'),
		);
		expect(problem.status).toBe(status);
	});
});
