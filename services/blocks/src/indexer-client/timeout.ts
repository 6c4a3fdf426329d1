import { currentDeadline } from '@ledgergraph/service-kit/db/current-deadline';

/** Less than a gateway waits for a subgraph by default: then the client learns what is known of the outcome. */
const TIMEOUT_MS = 8_000;
/** Time for the answer on its way to the client. */
const MARGIN_MS = 500;

/** Time that a call to the indexer may take: it ends before the request that waits for it. */
export function timeoutMs(): number {
  const leftMs = (currentDeadline()?.leftMs() ?? Number.POSITIVE_INFINITY) - MARGIN_MS;
  return Math.max(1, Math.min(TIMEOUT_MS, leftMs));
}
