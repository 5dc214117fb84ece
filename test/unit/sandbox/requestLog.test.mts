import { createRequestLog } from '../../../sandbox/service/requestLog.mts';
import type { Tracked } from '../../../sandbox/service/requestLog.mts';
import { SHOWN_DEPTH, shallow } from '../../../sandbox/service/shallow.mts';

const bounds = { entries: 4, bytes: 10_000, bodyBytes: 3000 };

let log: ReturnType<typeof createRequestLog>;

beforeEach(() => {
	log = createRequestLog(bounds);
});

function start(url = '/signals', headers = {}): Tracked {
	const [path = ''] = url.split('?');
	return log.start({ method: 'POST', url, path, query: {}, headers, operationId: null, status: 0 });
}
const kept = (): number[] => log.entries().map(({ seq }) => seq);
const bodies = (): unknown[] => log.entries().map(({ body }) => body);

it('keeps the latest entries', () => {
	for (let turn = 0; turn < 10; turn++) start();
	expect(kept()).toEqual([7, 8, 9, 10]);
});

it('shows a body as JSON, as text, or as none', () => {
	for (const text of ['{"a":[1]}', '{"a":', '']) start().body(text);
	expect(bodies()).toEqual([{ a: [1] }, '{"a":', null]);
});

it('drops the oldest entries when the bodies take too much space', () => {
	for (let turn = 0; turn < 4; turn++) start().body(`"${'x'.repeat(2900)}"`);
	expect(kept()).toEqual([2, 3, 4]);
	// Counted in bytes, not in characters.
	start().body('ü'.repeat(1500));
	start().body('ü'.repeat(1500));
	expect(kept()).toEqual([4, 5, 6]);
});

it('drops the oldest entries when the URLs or headers take too much space', () => {
	for (let turn = 0; turn < 4; turn++) start(`/signals?${'x'.repeat(1000)}`);
	expect(kept()).toEqual([2, 3, 4]);
	log.clearEntries();
	for (let turn = 0; turn < 4; turn++) start('/', { cookie: 'x'.repeat(3000) });
	expect(kept()).toEqual([6, 7, 8]);
});

it('keeps only the length of a long body', () => {
	start();
	start().body('x'.repeat(1_000_000));
	expect(bodies()).toEqual([null, '(a body of 1000000 bytes, too long to be kept)']);
});

it('ignores a body that arrives after its entry was dropped', () => {
	const early = start();
	log.clearEntries();
	early.body('x'.repeat(2900));
	const dropped = start();
	for (let turn = 0; turn < 4; turn++) start();
	dropped.body('x'.repeat(2900));
	for (let turn = 0; turn < 3; turn++) start().body('x'.repeat(2900));
	expect(kept()).toEqual([6, 7, 8, 9]);
	// Cleared entries do not count either.
	log.clearEntries();
	for (let turn = 0; turn < 3; turn++) start().body('x'.repeat(2900));
	expect(kept()).toEqual([10, 11, 12]);
});

it('can be serialized, however deeply the request is nested', () => {
	start().body('['.repeat(1500) + ']'.repeat(1500));
	const fits = `${'{"a":['.repeat(SHOWN_DEPTH / 4)}1${']}'.repeat(SHOWN_DEPTH / 4)}`;
	start().body(fits);
	const [cut, whole] = JSON.parse(JSON.stringify(bodies())) as [unknown, unknown];
	expect(JSON.stringify(cut)).toBe(
		`${'['.repeat(SHOWN_DEPTH)}"(nested too deep to be shown)"${']'.repeat(SHOWN_DEPTH)}`,
	);
	expect(JSON.stringify(whole)).toBe(fits);
});

it('leaves values that can be shown unchanged', () => {
	const text = '{"b":[1,null,{"__proto__":{"x":true}}],"a":"","2":0}';
	expect(JSON.stringify(shallow(JSON.parse(text)))).toBe(JSON.stringify(JSON.parse(text)));
});
