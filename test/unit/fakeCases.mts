/** A service that lists, starts and changes cases, without a network. */
import type { Reply, Sent } from './faking.mts';

export const CASES = '/process_monitor/process_instances';

export interface FakeCase {
	uuid: string;
	name: unknown;
	status: string;
	sequential_id: unknown;
	created_at: string;
	process_template: { uuid: string };
}

const DAY = 24 * 3_600_000;

/** In the format of the service (getCase). */
const timestamp = (ms: number): string =>
	`${new Date(ms).toISOString().slice(0, 19).replace('T', ' ')} UTC`;

export class FakeCases {
	readonly cases: FakeCase[] = [];

	/** Whether the list obeys its filters. */
	filters = true;

	pageSize = 100;

	/** Whether a page of the list has the number of all entries. */
	sendsTotal = true;

	/** Method and path of every request, without the query. */
	readonly log: string[] = [];

	/** The response to a request instead of the normal one; checked first. */
	fault: (request: Sent) => Reply | undefined = () => undefined;

	add(name: unknown, more: Partial<FakeCase> & { daysAgo?: number } = {}): FakeCase {
		const { daysAgo = 0, ...rest } = more;
		const number = this.cases.length + 1;
		const added: FakeCase = {
			uuid: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
			name,
			status: 'running',
			sequential_id: number,
			created_at: timestamp(Date.now() - daysAgo * DAY),
			process_template: { uuid: 't' },
			...rest,
		};
		this.cases.push(added);
		return added;
	}

	/** The requests of a method, by their paths. */
	sent(method: string): string[] {
		return this.log
			.filter((line) => line.startsWith(`${method} `))
			.map((line) => line.slice(method.length + 1));
	}

	readonly reply = async (request: Sent): Promise<Reply> => {
		const url = new URL(request.url, 'https://x');
		this.log.push(`${request.method} ${url.pathname}`);
		await new Promise((resolve) => setImmediate(resolve));
		return this.fault(request) ?? this.answer(request, url);
	};

	/** Starts a case as createCase does. */
	start({ body }: Sent): Reply {
		const { label, process_template_uuid: uuid } = JSON.parse(body!) as Record<string, string>;
		const added = this.add(label, { process_template: { uuid: uuid! } });
		return { body: { message: 'Launched.', process_instance_uuid: added.uuid } };
	}

	private answer(request: Sent, url: URL): Reply {
		if (request.method === 'GET' && url.pathname === CASES) return this.list(url.searchParams);
		if (url.pathname === '/process_instances') return this.start(request);
		const uuid = url.pathname.split('/')[3];
		const found = this.cases.find((one) => one.uuid === uuid);
		if (url.pathname.startsWith(CASES) && found === undefined) {
			return { status: 404, body: { message: 'The process instance was not found.' } };
		}
		if (request.method === 'DELETE') this.cases.splice(this.cases.indexOf(found!), 1);
		return { body: { message: 'Done.', process_instance: found, permissions: [], docs: [] } };
	}

	/** Called with the number of each request for a page of the list, from 1, before it is answered. */
	beforePage: (count: number) => void = () => undefined;

	private pages = 0;

	private list(query: URLSearchParams): Reply {
		this.beforePage((this.pages += 1));
		const statuses = query.getAll('status[]');
		const templates = query.getAll('process_type[]');
		const after = query.get('created_after') ?? '';
		const isListed = ({ status, process_template, created_at }: FakeCase) =>
			!this.filters ||
			((statuses.length === 0 || statuses.includes(status)) &&
				(templates.length === 0 || templates.includes(process_template?.uuid)) &&
				String(created_at).slice(0, 10) >= after.slice(0, 10));
		const listed = this.cases.filter(isListed);
		const from = Number(query.get('cursor') ?? 0);
		const next = from + this.pageSize;
		return {
			body: {
				processes: listed.slice(from, next),
				next_cursor: next < listed.length ? String(next) : null,
				...(this.sendsTotal && { total: listed.length }),
			},
		};
	}
}
