/**
 * Forms filled in the browser as a person would, and what reaches the service: a start form with
 * every type of element, a change of template, the data of a signal.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { askService } from '../../../sandbox/runtime/service-facts.mts';
import { useEditor } from '../support/bench.mts';
import { caseManagement } from '../support/realN8n.mts';
import type { Json } from '../support/realN8n.mts';

const bench = useEditor('forms');

/** A selectable member of an element whose name is unique. */
interface Person {
	uuid: string;
	name: string;
}

interface Member {
	uuid: string;
	first_name: string;
	last_name: string;
	invitation_status: string;
	deleted: boolean;
}

/** The members that the service offers for an element, if their name is unique. */
async function people(element: string): Promise<Person[]> {
	const { n8n, fixtures } = bench;
	const template = fixtures.templates.everyElement;
	const path = `/process_templates/automation/${template}/definition_element/${element}/members`;
	const members: Member[] = (await askService(n8n.service, path)).body.members;
	const able = members
		.filter(({ deleted, invitation_status: status }) => !deleted && status === 'accepted')
		.map(({ uuid, first_name, last_name }) => ({ uuid, name: `${first_name} ${last_name}` }));
	return able.filter(({ name }) => able.filter((other) => other.name === name).length === 1);
}

/** Chooses a day in the calendar of a date field; returns it as the field then shows it. */
async function chooseDay(id: string, day: number): Promise<string> {
	const { editor } = bench;
	const input = editor.formField(id).locator('input').first();
	await input.click();
	const calendar = editor.page.locator('.el-picker-panel:visible');
	await calendar.locator('.el-date-picker__header .arrow-right').last().click();
	await calendar
		.locator('td.available')
		.filter({ hasText: new RegExp(`^\\s*${day}\\s*$`) })
		.click();
	await calendar.locator('.el-picker-panel__footer button').last().click();
	return await editor.until(`A day in ${id}`, async () => {
		const [shown] = (await input.inputValue()).split(' ');
		return /^\d{4}-\d\d-\d\d$/.test(shown ?? '') && shown;
	});
}

test('a form with every type of element: the entered values reach the service', async () => {
	const { editor, fixtures } = bench;
	const { everyElementRequiredMembers, everyElementOptionalMembers } = fixtures.elements;
	const [first, second, third] = await people(everyElementRequiredMembers);
	const [observer] = await people(everyElementOptionalMembers);
	assert.ok(first && second && third && observer);
	await bench.open('Every element', caseManagement({ resource: 'case', operation: 'create' }));
	await editor.openNode('Case Management');
	await editor.openList('templateId');
	await editor.searchList('every el');
	await editor.listEntry('Every Element').click();
	const field = (id: string) => editor.formField(id);
	await field('title').waitFor();

	await editor.type(editor.field('label'), 'Every kind of value');
	await editor.type(field('title'), 'Größe & "Maß" <b>');
	await editor.type(field('details.description'), 'A long \\n text, 100 % sure');
	await editor.type(field('amount[net]'), '1234.5');
	await editor.pick(field('urgent'), 'No');
	await editor.pick(field('terms.accepted[0]'), 'Yes');
	const due = await chooseDay('due.date', 17);
	await editor.pick(field('reviewers'), first.name);
	await editor.pick(field('observers'), observer.name);
	await editor.type(field('priority'), 'high');
	await editor.type(field('category'), '007');
	await editor.type(field('link'), 'https://example.com/?a=1&b=2');
	await editor.type(field('contact'), 'ada@example.com');
	// The type of this element is unknown: JSON is sent as entered.
	await editor.type(field('projection'), '{"depth": [1, 2]}');
	await editor.type(field('note'), 'one');
	await editor.type(field('note (2)'), 'two');
	await editor.type(field('~__proto__'), 'three');

	// Several members for one element have a separate place.
	await editor.byTestId('fixed-collection-add').click();
	await editor.pick(editor.field('definitionElementId'), 'Reviewers');
	await editor.pick(editor.field('memberIds'), second.name, third.name);

	await editor.execute(/process_instance_uuid/);
	const sent = await bench.sent<Json>('createCase');
	assert.equal(sent.label, 'Every kind of value');
	assert.equal(sent.process_template_uuid, fixtures.templates.everyElement);
	assert.deepEqual(
		new Map(Object.entries(sent.submission_elements as Json)),
		new Map<string, unknown>([
			['title', 'Größe & "Maß" <b>'],
			['details.description', 'A long \\n text, 100 % sure'],
			['amount[net]', 1234.5],
			['urgent', false],
			['terms.accepted[0]', true],
			['due.date', due],
			['reviewers', [first.uuid, second.uuid, third.uuid]],
			['observers', [observer.uuid]],
			['priority', 'high'],
			['category', '007'],
			['link', 'https://example.com/?a=1&b=2'],
			['contact', 'ada@example.com'],
			['projection', { depth: [1, 2] }],
			['note', 'one'],
			['note (2)', 'two'],
			['__proto__', 'three'],
		]),
	);
	await editor.closeNode();
});

test('another template: its fields replace the old ones, none of which is sent', async () => {
	const { editor } = bench;
	await bench.open('Another', caseManagement({ resource: 'case', operation: 'create' }));
	await editor.openNode('Case Management');
	const choose = async (search: string, name: string): Promise<void> => {
		await editor.openList('templateId');
		await editor.searchList(search);
		await editor.listEntry(name).click();
	};
	await choose('purchase app', 'Purchase Approval');
	await editor.type(editor.field('label'), 'Moved');
	await editor.type(editor.formField('comment'), 'Of the old form');

	await choose('größe', 'Überprüfung der Größe – Änderungsanträge');
	await editor.formField('straße').waitFor();
	await editor.formField('comment').waitFor({ state: 'hidden' });
	for (const id of ['needed_by', 'approvers', 'comment']) {
		assert.equal(await editor.formField(id).count(), 0, `${id} is still there`);
	}
	await editor.type(editor.formField('straße'), 'Hauptstraße 1');
	await editor.execute(/process_instance_uuid/);
	const { submission_elements: sent } = await bench.sent<Json>('createCase');
	assert.deepEqual(sent, { straße: 'Hauptstraße 1' });

	await choose('simple req', 'Simple Request');
	await editor.formField('straße').waitFor({ state: 'hidden' });
	await editor.closeNode();
});

test('a signal: template, signal and case are picked, and its data is entered in fields', async () => {
	const { editor, n8n, fixtures } = bench;
	const waiting = (await n8n.service.rawCase(fixtures.waitingCase))!;
	await bench.open('Signal', caseManagement({ resource: 'signal', operation: 'trigger' }));
	await editor.openNode('Case Management');
	await editor.openList('templateId');
	await editor.searchList('purchase app');
	await editor.listEntry('Purchase Approval').click();
	await editor.openList('signalId');
	await editor.listEntry(fixtures.signals.purchaseApproval).click();
	await editor.openList('caseId');
	await editor.searchList(waiting.name);
	await editor
		.listEntries()
		.filter({ hasText: `#${waiting.sequentialId}` })
		.click();

	await editor.pick(editor.formField('approved'), 'Yes');
	await editor.type(editor.formField('approved_on'), '2030-01-31 00:00:00');
	await editor.type(editor.formField('remark'), 'Gern');
	await editor.execute(/signal_id/);
	assert.deepEqual((await n8n.service.rawCase(fixtures.waitingCase))?.signalData, [
		{ name: 'approved', value: true },
		{ name: 'approved_on', value: '2030-01-31' },
		{ name: 'remark', value: 'Gern' },
	]);
	await editor.closeNode();
});
