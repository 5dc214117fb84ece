/**
 * RUNS multiplies the number of runs of all random suites alike. A manual run does few, so that it
 * takes minutes: rare errors are left to CI, which does sixteen times as many.
 */
const FACTOR = Number(process.env.RUNS ?? (process.env.CI ? 8 : 0.5));

/** The number of runs; `usual` is the number for RUNS=1. */
export const runs = (usual: number): number => Math.max(1, Math.ceil(usual * FACTOR));
