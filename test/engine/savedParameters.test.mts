/**
 * What a release has stored still fits the current panel: n8n drops unknown parameters as soon as a
 * node is opened, and shows an option that is no longer offered as an error.
 */
import type { INode, INodeProperties } from 'n8n-workflow';

import { loadPackage } from '../support/engine.mts';
import { descriptionOf, RELEASES, storedWorkflow, workflowsOf } from '../support/saved.mts';
import { asLoaded, asSaved, offered, usesOf } from '../support/storedParameters.mts';

/** Fields that n8n itself adds to the panel: they do not concern this package. */
const OF_N8N = /^(requestOptions|pollTimes)\b/;

/** Created by a program, which writes defaults and hidden fields too. */
const IN_FULL = 'with-defaults';

/** As loaded, without parameters of operations that are not chosen. */
const tidied = (panel: INodeProperties[], node: INode): INode => ({
	...node,
	parameters: asSaved(panel, node),
});

/** The nodes of a release's workflows, each with its panel at that time. */
function nodesOf(release: string) {
	const description = descriptionOf(release);
	return workflowsOf(release).flatMap((file) =>
		storedWorkflow(release, file).nodes.flatMap((node) => {
			const type = node.type.split('.').at(-1)!;
			const then = description[type];
			return then === undefined ? [] : [{ file, node, type, then, where: `${file}: ${node.name}` }];
		}),
	);
}

/** The features used by all workflows up to a release: a later release adds new ones. */
const usedUpTo = (release: string): Set<string> =>
	new Set(
		RELEASES.slice(0, RELEASES.indexOf(release) + 1).flatMap((one) =>
			nodesOf(one).flatMap(({ node, then }) => usesOf(then, asLoaded(then, node)).used),
		),
	);

describe.each(RELEASES)('saved with %s', (release) => {
	const nodes = nodesOf(release);
	let now: (type: string) => INodeProperties[];

	beforeAll(async () => {
		const loader = await loadPackage();
		now = (type) =>
			(loader.getNode(type).type as { description: never })['description']['properties'];
	});

	test('is what the panel stored at that time', () => {
		for (const { file, node, then, where } of nodes) {
			const { parameters } = node;
			if (file !== IN_FULL) expect([where, parameters]).toEqual([where, asSaved(then, node)]);
			const { missing } = usesOf(then, asLoaded(then, tidied(then, node)));
			expect([where, ...missing]).toEqual([where]);
		}
	});

	test('uses everything that could be set', () => {
		const used = usedUpTo(release);
		const all = new Set(Object.values(descriptionOf(release)).flatMap((panel) => offered(panel)));
		expect([...all].filter((one) => !used.has(one) && !OF_N8N.test(one))).toEqual([]);
	});

	test('is still defined and offered, and means the same if nothing is stored', () => {
		for (const { node, type, then, where } of nodes) {
			const before = asLoaded(then, node);
			for (const { name, type: kind } of then) {
				if (kind === 'hidden' || kind === 'notice') delete before[name];
			}
			const after = asLoaded(now(type), node);
			expect([where, after]).toMatchObject([where, before]);
			expect([where, ...usesOf(now(type), after).missing]).toEqual([where]);
		}
	});
});
