/**
 * As many runs of a random suite as find what such runs have found so far; RUNS is the factor for all
 * suites alike. CI takes its time.
 */
const FACTOR = Number(process.env.RUNS ?? (process.env.CI ? 8 : 1));

/** How many runs, where `usual` are made by hand. */
export const runs = (usual: number): number => Math.max(1, Math.ceil(usual * FACTOR));
