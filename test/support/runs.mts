/**
 * RUNS multiplies the number of runs of all random suites alike. A manual run does few, so that it
 * takes minutes: rare errors are left to CI, which does eight times as many.
 */
const FACTOR = Number(process.env.RUNS ?? (process.env.CI ? 8 : 1));

/** The number of runs; `usual` is the number for a manual run. */
export const runs = (usual: number): number => Math.max(1, Math.ceil(usual * FACTOR));
