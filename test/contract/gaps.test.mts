/**
 * docs/interface-gaps.md covers every gap of the interface, and names only existing operations and
 * schemas of openapi.yaml, and existing tests.
 */
import { existsSync, readFileSync } from 'node:fs';

import { contract, endpoints } from './contract.mts';

/** Everything that the description of the interface calls "not shown", by subject. */
const NOT_SHOWN = [
	'`Case`: format of completed_date when set',
	'`TaskSubmission`: other values of assignee_type',
	'`DefinitionElement`: the full list of types',
	'`TeamMember`: other values of invitation_status',
	'`resumeCase`: the status afterwards',
	'`createCase`: the status of a new case',
	'`CaseStatus`: moves into error and completed',
	'`pauseCase`, `stopCase`, `resumeCase`: in any other state',
	'`listCases`: format of the cursor',
	'`listCases`: default ordering',
	'`listTemplates`: the response',
	'`listAutomatedTemplates`: the response',
	'`listTemplates`: where launchable is sent',
	'`authorization`: format of the value',
	'`organization`: meaning of the value',
	'`authorization`: how credentials are obtained',
	'Whole service: events that it sends',
	'Whole service: errors that are not shown',
	'`Error`: a field with a code',
	'`CasePage`: default and maximum page size',
	'Whole service: rate limits',
	'Whole service: request size limits',
	'Whole service: versioning scheme',
];

/** What the interface requires but its description does not mention. */
const UNSAID = [
	'`CaseView`, `TemplateSummary`, `TaskSubmission`: values beyond those seen',
	'`CaseStatus`: statuses by expression',
	'`listElementMembers`: whether deleted members can be chosen',
	'`SignalView`: types and exit types',
	'`listCases`: a case that changes between list and action',
	'`NewCase`: values of submission_elements',
	'`listCases`: lists in the query',
	'`listCases`: time of the date filters',
	'`listCases`: whether a filter is obeyed',
	'`listCases`: how a date filter is read',
	'`listCases`: lists that lag behind each other',
	'`listCases`: a case by its name or number',
	'`createCase`: whether a name can be taken',
	'`listCases`: cases by a part of their name',
	'`SignalEvent`: items of the data',
	'`Message`: success without a body',
	'`NewCase`, `SignalEvent`: values that JSON cannot hold',
	'`Case`: fields that are missing',
	'`getSignal`: characters in a Signal ID',
];

const FIELDS = ['Decision', 'Workaround', 'Sandbox', 'Tests'];

const chapters = readFileSync('docs/interface-gaps.md', 'utf8')
	.split(/^## /m)
	.slice(1)
	.map((chapter) =>
		chapter
			.split(/^### /m)
			.slice(1)
			.map((section) => {
				const [title, ...lines] = section.trim().split('\n');
				// One line per field, regardless of line breaks in the source.
				const text = lines.join('\n').replace(/\n\s+/g, ' ').trim();
				return { title, text };
			}),
	);

const titles = chapters.map((sections) => sections.map(({ title }) => title).sort());

test('every gap has a section, and every section a gap', () => {
	expect(titles).toEqual([[...NOT_SHOWN].sort(), [...UNSAID].sort()]);
});

const { components } = contract;

/** The possible subjects of a gap. */
const SUBJECTS = [
	...endpoints.map(({ id }) => id),
	...Object.keys(components.schemas),
	...Object.keys(components.securitySchemes),
];

/** Whether the contract has a part of this name, or at this path (`securitySchemes.organization`). */
const isInContract = (name: string): boolean =>
	[...SUBJECTS, ...Object.keys(components.responses)].includes(name) ||
	[contract, components].some(
		(start) =>
			name.split('.').reduce((at: unknown, step) => Object(at)[step] as unknown, start) !==
			undefined,
	);

describe.each(chapters.flat())('$title', ({ title, text }) => {
	const fields = new Map(
		text
			.split(/^- /m)
			.slice(1)
			.map((line): [string, string] => {
				const at = line.indexOf(': ');
				return [line.slice(0, at), line.slice(at + 2).trim()];
			}),
	);

	test('has a decision, a workaround, an assumption of the sandbox, and tests', () => {
		expect([...fields.keys()]).toEqual(FIELDS);
		for (const value of fields.values()) expect(value).toMatch(/\w/);
	});

	test('has a title that names its part of the contract', () => {
		const [, about] = /^(Whole service|`.*`): [^`]+$/.exec(title)!;
		const names = [...about.matchAll(/`(\w+)`/g)].map(([, name]) => name);
		expect(about).toBe(names.map((name) => `\`${name}\``).join(', ') || 'Whole service');
		for (const name of names) expect(SUBJECTS).toContain(name);
	});

	test('names only existing parts of the contract for what the sandbox assumes', () => {
		const [, places = ''] = /\(([^()]*)\)[^()]*$/.exec(fields.get('Sandbox')!) ?? [];
		const names = [...places.matchAll(/`([\w.-]+)`/g)].map(([, name]) => name);
		expect(names.filter((name) => !isInContract(name))).toEqual([]);
	});

	test('names tests that exist', () => {
		const held = fields.get('Tests')!;
		const named = [...held.matchAll(/`(test\/[^`]+)` "([^"]+)"/g)];
		expect(named.map(([all]) => all).join('; ')).toBe(held);
		for (const [, file, name] of named) {
			expect([file, existsSync(file)]).toEqual([file, true]);
			const source = readFileSync(file, 'utf8');
			const quoted = ["'", '"', '`'].some((quote) => source.includes(quote + name + quote));
			expect([file, name, quoted]).toEqual([file, name, true]);
		}
	});
});
