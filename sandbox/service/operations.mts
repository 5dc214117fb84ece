/** The operations of openapi.yaml with their handlers, and how a request is answered. */
import type { Contract, ContractOperation, ContractRequest } from './contract.mts';
import type { Handler } from './handler.mts';
import type { State } from './state.mts';
import { ServiceError } from './handler.mts';
import { listCases } from './caseList.mts';
import * as cases from './cases.mts';
import * as signals from './signals.mts';
import * as templates from './templates.mts';

export const HANDLERS: Readonly<Record<string, Handler>> = {
	listCases,
	getCase: cases.getCase,
	listCaseDocuments: cases.listCaseDocuments,
	createCase: cases.createCase,
	pauseCase: cases.pauseCase,
	stopCase: cases.stopCase,
	resumeCase: cases.resumeCase,
	deleteCase: cases.deleteCase,
	listTemplates: templates.listTemplates,
	listLaunchableTemplates: templates.listLaunchableTemplates,
	listAutomatedTemplates: templates.listAutomatedTemplates,
	getTemplate: templates.getTemplate,
	updateTemplate: templates.updateTemplate,
	deleteTemplate: templates.deleteTemplate,
	getStartDefinition: templates.getStartDefinition,
	listElementMembers: templates.listElementMembers,
	listSignals: signals.listSignals,
	getSignal: signals.getSignal,
	triggerSignal: signals.triggerSignal,
};

/** The result of an operation. */
export interface Outcome {
	status: number;
	body: unknown;
	/** Whether the handler did its work. */
	done: boolean;
	answerViolation?: string;
}

/** Path parameters, decoded. The contract check ensures that this is possible. */
function pathParams(template: string, path: string): Record<string, string> {
	const names = template.split('/');
	const values = path.split('/');
	const params: Record<string, string> = {};
	names.forEach((name, index) => {
		if (name.startsWith('{')) params[name.slice(1, -1)] = decodeURIComponent(values[index] ?? '');
	});
	return params;
}

/**
 * Who calls (securitySchemes).
 * @throws ServiceError 401 unknown or missing token, 403 another organization (assumptions)
 */
function authenticate(state: State, headers: ContractRequest['headers']): State['users']['admin'] {
	const user = state.userByToken.get(String(headers.authorization ?? ''));
	if (!user) throw new ServiceError(401, 'The Authorization header names no user.');
	if (headers['x-organization'] !== user.organization) {
		throw new ServiceError(403, 'You do not belong to this organization.');
	}
	return user;
}

/**
 * Does an operation.
 * @param violation how the request breaks the contract, or null
 * @returns the response, already checked against the contract: one that breaks it becomes a 500
 * that says so
 */
export function perform(
	state: State,
	contract: Contract,
	handlers: Readonly<Record<string, Handler>>,
	operation: ContractOperation,
	request: ContractRequest,
	violation: string | null,
): Outcome {
	const { operationId } = operation;
	let outcome: Outcome;
	try {
		const user = authenticate(state, request.headers);
		if (violation) throw new ServiceError(400, `The request breaks the contract: ${violation}`);
		const params = pathParams(operation.path, request.path);
		const handler = handlers[operationId];
		if (!handler) throw new Error(`${operationId} has no handler`);
		const { query, body } = request;
		outcome = { status: 200, body: handler({ state, user, params, query, body }), done: true };
	} catch (error) {
		if (error instanceof ServiceError) {
			outcome = { status: error.status, body: { message: error.message }, done: false };
		} else {
			const message = `The sandbox failed: ${error instanceof Error ? error.message : error}`;
			return { status: 500, body: { message }, done: false, answerViolation: message };
		}
	}
	const problem = contract.checkAnswer(operationId, outcome.status, outcome.body);
	if (problem) {
		const message = `sandbox answer breaks the contract: ${problem}`;
		return { status: 500, body: { message }, done: outcome.done, answerViolation: problem };
	}
	return outcome;
}
