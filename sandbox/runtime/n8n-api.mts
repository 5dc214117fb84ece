/** A session with n8n's own REST interface: what the editor uses. */
export class N8nApi {
	readonly #url: string;
	#cookie = '';

	constructor(url: string) {
		this.#url = url;
	}

	/** Calls the interface; undefined when n8n says 404, an Error on every other refusal. */
	async call<T>(method: string, route: string, body?: unknown): Promise<T | undefined> {
		const response = await fetch(`${this.#url}/rest${route}`, {
			method,
			// n8n ties a session to the browser that made it.
			headers: {
				'browser-id': 'case-management-sandbox',
				'content-type': 'application/json',
				...(this.#cookie ? { cookie: this.#cookie } : {}),
			},
			body: body === undefined ? undefined : JSON.stringify(body),
			// Long enough for what n8n does with npm.
			signal: AbortSignal.timeout(120_000),
		});
		const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0]);
		if (cookies.length > 0) this.#cookie = cookies.join('; ');
		const text = await response.text();
		if (response.status === 404) return undefined;
		if (!response.ok) {
			throw new N8nRefusal(`n8n answered ${response.status} to ${method} ${route}: ${text}`);
		}
		return JSON.parse(text).data as T;
	}

	/** As `call`, where 404 is a failure too. */
	async must<T>(method: string, route: string, body?: unknown): Promise<T> {
		const data = await this.call<T>(method, route, body);
		if (data === undefined) throw new N8nRefusal(`n8n does not know ${method} ${route}.`);
		return data;
	}
}

/** n8n understood and said no. */
export class N8nRefusal extends Error {
	override name = 'N8nRefusal';
}
