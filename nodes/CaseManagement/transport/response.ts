import { cleanText, withoutStop } from '../model/foreignText';
import { isObject, parseJson } from '../model/json';
import type { JsonObject } from '../model/json';
import { Problem } from '../model/problem';
import { writeEndpoint } from './endpoints';
import type { OperationId } from './endpoints';
import { hintForStatus, mayHaveTakenEffect, unknownOutcome } from './errorHints';
import { NO_REDACTION } from './redaction';
import type { Redactor } from './redaction';

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
	const { value, error } = parseJson(text);
	return error === undefined ? value : NOT_JSON;
}

const bodyText = ({ body }: HttpResponse): string =>
	typeof body === 'string' ? body : body === null ? '' : (JSON.stringify(body) ?? '');

function readHeader({ headers }: HttpResponse, name: string): string | undefined {
	const value = headers[name];
	return typeof value === 'string' ? value : undefined;
}

function redirectMessage(response: HttpResponse): string | undefined {
	const location = readHeader(response, 'location');
	const { statusCode: status, redactor = NO_REDACTION } = response;
	if (location === undefined || status < 300 || status > 399) return undefined;
	const origin = URL.canParse(location) ? new URL(location).origin : '';
	// A host that contains a secret is not shown at all.
	const isShown = origin !== '' && redactor.text(origin) === origin;
	const host = isShown ? ` at ${cleanText(origin)}` : '';
	return `The service redirects to another address${host}. Redirects are not followed`;
}

const isHtml = (text: string): boolean =>
	/^\s*(<!doctype html|<html|<head|<body|<\?xml)/i.test(text);

const MAX_EXCERPT_LENGTH = 120;

/** The service's own words in an error body. The contract has `message`; a proxy in front of the
 * service may use other fields, so their usual names are read too. */
function serviceMessage(value: unknown, { text: redact }: Redactor): string | undefined {
	if (!isObject(value)) return undefined;
	const nested = isObject(value.error) ? value.error.message : value.error;
	const found = [value.message, nested, value.detail, value.title].find(
		(text) => typeof text === 'string' && text.trim() !== '',
	);
	return typeof found === 'string' ? cleanText(found, { redact }) : undefined;
}

function describeBody(text: string, value: unknown, { text: redact }: Redactor): string {
	if (value === EMPTY) return 'an empty response';
	if (isHtml(text)) return 'a web page instead of data';
	if (value === NOT_JSON) {
		if (/^\s*[[{]/.test(text)) return describeBrokenJson(text);
		return `text instead of data: "${cleanText(text, { redact, maxLength: MAX_EXCERPT_LENGTH })}"`;
	}
	if (Array.isArray(value)) return 'an array';
	if (value === null) return 'null';
	if (isObject(value)) return 'an object without the expected fields';
	return `a bare ${typeof value}`;
}

function describeBrokenJson(text: string): string {
	const { message = '' } = parseJson(text).error ?? {};
	const [, position = '0'] = /position (\d+)/.exec(message) ?? [];
	const isAtEnd = Number(position) >= text.trimEnd().length;
	const isCut = /end of JSON|Unterminated/i.test(message) || isAtEnd;
	return isCut ? 'incomplete data' : 'data that is not valid JSON';
}

/** Throws the error for a response that lacks a field which the contract promises. */
export type FailMissingField = (field: string) => never;

export const missingFieldError =
	(response: HttpResponse, operationId: OperationId): FailMissingField =>
	(field) => {
		throw unexpectedResponse(response, operationId, field);
	};

/** Checks a response and gives its JSON object.
 * @returns the object, or an empty one if there is no body and the endpoint allows that
 * @throws Problem as `responseValue`, and (`invalidResponse`) for a success whose body is not an
 * object */
export function responseObject(response: HttpResponse, operationId: OperationId): JsonObject {
	const value = responseValue(response, operationId);
	if (!isObject(value)) throw unexpectedResponse(response, operationId);
	return value;
}

/** Makes the function that reads a response which must be a JSON object.
 * @param take gets the object, and what to call for a missing field
 * @returns throws Problem as `responseObject` */
export const readObject =
	<T>(operationId: OperationId, take: (body: JsonObject, fail: FailMissingField) => T) =>
	(response: HttpResponse): T =>
		take(responseObject(response, operationId), missingFieldError(response, operationId));

export function errorObject(response: HttpResponse): JsonObject | undefined {
	const value = parseBody(bodyText(response));
	return response.statusCode >= 400 && isObject(value) ? value : undefined;
}

/** As `responseObject`, for responses whose shape the contract leaves open: any JSON value, without
 * the token, should the service repeat it.
 * @throws Problem (`service`) with the service's own message for a status other than 2xx
 * @throws Problem (`invalidResponse`) for a success whose body is not JSON, or reports a failure */
export function responseValue(response: HttpResponse, operationId: OperationId): unknown {
	const text = bodyText(response);
	const value = parseBody(text);
	const { statusCode: status, redactor = NO_REDACTION } = response;
	if (status < 200 || status > 299) {
		// A service that is asked for something it does not have says so in JSON.
		const isElsewhere = status === 404 && value === NOT_JSON;
		const message = redirectMessage(response) ?? serviceMessage(value, redactor);
		const found = `The service answered with ${describeBody(text, value, redactor)}`;
		throw new Problem(message ?? found, {
			kind: 'service',
			status,
			hint: isElsewhere ? CHECK_BASE_URL : hintForStatus(status, operationId),
			retryAfter: readHeader(response, 'retry-after'),
			outcomeUnknown: mayHaveTakenEffect(status, operationId),
		});
	}
	if (value === EMPTY && allowsEmptyBody(operationId)) return {};
	if (value === EMPTY || value === NOT_JSON) throw unexpectedResponse(response, operationId);
	if (isObject(value) && reportsFailure(value, operationId)) {
		const message = serviceMessage(value, redactor) ?? 'The service reported a failure';
		throw invalidResponse(response, operationId, message, CLAIMS_SUCCESS);
	}
	return redactor.json(value, text);
}

const CLAIMS_SUCCESS =
	'The service answered with a success status, but its response reports a failure.';

const CHECK_BASE_URL =
	'Check that the Base URL in the credential is the address of the service itself, not of its website or a login page.';

const allowsEmptyBody = (operationId: OperationId): boolean =>
	writeEndpoint(operationId)?.allowsEmptyBody === true;

/** Whether a body says that the request failed. Where nothing but "done" is expected, as after a
 * delete, an error in it counts too; elsewhere a field of that name may be data. */
function reportsFailure({ success, error, errors }: JsonObject, operationId: OperationId): boolean {
	if (success === false) return true;
	if (!allowsEmptyBody(operationId)) return false;
	const isNo = success === 0 || (typeof success === 'string' && /^(false|0)$/i.test(success));
	return isNo || hasContent(error) || hasContent(errors);
}

const hasContent = (value: unknown): boolean =>
	typeof value === 'object' && value !== null ? Object.keys(value).length > 0 : Boolean(value);

/** The error for a success that lacks what the contract promises. */
function unexpectedResponse(
	response: HttpResponse,
	operationId: OperationId,
	missing?: string,
): Problem {
	const text = bodyText(response);
	const value = parseBody(text);
	const { redactor = NO_REDACTION } = response;
	const what = describeBody(text, value, redactor);
	const field = missing === undefined ? '' : ` (missing: "${missing}")`;
	const found = `The service answered with ${what}${field}`;
	const message = serviceMessage(value, redactor);
	const words = message === undefined ? found : `${withoutStop(message)}. ${found}`;
	return invalidResponse(response, operationId, words, CHECK_BASE_URL);
}

function invalidResponse(
	{ statusCode: status }: HttpResponse,
	operationId: OperationId,
	message: string,
	advice: string,
): Problem {
	const outcomeUnknown = writeEndpoint(operationId) !== undefined;
	const hint = outcomeUnknown ? `${unknownOutcome(operationId)} ${advice}` : advice;
	return new Problem(message, { kind: 'invalidResponse', status, outcomeUnknown, hint });
}
