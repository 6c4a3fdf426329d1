import { type Client, createClient } from '@connectrpc/connect';
import { PoolService } from '@ledgergraph/proto-schemas/chain/v1/pool';
import { createInternalTransport } from '@ledgergraph/service-kit/http/internal-transport';

export type PoolServiceClient = Client<typeof PoolService>;

/** @param url absent: no list leaves out pending spends */
export function connectPoolService(url: string | undefined, secret: string): PoolServiceClient | undefined {
  return url === undefined ? undefined : createClient(PoolService, createInternalTransport(url, secret));
}
