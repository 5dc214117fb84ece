/** A chat model on loopback that follows the script of a test, in the OpenAI format. */
import { createServer } from 'node:http';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The input of the model: the messages so far; the last one matters most. */
export interface ModelRequest {
	messages: Array<{ role: string; content: unknown }>;
	tools?: Array<{ function: { name: string; description?: string; parameters: unknown } }>;
}

/** Its reply: a text, or a tool call. */
export type Turn = (request: ModelRequest) => { text: string } | { tool: string; args: object };

export interface ScriptedModel {
	/** In the form of an OpenAI credential. */
	url: string;
	/** Its inputs so far. */
	requests: ModelRequest[];
	stop(): Promise<void>;
}

async function bodyOf(request: IncomingMessage): Promise<ModelRequest> {
	let text = '';
	for await (const chunk of request) text += String(chunk);
	return JSON.parse(text || '{}') as ModelRequest;
}

/** Starts a model that uses one step of the script for each request. */
export async function startScriptedModel(script: Turn[]): Promise<ScriptedModel> {
	const requests: ModelRequest[] = [];
	const server = createServer((request, response) => {
		void (async () => {
			const asked = await bodyOf(request);
			const turn = script[requests.length]?.(asked) ?? { text: 'The script has ended.' };
			requests.push(asked);
			const call = 'tool' in turn && {
				id: `call_${requests.length}`,
				type: 'function',
				function: { name: turn.tool, arguments: JSON.stringify(turn.args) },
			};
			const message = {
				role: 'assistant',
				content: 'text' in turn ? turn.text : null,
				...(call && { tool_calls: [call] }),
			};
			response.setHeader('content-type', 'application/json');
			response.end(
				JSON.stringify({
					id: `answer-${requests.length}`,
					object: 'chat.completion',
					created: 0,
					model: 'scripted',
					choices: [{ index: 0, message, finish_reason: call ? 'tool_calls' : 'stop' }],
					usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
				}),
			);
		})();
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	return {
		url: `http://127.0.0.1:${port}/v1`,
		requests,
		async stop() {
			server.closeAllConnections();
			await new Promise<void>((resolve) => server.close(() => resolve()));
		},
	};
}
