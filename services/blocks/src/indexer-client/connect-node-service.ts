import { type Client, createClient } from '@connectrpc/connect';
import { NodeService } from '@ledgergraph/proto-schemas/chain/v1/node';
import { currentDeadline } from '@ledgergraph/service-kit/db/current-deadline';
import { createInternalTransport } from '@ledgergraph/service-kit/http/internal-transport';

export type NodeServiceClient = Client<typeof NodeService>;

export function connectNodeService(url: string | undefined, secret: string): NodeServiceClient | undefined {
  return url === undefined ? undefined : createClient(NodeService, createInternalTransport(url, secret));
}

/** Less than a gateway waits for a subgraph by default, so that the client gets the known part of the outcome. */
const TIMEOUT_MS = 8_000;
const MARGIN_MS = 500;

export function timeoutMs(): number {
  const leftMs = (currentDeadline()?.leftMs() ?? Number.POSITIVE_INFINITY) - MARGIN_MS;
  return Math.max(1, Math.min(TIMEOUT_MS, leftMs));
}
