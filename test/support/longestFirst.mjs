import Sequencer from '@jest/test-sequencer';

/** Test files that mostly wait for time-outs, the longest first. */
const LONGEST = ['faults', 'agentTool', 'sameOnBoth', 'wait'].map(
	(name) => `/test/engine/${name}.test.mts`,
);

/** The place of a test file in the list; files that are not in it come after it. */
const placeOf = ({ path }) => {
	const place = LONGEST.findIndex((end) => path.replaceAll('\\', '/').endsWith(end));
	return place === -1 ? LONGEST.length : place;
};

/**
 * In a fresh clone Jest does not know how long a file takes, and starts the largest first. A small
 * file that waits for a minute would then run alone at the end.
 */
export default class LongestFirst extends Sequencer {
	sort(tests) {
		return super.sort(tests).sort((left, right) => placeOf(left) - placeOf(right));
	}
}
