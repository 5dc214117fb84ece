/**
 * Applies openapi.yaml: finds the operation of a request, checks requests and our own responses.
 */
import type { ValidationResult } from 'openapi-backend';
import type { QueryParameter } from './query.mts';
import { OpenAPIBackend, OpenAPIValidator } from 'openapi-backend';

/** A request, as the contract needs it. */
export interface ContractRequest {
	method: string;
	/** Raw path, without the query. */
	path: string;
	headers: Record<string, string | string[] | undefined>;
	query: Record<string, string | string[]>;
	/** Parsed JSON, or undefined when there is no body. */
	body: unknown;
	/** Why the body could not be read as JSON, if it could not. */
	bodyProblem?: string;
}

export interface ContractOperation {
	operationId: string;
	/** With `{name}` placeholders. */
	path: string;
	takesBody: boolean;
	queryParameters: QueryParameter[];
}

/** Why a request matches no operation (x-unknown-requests in openapi.yaml). */
interface NoOperation {
	status: 404 | 405;
	message: string;
	/** For 405: the methods allowed for the path. */
	allow?: string;
}

export interface Contract {
	operations: readonly ContractOperation[];
	/** The operation of a request, or why none matches. */
	match(method: string, path: string): ContractOperation | NoOperation;
	/** How the request breaks the contract, as a sentence, or null. */
	checkRequest(request: ContractRequest, operation: ContractOperation): string | null;
	/** How our response breaks the contract, as a sentence, or null. */
	checkAnswer(operationId: string, status: number, body: unknown): string | null;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

function explain(errors: ValidationResult['errors']): string | null {
	if (!errors || errors.length === 0) return null;
	const lines = errors.map(({ instancePath, message, params }) => {
		const details = params as { additionalProperty?: string; allowedValues?: string[] };
		const detail = details.additionalProperty ?? details.allowedValues?.join(', ');
		return `${instancePath} ${message ?? 'is wrong'}${detail ? ` (${detail})` : ''}`.trim();
	});
	return lines.join('; ');
}

function isDecodable(path: string): boolean {
	try {
		decodeURIComponent(path);
		return true;
	} catch {
		return false;
	}
}

/** Headers that the contract requires (securitySchemes). */
const REQUIRED_HEADERS = ['authorization', 'x-organization'];

/**
 * Loads the contract.
 * @param file path of openapi.yaml
 * @throws Error if the file is missing or not a valid OpenAPI document
 */
export async function loadContract(file: string): Promise<Contract> {
	const api = new OpenAPIBackend({
		definition: file,
		strict: true,
		// A path with an extra slash is a mistake of the client that must show.
		ignoreTrailingSlashes: false,
		validate: false,
	});
	// The library checks every document against the schema of OpenAPI 3.0, so it refuses 3.1. `npm
	// run lint:contract` ensures that openapi.yaml is valid 3.1.
	api.validateDefinition = () => api.document;
	await api.init();
	// Otherwise the router would collect the operations for each request.
	const found = api.getOperations();
	api.router.getOperations = () => found;
	const validator = new OpenAPIValidator({
		definition: api.definition,
		router: api.router,
		// Most of the start-up time would go into checks of operations that are never called.
		lazyCompileValidators: true,
		ajvOpts: {
			strict: false,
			allErrors: true,
			formats: { uuid: UUID },
			// lint:contract checks the schemas themselves, too.
			meta: false,
			validateSchema: false,
		},
	});
	const byId = new Map(found.map((operation) => [operation.operationId, operation]));
	const operations = found.map((operation) => ({
		operationId: operation.operationId ?? '',
		path: operation.path,
		takesBody: operation.requestBody !== undefined,
		queryParameters: (operation.parameters ?? []).flatMap((parameter) => {
			// References are already resolved here.
			const {
				name,
				in: place,
				schema,
			} = parameter as unknown as {
				name: string;
				in: string;
				schema?: { type?: string };
			};
			return place === 'query' ? [{ name, isArray: schema?.type === 'array' }] : [];
		}),
	}));
	const known = new Map(operations.map((operation) => [operation.operationId, operation]));

	/** The operation, or the status that says why none matches. */
	const find = (method: string, path: string): ContractOperation | 404 | 405 => {
		try {
			const id = api.router.matchOperation({ method, path, headers: {} }, true).operationId ?? '';
			return known.get(id) as ContractOperation;
		} catch (error) {
			return error instanceof Error && error.message.startsWith('405') ? 405 : 404;
		}
	};
	const methods = [...new Set(found.map(({ method }) => method.toUpperCase()))];

	return {
		operations,
		match(method, path) {
			const operation = find(method, path);
			switch (operation) {
				case 404:
					return { status: 404, message: `There is no such path: ${method} ${path}` };
				case 405: {
					const allow = methods.filter((name) => typeof find(name, path) === 'object').join(', ');
					return { status: 405, message: `The path ${path} does not know ${method}.`, allow };
				}
				default:
					return operation;
			}
		},
		checkRequest(request, operation) {
			const { body, bodyProblem, headers, method, path, query } = request;
			const problems: string[] = [];
			for (const name of REQUIRED_HEADERS) {
				if (!headers[name]) problems.push(`the header ${name} is missing`);
			}
			// The library would throw.
			if (!isDecodable(path)) problems.push(`the path holds a broken escape: ${path}`);
			else if (bodyProblem) problems.push(bodyProblem);
			else if (body !== undefined && !operation.takesBody) {
				problems.push(`${operation.operationId} takes no body`);
			} else if (body === undefined && operation.takesBody) problems.push('the body is missing');
			else {
				// A body that is not an object would bypass the library's check of objects.
				const isObject = typeof body === 'object' && body !== null;
				if (operation.takesBody && !isObject) problems.push('the body must be an object');
				const checked = validator.validateRequest(
					{
						method,
						path,
						headers: headers as Record<string, string>,
						query,
						...(isObject ? { body } : {}),
					},
					byId.get(operation.operationId),
				);
				const text = explain(checked.errors);
				if (text) problems.push(text);
			}
			return problems.length > 0 ? problems.join('; ') : null;
		},
		checkAnswer(operationId, status, body) {
			const operation = byId.get(operationId);
			if (!operation?.responses?.[String(status)]) {
				return `${operationId} has no answer with status ${status}`;
			}
			return explain(validator.validateResponse(body, operation, status).errors);
		},
	};
}
