import { Problem } from '../model/problem';

/** What must not be seen. */
interface Secrets {
	token: string;
	organization: string;
}

/** Shorter values are no secrets but words that occur anywhere, such as `1`. */
const SHORTEST = 4;

const MASK = '***';

/** The secrets that a request was signed with, as long as the request lives. */
const signedWith = new WeakMap<object, Secrets>();

/**
 * Notes the secrets of a request, so that they can be taken out of its answer. The credential calls
 * this, since it is the only one that sees them.
 *
 * @param request the request options as the transport made them
 */
export function noteSecrets(request: object, secrets: Secrets): void {
	signedWith.set(request, secrets);
}

/**
 * The body of an answer without the token, should the service repeat it. The organization stays:
 * where it is a name, it may rightly be part of the data.
 */
export function withoutToken(request: object, body: unknown): unknown {
	const secrets = signedWith.get(request);
	if (secrets === undefined || typeof body !== 'string') return body;
	return masked(body, formsOf(secrets.token));
}

/** The problem without token and organization, in whatever the service or the HTTP client said. */
export function withoutSecrets(request: object, problem: Problem): Problem {
	const secrets = signedWith.get(request);
	if (secrets === undefined) return problem;
	const forms = [...formsOf(secrets.token), ...formsOf(secrets.organization)];
	const message = masked(problem.message, forms);
	const hint = problem.hint === undefined ? undefined : masked(problem.hint, forms);
	return message === problem.message && hint === problem.hint
		? problem
		: new Problem(message, { ...problem, hint });
}

/** A value in the ways in which it may be repeated: whole, without its scheme, escaped. */
function formsOf(secret: string): string[] {
	const bare = secret.split(/\s+/).at(-1) ?? '';
	return [secret, bare]
		.filter((form) => form.length >= SHORTEST)
		.flatMap((form) => [form, JSON.stringify(form).slice(1, -1), encodeURIComponent(form)]);
}

const masked = (text: string, forms: string[]): string =>
	forms.reduce((current, form) => current.replaceAll(form, MASK), text);
