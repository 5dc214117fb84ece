/**
 * The number of runs of a random suite that has been enough to find past errors; RUNS multiplies it
 * for all suites alike. CI runs more.
 */
const FACTOR = Number(process.env.RUNS ?? (process.env.CI ? 8 : 1));

/** The number of runs; `usual` is the number for a manual run. */
export const runs = (usual: number): number => Math.max(1, Math.ceil(usual * FACTOR));
