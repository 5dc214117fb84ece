import { isObject } from '../model/json';
import type { JsonObject } from '../model/json';
import { Problem } from '../model/problem';
import { hintFor, isWrite, mayHaveTakenEffect, unknownOutcome } from './errorHints';
import { NO_REDACTION } from './redaction';
import type { Redactor } from './redaction';

/** What came over the wire, before anybody has looked at it. */
export interface HttpResponse {
	statusCode: number;
	headers: Record<string, unknown>;
	/** The body as text, not parsed. */
	body: unknown;
	/** Takes the secrets of the request out of whatever is quoted or handed on. */
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

const maskOf = ({ redactor = NO_REDACTION }: HttpResponse): Redactor => redactor;

const bodyText = (answer: HttpResponse): string => {
	if (typeof answer.body === 'string') return answer.body;
	if (answer.body === undefined || answer.body === null) return '';
	return JSON.stringify(answer.body) ?? '';
};

function header({ headers }: HttpResponse, name: string): string | undefined {
	const value = headers[name];
	return typeof value === 'string' ? value : undefined;
}

/** The sentence for a redirect, with the host that it leads to. */
function redirectMessage(answer: HttpResponse): string | undefined {
	const location = header(answer, 'location');
	const { statusCode: status } = answer;
	if (location === undefined || status < 300 || status > 399) return undefined;
	const origin = URL.canParse(location) ? new URL(location).origin : undefined;
	const host = origin === undefined ? '' : ` at ${maskOf(answer).text(origin)}`;
	return `The service redirects to another address${host}, which is not followed`;
}

const isHtml = (text: string): boolean =>
	/^\s*(<!doctype html|<html|<head|<body|<\?xml)/i.test(text);

/** More of a text than an excerpt shows, and no more than can be masked in no time. */
const LONG_TEXT = 100_000;

/** The beginning of a text body on one line, so that a message can quote it. */
const excerpt = (text: string, mask: Redactor): string => {
	// Masked before it is cut: the cut could go through a secret.
	const oneLine = mask.text(text.replace(/\s+/g, ' ').trim().slice(0, LONG_TEXT));
	return oneLine.length > 120 ? `${oneLine.slice(0, 117)}...` : oneLine;
};

/**
 * The service's own words in an error body. interface.md (section 7) shows `{message}`; a proxy in
 * front of it may use other fields, so their usual names are looked at too.
 */
function serviceMessage(value: unknown, mask: Redactor): string | undefined {
	if (!isObject(value)) return undefined;
	const nested = isObject(value.error) ? value.error.message : value.error;
	const found = [value.message, nested, value.detail, value.title].find(
		(text) => typeof text === 'string' && text.trim() !== '',
	);
	return typeof found === 'string' ? mask.text(found.trim()) : undefined;
}

/** Names what a body is, for the sentence "The service answered with ...". */
function describeBody(text: string, value: unknown, mask: Redactor): string {
	if (value === EMPTY) return 'nothing (an empty body)';
	if (isHtml(text)) return 'a web page instead of data';
	if (value === NOT_JSON) {
		return /^\s*[[{]/.test(text)
			? 'data that is cut short'
			: `text instead of data: "${excerpt(text, mask)}"`;
	}
	if (Array.isArray(value)) return 'an array';
	if (value === null) return 'null';
	if (isObject(value)) return 'an object without the expected fields';
	return `a bare ${typeof value}`;
}

/**
 * Checks an answer and gives its JSON object.
 *
 * @param answer what came over the wire
 * @param call the method and what the answer must hold, for messages and advice
 * @returns the object, or an empty one if there is no body and `call.allowsEmptyBody`
 * @throws Problem as `valueOf`, and (`answer`) for a success whose body is no JSON object
 */
export function responseObject(answer: HttpResponse, call: ExpectedResponse): JsonObject {
	const value = responseValue(answer, call);
	if (!isObject(value)) throw unexpectedResponse(answer, call);
	return value;
}

/** What an answer is checked for. */
export interface ExpectedResponse {
	method: string;
	/** Operation of interface.md that the advice of `advice.ts` is looked up for. */
	topic: string;
	/** Whether an answer without a body is a success, as after a delete. */
	allowsEmptyBody?: boolean;
}

/** Throws the error for an answer that lacks a field that interface.md promises. */
export type FailMissingField = (field: string) => never;

/** The `Missing` of one answer. */
export const missingFieldError =
	(answer: HttpResponse, call: ExpectedResponse): FailMissingField =>
	(field) => {
		throw unexpectedResponse(answer, call, field);
	};

/** The JSON object of an answer with an error status; undefined if it holds none. */
export function errorObject(answer: HttpResponse): JsonObject | undefined {
	const value = parseBody(bodyText(answer));
	return answer.statusCode >= 400 && isObject(value) ? value : undefined;
}

/**
 * As `objectOf`, for answers whose shape the interface does not show: any JSON value, without the
 * token, should the service repeat it.
 *
 * @throws Problem (`service`) with the service's own message for a status other than 2xx
 * @throws Problem (`answer`) for a success whose body is no JSON, or says that it failed
 */
export function responseValue(answer: HttpResponse, call: ExpectedResponse): unknown {
	const text = bodyText(answer);
	const value = parseBody(text);
	const { statusCode: status } = answer;
	if (status < 200 || status > 299) {
		throw new Problem(
			redirectMessage(answer) ??
				serviceMessage(value, maskOf(answer)) ??
				`The service answered HTTP ${status} with ${describeBody(text, value, maskOf(answer))}`,
			{
				kind: 'service',
				status,
				hint: hintFor(status, call),
				retryAfter: header(answer, 'retry-after'),
				outcomeUnknown: mayHaveTakenEffect(status, call),
			},
		);
	}
	if (value === EMPTY && call.allowsEmptyBody) return {};
	if (value === EMPTY || value === NOT_JSON) throw unexpectedResponse(answer, call);
	if (isObject(value) && reportsFailure(value, call)) {
		throw new Problem(
			serviceMessage(value, maskOf(answer)) ?? 'The service says that it did not succeed',
			{
				kind: 'answer',
				status,
				outcomeUnknown: isWrite(call),
				hint: `${isWrite(call) ? `${unknownOutcome(call.topic)} ` : ''}The service answered with a success status, but says that it failed.`,
			},
		);
	}
	return maskOf(answer).json(value);
}

/**
 * Whether a body says that nothing came of the call. Where the body tells nothing else, as after a
 * delete, an error in it counts too; elsewhere a field of that name may be data.
 */
function reportsFailure({ success, error, errors }: JsonObject, call: ExpectedResponse): boolean {
	if (success === false) return true;
	if (!call.allowsEmptyBody) return false;
	const isNo = success === 0 || (typeof success === 'string' && /^(false|0)$/i.test(success));
	return isNo || holdsSomething(error) || holdsSomething(errors);
}

const holdsSomething = (value: unknown): boolean =>
	typeof value === 'object' && value !== null ? Object.keys(value).length > 0 : Boolean(value);

/**
 * The error for a success answer that does not hold what interface.md promises.
 *
 * @param missing the field that was looked for, if it is about one
 */
export function unexpectedResponse(
	answer: HttpResponse,
	call: ExpectedResponse,
	missing?: string,
): Problem {
	const text = bodyText(answer);
	const what = describeBody(text, parseBody(text), maskOf(answer));
	return new Problem(
		`The service answered HTTP ${answer.statusCode} with ${what}` +
			(missing === undefined ? '' : ` (looked for "${missing}")`),
		{
			kind: 'answer',
			status: answer.statusCode,
			outcomeUnknown: isWrite(call),
			hint: `${isWrite(call) ? `${unknownOutcome(call.topic)} ` : ''}Check that the Base URL of the credential is that of the service itself, not of its website or a login page.`,
		},
	);
}
