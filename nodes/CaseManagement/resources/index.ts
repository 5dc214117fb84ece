import { resource } from '../operation/resource';
import { caseOperations } from './case';
import { signalOperations } from './signal';
import { templateOperations } from './template';

/** What the node can work on. */
export const resources = [
	resource('case', 'Case', caseOperations),
	resource('signal', 'Signal', signalOperations),
	resource('template', 'Template', templateOperations),
];
