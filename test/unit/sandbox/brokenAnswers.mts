/**
 * Runs the sandbox with handlers that break the contract, and prints what a client gets. Run by
 * answers.test.mts in a separate process: Jest cannot load the ES modules of the contract.
 */
import { join } from 'node:path';
import { startServer } from '../../../sandbox/service/server.mts';

const server = await startServer({
	contract: join(process.cwd(), 'sandbox', 'openapi.yaml'),
	handlers: {
		listSignals: () => ({ signal: [] }),
		getTemplate: () => {
			throw new Error('a mistake of ours');
		},
	},
});
const { token, organization, templates } = server.sandbox.state.fixtures;
const replies: unknown[] = [];
for (const path of ['/signals?template_uuid=', '/process_templates/basic/']) {
	const headers = { authorization: token, 'x-organization': organization };
	const response = await fetch(server.url + path + templates.simple, { headers });
	replies.push({ status: response.status, body: await response.json() });
}
const logged = server.sandbox.log.entries().map(({ answerViolation }) => answerViolation);
await server.close();
process.stdout.write(JSON.stringify({ replies, logged }));
