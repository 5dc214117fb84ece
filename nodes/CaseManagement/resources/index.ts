import { makeResource } from '../operation/resource';
import { bulkAction } from './case/bulkAction';
import { pause, resume, stop } from './case/changeStatus';
import { createCase } from './case/create';
import { deleteCase } from './case/delete';
import { getCase } from './case/get';
import { getManyCases } from './case/getAll';
import { getDocuments } from './case/getDocuments';
import { waitForCase } from './case/wait';
import { getSignal } from './signal/get';
import { getManySignals } from './signal/getAll';
import { triggerSignal } from './signal/trigger';
import { deleteTemplate } from './template/delete';
import { getTemplate } from './template/get';
import { getManyTemplates } from './template/getAll';
import { getStartDefinition } from './template/getStartDefinition';
import { getElementMembers } from './template/getTeamMembers';
import { updateTemplate } from './template/update';

/** What the node can work on, and what it can do with it. */
export const resources = [
	makeResource('case', 'Case', [
		bulkAction,
		createCase,
		deleteCase,
		getCase,
		getDocuments,
		getManyCases,
		pause,
		resume,
		stop,
		waitForCase,
	]),
	makeResource('signal', 'Signal', [getSignal, getManySignals, triggerSignal]),
	makeResource('template', 'Template', [
		deleteTemplate,
		getTemplate,
		getManyTemplates,
		getStartDefinition,
		getElementMembers,
		updateTemplate,
	]),
];
