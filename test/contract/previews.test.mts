/** The output previews in the editor match the real output. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { Ajv } from 'ajv';
import type { IDataObject } from 'n8n-workflow';

import { useService } from '../support/service.mts';
import { PublishedTrigger } from '../support/trigger.mts';
import { CALLS } from './calls.mts';

const bench = useService();

interface Icon {
	light: string;
	dark: string;
}

/** A node, or a credential. */
interface Described {
	description?: { icon: Icon };
	icon?: Icon;
}

interface Preview {
	type: string;
	properties: Record<string, object>;
}

const folder = 'dist/nodes/CaseManagement/__schema__/v1.0.0';

test('every operation has a preview that matches its simplified output', async () => {
	const seen = new Map<string, IDataObject[]>();
	for (const [topic, { calls }] of Object.entries(CALLS)) {
		const [resource, operation] = topic.split('.');
		for (const call of calls(bench.fixtures)) {
			const { json, error } = await bench.run({ ...call, resource, operation, simplify: true });
			expect([topic, error?.message]).toEqual([topic, undefined]);
			seen.set(topic, [...(seen.get(topic) ?? []), ...json]);
		}
	}
	for (const [topic, items] of seen) keepTo(`${folder}/${topic.replace('.', '/')}.json`, items);
});

test('each icon that the node declares is in the build, for light and dark', async () => {
	const { n8n } = JSON.parse(readFileSync('package.json', 'utf8'));
	const icons: string[] = [];
	for (const file of [...n8n.nodes, ...n8n.credentials] as string[]) {
		const [Type] = Object.values<new () => Described>(await import(path.resolve(file)));
		const { description, icon = description!.icon } = new Type!();
		for (const shown of [icon.light, icon.dark])
			icons.push(path.join(path.dirname(file), shown.replace(/^file:/, '')));
	}
	expect(icons).toHaveLength(6);
	expect(icons.filter((icon) => !existsSync(icon))).toEqual([]);
});

test('the trigger has a preview that matches its output', async () => {
	const trigger = new PublishedTrigger(bench.credential(), { event: 'caseStatusChanged' });
	keepTo(
		`${folder}.json`,
		(await trigger.sample()).map(({ json }) => json),
	);
});

function keepTo(file: string, items: IDataObject[]): void {
	expect([file, existsSync(file)]).toEqual([file, true]);
	const preview = JSON.parse(readFileSync(file, 'utf8')) as Preview;
	const validate = new Ajv({ strict: false }).compile(preview);
	expect(items.length).toBeGreaterThan(0);
	for (const item of items) {
		expect([file, Object.keys(item)]).toEqual([file, Object.keys(preview.properties)]);
		validate(item);
		expect([file, validate.errors]).toEqual([file, null]);
	}
}
