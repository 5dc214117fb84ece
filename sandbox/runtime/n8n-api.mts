/** A session with n8n's internal REST interface, as used by the editor. */
export class N8nApi {
	readonly #url: string;
	#cookie = '';

	constructor(url: string) {
		this.#url = url;
	}

	/** Calls the interface; undefined for 404, an Error for any other refusal. */
	async call<T>(method: string, route: string, body?: unknown): Promise<T | undefined> {
		const response = await fetch(`${this.#url}/rest${route}`, {
			method,
			// n8n binds a session to the browser that created it.
			headers: {
				'browser-id': 'case-management-sandbox',
				'content-type': 'application/json',
				...(this.#cookie ? { cookie: this.#cookie } : {}),
			},
			body: body === undefined ? undefined : JSON.stringify(body),
			// Long enough for n8n's npm commands.
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

	/** Like `call`, but 404 is a failure too. */
	async must<T>(method: string, route: string, body?: unknown): Promise<T> {
		const data = await this.call<T>(method, route, body);
		if (data === undefined) throw new N8nRefusal(`n8n does not know ${method} ${route}.`);
		return data;
	}
}

/** n8n understood the request and refused it. */
export class N8nRefusal extends Error {
	override name = 'N8nRefusal';
}
