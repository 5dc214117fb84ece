/** The limits the node must meet in a run, and the ratios that later runs are compared with. */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import type { Result } from './compare.mts';
import { fillPage, markdownTable } from './markdown.mts';
import { figuresOf } from './report.mts';

const GB = 1024 ** 3;

/** How much worse a ratio may be than the committed one. */
const TOLERANCE = 1.25;

/** Ratios of the node to HTTP Request, by work. */
export type Ratios = Record<string, Record<string, number>>;

interface Bar {
	what: string;
	/** The upper limit. */
	bar: number;
	/** undefined if its works were not run. */
	measured: number | undefined;
	unit: string;
}

const divide = (left: number | undefined, right: number | undefined): number | undefined =>
	left === undefined || right === undefined ? undefined : left / right;

function bars(results: Result[]): Bar[] {
	const of = (work: string) => results.find((result) => result.work === work);
	const node = (work: string) => figuresOf(of(work), 'node');
	const cpu = (work: string) => divide(node(work)?.cpu, figuresOf(of(work), 'HTTP Request')?.cpu);
	const ratio = (what: string, bar: number, measured: number | undefined): Bar => ({
		what,
		bar,
		measured,
		unit: '',
	});
	const blocks = results.flatMap((result) => figuresOf(result, 'node') ?? []);
	const longest = (key: 'block' | 'busy') =>
		blocks.length === 0 ? undefined : Math.max(...blocks.map((figures) => figures[key]));
	const large = 'list-200000';
	return [
		ratio('CPU of Get, 1,000 items', 0.6, cpu('get-1000')),
		ratio('CPU of Create, 500 items', 0.8, cpu('create-500')),
		ratio('CPU of Return All, 20,000 cases', 0.5, cpu('list-20000')),
		ratio('CPU of Return All, 200,000 cases', 0.5, cpu(large)),
		ratio('CPU of Bulk Action, 5,000 cases', 0.55, cpu('bulk-5000')),
		{ what: 'Longest block of these works', bar: 100, measured: longest('block'), unit: ' ms' },
		{ what: 'The same in CPU time', bar: 100, measured: longest('busy'), unit: ' ms' },
		{
			what: 'Heap and buffers, 200,000 cases',
			bar: 1,
			measured: divide(node(large)?.memory, GB),
			unit: ' GB',
		},
		{
			what: 'The whole process, 200,000 cases',
			bar: 1,
			measured: divide(node(large)?.rss, GB),
			unit: ' GB',
		},
		ratio(
			'Time per case, 200,000 to 20,000',
			1.3,
			divide(node(large)?.wall, 10 * (node('list-20000')?.wall ?? NaN)),
		),
	].filter(({ measured }) => measured !== undefined && !Number.isNaN(measured));
}

/** Each bar, and whether it is met. */
export function barsTable(results: Result[]): string {
	const rows = bars(results).map(({ what, bar, measured, unit }) => [
		what,
		`${bar}${unit}`,
		`${measured!.toFixed(unit === ' ms' ? 0 : 2)}${unit}`,
		measured! <= bar ? 'yes' : 'no',
	]);
	return markdownTable(['Of HTTP Request, or in all', 'At most', 'Measured', 'Met'], rows);
}

/** The ratios of a run, rounded. */
function ratiosOf(results: Result[]): Ratios {
	const ratios: Ratios = {};
	for (const result of results) {
		const [node, http] = [figuresOf(result, 'node'), figuresOf(result, 'HTTP Request')];
		if (node === undefined || http === undefined) continue;
		const of = (key: 'cpu' | 'wall' | 'memory') => Number((node[key] / http[key]).toFixed(3));
		ratios[result.work] = { cpu: of('cpu'), wall: of('wall'), memory: of('memory') };
	}
	return ratios;
}

const RATIOS = path.join(import.meta.dirname, 'ratios.json');

/** The ratios of the run described on the page. */
export const committedRatios = (): Ratios => JSON.parse(readFileSync(RATIOS, 'utf8')) as Ratios;

/** Writes the ratios, and the tables into the page. */
export function saveResults(results: Result[], tables: Record<string, string>): void {
	writeFileSync(RATIOS, `${JSON.stringify(ratiosOf(results), null, '\t')}\n`);
	fillPage(tables);
}

/** @returns sentences about what got worse */
export function worse(before: Ratios, results: Result[]): string[] {
	return Object.entries(ratiosOf(results)).flatMap(([work, ratios]) =>
		Object.entries(ratios).flatMap(([key, ratio]) => {
			const was = before[work]?.[key];
			if (was === undefined || ratio <= was * TOLERANCE) return [];
			return `${work}, ${key}: ${ratio} of HTTP Request, it was ${was}.`;
		}),
	);
}
