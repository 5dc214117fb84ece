import { isObject } from '../model/json';
import type { JsonObject } from '../model/json';
import { Problem } from '../model/problem';
import { writeEndpoint } from './endpoints';
import type { OperationId } from './endpoints';
import { hintFor, mayHaveTakenEffect, unknownOutcome } from './errorHints';
import { quoteForeign } from './foreignText';
import { NO_REDACTION } from './redaction';
import type { Redactor } from './redaction';

/** The raw HTTP response. */
export interface HttpResponse {
	statusCode: number;
	headers: Record<string, unknown>;
	/** The body as text, not parsed. */
	body: unknown;
	/** Takes the secrets of the request out of what is quoted or handed on. */
	redactor?: Redactor;
}

const EMPTY = Symbol('no body');
const NOT_JSON = Symbol('not JSON');

function parseBody(body: string): unknown {
	// A byte order mark is legal in front of text, but not in JSON.
	const text = body.replace(/^\uFEFF/, '').trim();
	if (text === '') return EMPTY;
	try {
		return JSON.parse(text) as unknown;
	} catch {
		return NOT_JSON;
	}
}

const redactorOf = ({ redactor = NO_REDACTION }: HttpResponse): Redactor => redactor;

const bodyText = ({ body }: HttpResponse): string => {
	if (typeof body === 'string') return body;
	if (body === undefined || body === null) return '';
	return JSON.stringify(body) ?? '';
};

function header({ headers }: HttpResponse, name: string): string | undefined {
	const value = headers[name];
	return typeof value === 'string' ? value : undefined;
}

/** The sentence for a redirect, with the host that it leads to. */
function redirectMessage(response: HttpResponse): string | undefined {
	const location = header(response, 'location');
	const { statusCode: status } = response;
	if (location === undefined || status < 300 || status > 399) return undefined;
	const origin = URL.canParse(location) ? new URL(location).origin : '';
	// A host that holds a secret is not shown at all.
	const isShown = origin !== '' && redactorOf(response).text(origin) === origin;
	const host = isShown ? ` at ${quoteForeign(origin, redactorOf(response))}` : '';
	return `The service redirects to another address${host}, which is not followed`;
}

const isHtml = (text: string): boolean =>
	/^\s*(<!doctype html|<html|<head|<body|<\?xml)/i.test(text);

/** Longest excerpt of a text body in a message, in characters. */
const EXCERPT_LENGTH = 120;

/**
 * The service's own words in an error body. The contract has `message`; a proxy in front of the
 * service may use other fields, so their usual names are looked at too.
 */
function serviceMessage(value: unknown, redactor: Redactor): string | undefined {
	if (!isObject(value)) return undefined;
	const nested = isObject(value.error) ? value.error.message : value.error;
	const found = [value.message, nested, value.detail, value.title].find(
		(text) => typeof text === 'string' && text.trim() !== '',
	);
	return typeof found === 'string' ? quoteForeign(found, redactor) : undefined;
}

/** Names what a body is, for the sentence "The service answered with ...". */
function describeBody(text: string, value: unknown, redactor: Redactor): string {
	if (value === EMPTY) return 'nothing (an empty body)';
	if (isHtml(text)) return 'a web page instead of data';
	if (value === NOT_JSON) {
		if (/^\s*[[{]/.test(text)) return describeBrokenJson(text);
		const excerpt = quoteForeign(text.replace(/\s+/g, ' '), redactor, EXCERPT_LENGTH);
		return `text instead of data: "${excerpt}"`;
	}
	if (Array.isArray(value)) return 'an array';
	if (value === null) return 'null';
	if (isObject(value)) return 'an object without the expected fields';
	return `a bare ${typeof value}`;
}

/** JSON that ends in the middle has lost its end on the way; other JSON was written wrong. */
function describeBrokenJson(text: string): string {
	try {
		JSON.parse(text);
	} catch (error) {
		const { message } = error as Error;
		const [, position = '0'] = /position (\d+)/.exec(message) ?? [];
		const isAtEnd = Number(position) >= text.trimEnd().length;
		if (/end of JSON|Unterminated/i.test(message) || isAtEnd) return 'data that is cut short';
	}
	return 'data that is no valid JSON';
}

/** Throws the error for a response that lacks a field which the contract promises. */
export type FailMissingField = (field: string) => never;

/** The `FailMissingField` of one response. */
export const missingFieldError =
	(response: HttpResponse, operationId: OperationId): FailMissingField =>
	(field) => {
		throw unexpectedResponse(response, operationId, field);
	};

/**
 * Checks a response and gives its JSON object.
 *
 * @returns the object, or an empty one if there is no body and the endpoint allows that
 * @throws Problem as `responseValue`, and (`invalidResponse`) for a success whose body is no object
 */
export function responseObject(response: HttpResponse, operationId: OperationId): JsonObject {
	const value = responseValue(response, operationId);
	if (!isObject(value)) throw unexpectedResponse(response, operationId);
	return value;
}

/**
 * Makes the function that reads a response of which a JSON object is expected.
 *
 * @param take gets the object, and what to call for a field that is missing
 * @returns throws Problem as `responseObject`
 */
export const readObject =
	<T>(operationId: OperationId, take: (body: JsonObject, fail: FailMissingField) => T) =>
	(response: HttpResponse): T =>
		take(responseObject(response, operationId), missingFieldError(response, operationId));

/** The JSON object of a response with an error status; undefined if it holds none. */
export function errorObject(response: HttpResponse): JsonObject | undefined {
	const value = parseBody(bodyText(response));
	return response.statusCode >= 400 && isObject(value) ? value : undefined;
}

/**
 * As `responseObject`, for responses whose shape the contract leaves open: any JSON value, without
 * the token, should the service repeat it.
 *
 * @throws Problem (`service`) with the service's own message for a status other than 2xx
 * @throws Problem (`invalidResponse`) for a success whose body is no JSON, or reports a failure
 */
export function responseValue(response: HttpResponse, operationId: OperationId): unknown {
	const text = bodyText(response);
	const value = parseBody(text);
	const redactor = redactorOf(response);
	const { statusCode: status } = response;
	if (status < 200 || status > 299) {
		throw new Problem(
			redirectMessage(response) ??
				serviceMessage(value, redactor) ??
				`The service answered with ${describeBody(text, value, redactor)}`,
			{
				kind: 'service',
				status,
				// A service that is asked for something it does not have says so in JSON.
				hint: status === 404 && value === NOT_JSON ? CHECK_BASE_URL : hintFor(status, operationId),
				retryAfter: header(response, 'retry-after'),
				outcomeUnknown: mayHaveTakenEffect(status, operationId),
			},
		);
	}
	if (value === EMPTY && allowsEmptyBody(operationId)) return {};
	if (value === EMPTY || value === NOT_JSON) throw unexpectedResponse(response, operationId);
	if (isObject(value) && reportsFailure(value, operationId)) {
		throw invalidResponse(
			serviceMessage(value, redactor) ?? 'The service reported a failure',
			'The service answered with a success status, but says that it failed.',
			status,
			operationId,
		);
	}
	return redactor.json(value, text);
}

const CHECK_BASE_URL =
	'Check that the Base URL of the credential is that of the service itself, not of its website or a login page.';

const allowsEmptyBody = (operationId: OperationId): boolean =>
	writeEndpoint(operationId)?.allowsEmptyBody === true;

/**
 * Whether a body says that the request failed. Where nothing but "done" is expected, as after a
 * delete, an error in it counts too; elsewhere a field of that name may be data.
 */
function reportsFailure(body: JsonObject, operationId: OperationId): boolean {
	const { success, error, errors } = body;
	if (success === false) return true;
	if (!allowsEmptyBody(operationId)) return false;
	const isNo = success === 0 || (typeof success === 'string' && /^(false|0)$/i.test(success));
	return isNo || holdsSomething(error) || holdsSomething(errors);
}

const holdsSomething = (value: unknown): boolean =>
	typeof value === 'object' && value !== null ? Object.keys(value).length > 0 : Boolean(value);

/**
 * The error for a success that does not hold what the contract promises.
 *
 * @param missing the field that was looked for, if it is about one
 */
function unexpectedResponse(
	response: HttpResponse,
	operationId: OperationId,
	missing?: string,
): Problem {
	const text = bodyText(response);
	const value = parseBody(text);
	const what = describeBody(text, value, redactorOf(response));
	const found =
		`The service answered with ${what}` +
		(missing === undefined ? '' : ` (looked for "${missing}")`);
	const message = serviceMessage(value, redactorOf(response));
	return invalidResponse(
		message === undefined ? found : `${message.replace(/[.\s]+$/, '')}. ${found}`,
		CHECK_BASE_URL,
		response.statusCode,
		operationId,
	);
}

function invalidResponse(
	message: string,
	hint: string,
	status: number,
	operationId: OperationId,
): Problem {
	const isWrite = writeEndpoint(operationId) !== undefined;
	return new Problem(message, {
		kind: 'invalidResponse',
		status,
		outcomeUnknown: isWrite,
		hint: isWrite ? `${unknownOutcome(operationId)} ${hint}` : hint,
	});
}
