/** Endpoints that no operation reaches, by operationId of openapi.yaml, each with the reason. */
export const EXCLUDED: Record<string, string> = {};
