/** The measurements as tables for docs/performance.md. */
import type { Figures, Result } from './compare.mts';
import { markdownTable } from './markdown.mts';
import { NODES, type Variant, VARIANTS } from './work.mts';

const MB = 1024 * 1024;

const ms = (value: number): string => `${value.toFixed(value < 10 ? 2 : 0)} ms`;

const count = (value: number): string => value.toLocaleString('en-US');

/** The figures of a variant, if available. */
export function figuresOf(result: Result | undefined, variant: Variant): Figures | undefined {
	const found = result?.variants[variant];
	return typeof found === 'object' ? found : undefined;
}

function row(result: Result, variant: Variant): string[] {
	const found = result.variants[variant];
	if (typeof found !== 'object') return [variant, found ?? '', ...Array<string>(8).fill('')];
	const base = figuresOf(result, 'HTTP Request')?.cpu ?? NaN;
	return [
		variant,
		ms(found.cpu),
		Number.isNaN(base) ? '' : (found.cpu / base).toFixed(2),
		`${found.block.toFixed(0)} ms`,
		`${found.busy.toFixed(0)} ms`,
		`${(found.wall / 1000).toFixed(2)} s`,
		`${(found.memory / MB).toFixed(0)} MB`,
		`${(found.rss / MB).toFixed(0)} MB`,
		count(Math.round(found.requests)),
		String(Math.round(found.mostInFlight)),
	];
}

const HEAD = ['By', 'CPU for each', 'Ratio', 'Block', 'of CPU', 'Wall', 'Memory', 'Process'];

/**
 * A table per work would be long, so one covers all, with the name of the work in its first row.
 */
export function figuresTable(results: Result[]): string {
	const rows = results.flatMap((result) =>
		VARIANTS.filter((variant) => result.variants[variant] !== undefined).map((variant, at) => {
			const rounds = `${result.rounds} round${result.rounds === 1 ? '' : 's'}`;
			const what = [`${result.title}: ${count(result.count)}`, rounds][at] ?? '';
			return [what, ...row(result, variant)];
		}),
	);
	return markdownTable(['Work', ...HEAD, 'Requests', 'In flight'], rows, 2);
}

const known = (value: number | undefined): string => (value === undefined ? '-' : ms(value));

/** How the cost of Get grows with the number of items. */
export function growthTable(results: Result[]): string {
	const gets = results.filter(({ work }) => /^get-\d+$/.test(work));
	const rows = gets.map((result) => [
		count(result.count),
		...NODES.map((variant) => known(figuresOf(result, variant)?.cpu)),
		...NODES.map((variant) => known(figuresOf(result, variant)?.busy)),
	]);
	const head = [
		'CPU: node',
		'HTTP Request',
		'naive',
		'Block of CPU: node',
		'HTTP Request',
		'naive',
	];
	return markdownTable(['Items', ...head], rows);
}
