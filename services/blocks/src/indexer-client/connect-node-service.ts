import { type Client, createClient } from '@connectrpc/connect';
import { NodeService } from '@ledgergraph/proto-schemas/chain/v1/node';
import { createInternalTransport } from '@ledgergraph/service-kit/http/internal-transport';

export type NodeServiceClient = Client<typeof NodeService>;

/** Connects to the process that talks to nodes. @param url absent: the installation sends no transactions */
export function connectNodeService(url: string | undefined, secret: string): NodeServiceClient | undefined {
  return url === undefined ? undefined : createClient(NodeService, createInternalTransport(url, secret));
}
