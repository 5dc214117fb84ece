/** The sandbox service as the engine tests use it. */
import { startSandboxService } from '../../sandbox/service/client.mts';
import type {
	Fixtures,
	LoggedRequest,
	SandboxHandle,
	SandboxOptions,
} from '../../sandbox/service/client.mts';
import type { CredentialData } from './engine.mts';

/** A running service with what a test needs of it. */
export interface TestService {
	handle: SandboxHandle;
	/** Names for what the seed holds; new after each `begin`. */
	fixtures: Fixtures;
	/** Credential of the main user, or of the one named. */
	credential: (user?: keyof Fixtures['users']) => CredentialData;
	/** Starts anew, with an empty log. */
	begin: (cases?: number) => Promise<void>;
	/** The requests so far, of one operation if named. */
	requests: (operationId?: string) => Promise<LoggedRequest[]>;
}

/**
 * Starts a service for the tests of a file and stops it after them. What it saw is checked against
 * the contract after each test: a request or an answer that breaks openapi.yaml fails the test.
 */
export function useService(options?: SandboxOptions): TestService {
	const service = {} as TestService;
	beforeAll(async () => {
		service.handle = await startSandboxService(options);
		service.begin = async (cases) => {
			service.fixtures = await service.handle.reset({ cases });
		};
		service.credential = (user = 'admin') => {
			const { token, organization } = service.fixtures.users[user];
			return { baseUrl: service.handle.url, token, organization };
		};
		service.requests = async (operationId) => {
			const all = await service.handle.requests();
			return all.filter((entry) => operationId === undefined || entry.operationId === operationId);
		};
		await service.begin();
	});
	beforeEach(async () => {
		await service.handle.clearRequests();
		await service.handle.clearStats();
		await service.handle.clearFaults();
	});
	afterEach(async () => {
		const broken = (await service.handle.requests()).filter(
			(entry) => entry.contractViolation ?? entry.answerViolation,
		);
		expect(broken).toEqual([]);
	});
	afterAll(async () => {
		await service.handle?.stop();
	});
	return service;
}
