import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { sandboxNode } from '../../../sandbox/service/client.mts';

it('a sandbox response that breaks the contract becomes a 500 that says so', () => {
	const script = join('test', 'unit', 'sandbox', 'brokenAnswers.mts');
	const output = execFileSync(sandboxNode(process.cwd()), [script], { encoding: 'utf8' });
	expect(JSON.parse(output)).toEqual({
		replies: [
			{
				status: 500,
				body: {
					message: expect.stringMatching(/^sandbox answer breaks the contract: .*'signals'/),
				},
			},
			{ status: 500, body: { message: 'The sandbox failed: a mistake of ours' } },
		],
		logged: [expect.stringContaining("'signals'"), expect.stringContaining('a mistake of ours')],
	});
}, 120_000);
