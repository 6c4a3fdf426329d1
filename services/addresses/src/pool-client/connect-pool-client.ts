import { type Client, createClient } from '@connectrpc/connect';
import { PoolService } from '@ledgergraph/proto-schemas/chain/v1/pool';
import { createInternalTransport } from '@ledgergraph/service-kit/http/internal-transport';

export type PoolClient = Client<typeof PoolService>;

/** @param url absent: no list leaves out pending spends */
export function connectPoolClient(url: string | undefined, secret: string): PoolClient | undefined {
  return url === undefined ? undefined : createClient(PoolService, createInternalTransport(url, secret));
}
