/**
 * Milliseconds that a call of the service of webhooks may take: less than the gateway waits for an answer of the dashboard (15 s). The service
 * gives a receiver of a test event 5 s.
 */
export const CHANGE_TIMEOUT_MS = 12_000;
