/** Milliseconds after which a request of an operation is given up: what n8n has for routing. */
export const OPERATION_TIMEOUT_MS = 300_000;

/** Milliseconds after which a person has waited long enough for a list, a form or a test. */
export const EDITOR_TIMEOUT_MS = 20_000;

/** Milliseconds after which one request of a poll is given up. */
export const POLL_REQUEST_TIMEOUT_MS = 20_000;

/** Milliseconds after which a request is given up for which nobody has set a time-out. */
export const DEFAULT_TIMEOUT_MS = 60_000;
