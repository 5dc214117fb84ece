import { requirementsOf } from './events';
import type { EventName } from './events';

/** What the knowledge of a trigger is about. */
export interface FingerprintParts {
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
export function fingerprint({
	event,
	templateIds,
	baseUrl,
	organization,
}: FingerprintParts): string {
	const { newCases, openCases, details } = requirementsOf(event);
	// Stored states hold these names, of version 0.1.0 too.
	const parts = [newCases && 'arrivals', openCases && 'open', details && 'details'];
	const about = JSON.stringify([[...templateIds].sort(), baseUrl, organization]);
	return `${parts.filter(Boolean).join('+')} ${digest(about)}`;
}

/** FNV-1a, 32 bits: the organization is not to be stored, only to be recognized. */
function digest(text: string): string {
	let hash = 0x811c9dc5;
	for (const byte of new TextEncoder().encode(text)) {
		hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
	}
	return hash.toString(36);
}
