import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { simplifyCase } from '../model/case';
import type { CaseEvent } from './events';

/**
 * What an event gives to the workflow: the case as Case > Get gives it, without the permissions,
 * and what has become of it.
 *
 * @param detectedAt ISO 8601 in UTC, by n8n's clock
 */
export function toItem(
	{ event, entry, previousStatus }: CaseEvent,
	simplify: boolean,
	detectedAt: string,
): INodeExecutionData {
	const json = {
		...(simplify ? simplifyCase(entry) : entry),
		event,
		previous_status: previousStatus,
		detected_at: detectedAt,
	};
	return { json: json as IDataObject };
}
