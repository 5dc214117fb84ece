/** A text that was decoded, and for each of its characters where it stood in the original. */
interface Layer {
	text: string;
	from: (index: number) => number;
	/** Exclusive. */
	to: (index: number) => number;
}

const asItIs = (text: string): Layer => ({
	text,
	from: (index) => index,
	to: (index) => index + 1,
});

/** JSON and JavaScript, a link (bytes beyond ASCII in one go), HTML. */
const ESCAPE =
	/\\u([\da-f]{4})|\\x([\da-f]{2})|\\([^])|(%[0-7][\da-f]|(?:%[89a-f][\da-f])+)|&#(\d{1,7});|&#x([\da-f]{1,6});|&(amp|quot|apos|lt|gt|nbsp);/gi;

const NAMED: Record<string, string> = {
	amp: '&',
	quot: '"',
	apos: "'",
	lt: '<',
	gt: '>',
	nbsp: ' ',
};

/** How often a text may be escaped over and over: JSON in a link in a page in JSON. */
const DEEPEST = 4;

function ofLink(bytes: string): string {
	try {
		return decodeURIComponent(bytes);
	} catch {
		// Not UTF-8, so it is taken for Latin-1.
		return bytes.replace(/%(..)/g, (_match, hex: string) => ofCode(hex, 16));
	}
}

const ofCode = (digits: string, radix: number): string => {
	const code = Number.parseInt(digits, radix);
	return code <= 0x10ffff ? String.fromCodePoint(code) : '';
};

function plain(match: RegExpExecArray): string {
	const [, unicode, byte, behindBackslash, link, decimal, hexadecimal, name] = match;
	if (behindBackslash !== undefined) return behindBackslash;
	if (link !== undefined) return ofLink(link);
	if (decimal !== undefined) return ofCode(decimal, 10);
	if (name !== undefined) return NAMED[name.toLowerCase()] ?? '';
	return ofCode(unicode ?? byte ?? hexadecimal ?? '0', 16);
}

/** The layer with one round of escapes undone; undefined if it has none. */
function unescaped({ text, from, to }: Layer): Layer | undefined {
	// Most texts have none, and a list has many texts.
	if (!/[\\%&]/.test(text)) return undefined;
	const begins: number[] = [];
	const ends: number[] = [];
	let result = '';
	let done = 0;
	const add = (part: string, begin: (index: number) => number, end: (index: number) => number) => {
		for (let index = 0; index < part.length; index += 1) {
			begins.push(begin(index));
			ends.push(end(index));
		}
		result += part;
	};
	const upTo = (end: number) => {
		const begin = done;
		add(
			text.slice(begin, end),
			(index) => from(begin + index),
			(index) => to(begin + index),
		);
	};
	for (const match of text.matchAll(ESCAPE)) {
		upTo(match.index);
		done = match.index + match[0].length;
		const [begin, end] = [from(match.index), to(done - 1)];
		add(
			plain(match),
			() => begin,
			() => end,
		);
	}
	if (done === 0) return undefined;
	upTo(text.length);
	return { text: result, from: (index) => begins[index]!, to: (index) => ends[index]! };
}

/** Where a needle stands in a layer, as ranges of the original. */
function* rangesIn(layer: Layer, needle: string): Generator<[from: number, to: number]> {
	if (needle === '') return;
	let at = layer.text.indexOf(needle);
	while (at >= 0) {
		const next = at + needle.length;
		yield [layer.from(at), layer.to(next - 1)];
		at = layer.text.indexOf(needle, next);
	}
}

/**
 * Replaces needles in a text, whether they stand there as they are or escaped as JSON, links and
 * HTML do it, also more than once. Takes time in proportion to the text, whatever is in it.
 *
 * @param needles in any order; where they overlap, all that they cover is replaced once
 * @returns the text itself if it has none of them
 */
export function replaceEscaped(text: string, needles: string[], by: string): string {
	const ranges: Array<[from: number, to: number]> = [];
	let wanted = needles;
	let layer: Layer | undefined = asItIs(text);
	for (let depth = 0; depth <= DEEPEST; depth += 1) {
		for (const needle of wanted) {
			for (const range of rangesIn(layer, needle)) ranges.push(range);
		}
		layer = unescaped(layer);
		if (layer === undefined) break;
		// What looks like an escape within a needle is undone along with those around it.
		wanted = [...new Set(wanted.flatMap((one) => [one, unescaped(asItIs(one))?.text ?? one]))];
	}
	if (ranges.length === 0) return text;
	let result = '';
	let done = 0;
	for (const [from, to] of ranges.sort(([a], [b]) => a - b)) {
		// What begins within the one before goes with it.
		if (from >= done) result += text.slice(done, from) + by;
		done = Math.max(done, to);
	}
	return result + text.slice(done);
}
