/** docs/interface-gaps.md misses no gap of interface.md and names only tests that exist. */
import { existsSync, readFileSync } from 'node:fs';

/** Each place where interface.md says "not shown", by section; one line of it may hold several. */
const NOT_SHOWN = [
	'2.1 Format of completed_date when set',
	'2.5 Other assignee_type values',
	'2.6 The full list of definition types',
	'2.7 Other invitation_status values',
	'3 Status after Resume Case',
	'3 Initial status of a new case',
	'3 Moves into error and completed',
	'3 Pause, stop and resume in any other state',
	'4.1.1 Cursor format',
	'4.1.1 Default ordering',
	'4.2 Response of the basic index',
	'4.2 Response of the automated templates',
	'4.2 Where launchable is sent',
	'5 Authorization value format',
	'5 X-Organization value meaning',
	'5 How credentials are obtained',
	'6 Events sent by the service',
	'7 Errors of all other operations',
	'7 Any error code field',
	'8 Default and maximum page size',
	'8 Rate limits',
	'8 Request size limits',
	'9 Versioning scheme',
];

/** What interface.md needs to be used, and does not speak of. */
const UNSAID = [
	'2.2 Values beyond those seen',
	'2.7 Whether deleted members can be chosen',
	'2.8 Types and exit types of a signal',
	'3 A case that changes between list and action',
	'4.1 Values of submission_elements',
	'4.1.1 Lists in the query',
	'4.1.1 Time of the date filters',
	'4.1.1 Whether a filter is obeyed',
	"4.4 Items of a signal's data",
	'4 Success without a body',
];

const FIELDS = ['Decision', 'Way out', 'Sandbox', 'Held by'];

const chapters = readFileSync('docs/interface-gaps.md', 'utf8')
	.split(/^## /m)
	.slice(1)
	.map((chapter) =>
		chapter
			.split(/^### /m)
			.slice(1)
			.map((section) => {
				const [title, ...lines] = section.trim().split('\n');
				// One line per field, whatever the line breaks in the source.
				const text = lines.join('\n').replace(/\n\s+/g, ' ').trim();
				return { title, text };
			}),
	);

const titles = chapters.map((sections) => sections.map(({ title }) => title).sort());

test('every gap has a section, and no section is without a gap', () => {
	expect(titles).toEqual([[...NOT_SHOWN].sort(), [...UNSAID].sort()]);
});

describe.each(chapters.flat())('$title', ({ text }) => {
	const fields = new Map(
		text
			.split(/^- /m)
			.slice(1)
			.map((line): [string, string] => {
				const at = line.indexOf(': ');
				return [line.slice(0, at), line.slice(at + 2).trim()];
			}),
	);

	test('says what we decided, the way out, what the sandbox assumes, and what holds it', () => {
		expect([...fields.keys()]).toEqual(FIELDS);
		for (const value of fields.values()) expect(value).toMatch(/\w/);
	});

	test('names tests that exist', () => {
		const held = fields.get('Held by')!;
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
