import type { KnownCase, OpenCasesState } from './state';

/** UUIDs that their 16 bytes tell completely. */
const CANONICAL = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/;

/** Hexadecimal digits of a packed case: its UUID, and a byte with the rest. */
const UUID_DIGITS = 32;
const DIGITS = UUID_DIGITS + 2;
const MAX_BYTE = 255;

/** Cases in one segment: what is packed or unpacked without a pause. */
const SEGMENT = 1000;

/** Open cases as n8n stores them. A segment is base64, or JSON of cases that cannot be packed. Long
 * texts, since n8n tracks each entry of an object. Every case is its UUID and a number: twice that of
 * its status, and one more if it is listed. */
export interface PackedCases {
	/** Number of cases, to notice damage. */
	count: number;
	statuses: string[];
	segments: string[];
}

type Cases = Pick<OpenCasesState, 'cases' | 'listed'>;

/** @param pause is called between two segments */
export async function packCases(
	{ cases, listed }: Cases,
	pause: () => Promise<void>,
): Promise<PackedCases> {
	const statuses = new Map<string, number>();
	const segments: string[] = [];
	let packed = '';
	let rows: unknown[] = [];
	const flush = (): void => {
		if (packed !== '') segments.push(Buffer.from(packed, 'hex').toString('base64'));
		if (rows.length > 0) segments.push(JSON.stringify(rows));
		packed = '';
		rows = [];
	};
	let count = 0;
	for (const [uuid, { status, details }] of cases) {
		if (!statuses.has(status)) statuses.set(status, statuses.size);
		const number = 2 * (statuses.get(status) ?? 0) + Number(listed.has(uuid));
		if (details === undefined && number <= MAX_BYTE && CANONICAL.test(uuid)) {
			packed += uuid.replaceAll('-', '') + number.toString(16).padStart(2, '0');
		} else {
			rows.push([uuid, number, ...(details ?? [])]);
		}
		if (++count % SEGMENT !== 0) continue;
		flush();
		await pause();
	}
	flush();
	return { count, statuses: [...statuses.keys()], segments };
}

/** @throws Error for what `packCases` has not written */
export async function unpackCases(
	{ count, statuses, segments }: PackedCases,
	pause: () => Promise<void>,
): Promise<Cases> {
	const cases = new Map<string, KnownCase>();
	const listed = new Set<string>();
	const add = (uuid: string, number: number, parts: unknown[]): void => {
		cases.set(uuid, toKnownCase([statuses[Math.floor(number / 2)], ...parts]));
		if (number % 2 === 1) listed.add(uuid);
	};
	for (const segment of segments) {
		await pause();
		const rows = segment.startsWith('[') ? (JSON.parse(segment) as Array<[string, number]>) : [];
		for (const [uuid, number, ...parts] of rows) add(uuid, number, parts);
		const digits = rows.length > 0 ? '' : Buffer.from(segment, 'base64').toString('hex');
		for (let at = 0; at < digits.length; at += DIGITS) {
			const uuid = digits.slice(at, at + UUID_DIGITS);
			const number = Number.parseInt(digits.slice(at + UUID_DIGITS, at + DIGITS), 16);
			add(uuid.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'), number, []);
		}
	}
	if (cases.size !== count) throw new Error('Not all cases are there');
	return { cases, listed };
}

/** @param details none, or what `details` of a known case consists of */
export function toKnownCase([status, ...details]: unknown[]): KnownCase {
	if (typeof status !== 'string') throw new Error('Not a case');
	return { status, ...(details.length > 0 && { details }) };
}
