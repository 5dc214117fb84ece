/**
 * Markdown tables, aligned as the formatter of this repository requires, and the pages they belong
 * to.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const PAGE = path.join(import.meta.dirname, '..', 'docs', 'performance.md');

/** @param numeric the first column with numbers */
export function markdownTable(head: string[], rows: string[][], numeric = 1): string {
	const widths = head.map((title, at) =>
		Math.max(3, title.length, ...rows.map((row) => row[at]!.length)),
	);
	const line = (cells: string[]) =>
		`| ${cells.map((cell, at) => (at < numeric ? cell.padEnd(widths[at]!) : cell.padStart(widths[at]!))).join(' | ')} |`;
	const rule = widths.map((width, at) =>
		at < numeric ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`,
	);
	return [line(head), `| ${rule.join(' | ')} |`, ...rows.map(line)].join('\n');
}

/**
 * Puts text into a page, between the comments with its name.
 *
 * @throws Error if the page has no such place
 */
function fillPlace(page: string, name: string, text: string): string {
	const [begin, end] = [`<!-- ${name} -->`, `<!-- end of ${name} -->`];
	const [from, to] = [page.indexOf(begin), page.indexOf(end)];
	if (from === -1 || to < from) throw new Error(`The page has no place for ${name}.`);
	return `${page.slice(0, from + begin.length)}\n\n${text}\n\n${page.slice(to)}`;
}

/** Puts tables into docs/performance.md, by the names of their places. */
export function fillPage(tables: Record<string, string>): void {
	let page = readFileSync(PAGE, 'utf8');
	for (const [name, table] of Object.entries(tables)) page = fillPlace(page, name, table);
	writeFileSync(PAGE, page);
}
