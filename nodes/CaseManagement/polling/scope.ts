import { needsOf } from './events';
import type { EventName } from './events';

/** What the knowledge of a trigger is about. */
export interface Scope {
	event: EventName;
	templateIds: readonly string[];
	/** Where the cases are. */
	baseUrl: string;
	organization: string;
}

/**
 * A short text that is another one if what the trigger knows is about other cases. It then begins
 * anew: cases of another organization are not deleted because they are not there any more.
 */
export function scopeOf({ event, templateIds, baseUrl, organization }: Scope): string {
	const needs = Object.entries(needsOf(event)).filter(([, needed]) => needed);
	const about = JSON.stringify([[...templateIds].sort(), baseUrl, organization]);
	return `${needs.map(([name]) => name).join('+')} ${digest(about)}`;
}

/** FNV-1a, 32 bits: the organization is not to be stored, only to be recognized. */
function digest(text: string): string {
	let hash = 0x811c9dc5;
	for (const byte of new TextEncoder().encode(text)) {
		hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
	}
	return hash.toString(36);
}
