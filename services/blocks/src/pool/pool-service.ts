import { create } from '@bufbuild/protobuf';
import { Code, ConnectError, type ServiceImpl } from '@connectrpc/connect';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import {
  type ListPendingSpendsRequest,
  ListPendingSpendsResponseSchema,
  type PoolService,
} from '@ledgergraph/proto-schemas/chain/v1/pool';
import type { ByChain } from '@ledgergraph/service-kit/db/database-map';
import { findPools } from '#/db/find-pool.ts';
import { listPendingSpends } from '#/db/list-pending-spends.ts';

const ADDRESSES_MAX = 1_000;
/** More than a thousand transactions of ten inputs; an answer has at most some 400 kB. */
const SPENDS_MAX = 10_000;

export function poolService(databases: ByChain<SqlExecutor>): ServiceImpl<typeof PoolService> {
  return {
    listPendingSpends: async (request) => {
      check(request);
      const { chainId, height, addresses } = request;
      const db = databases.of(chainId);
      const [pool] = await findPools(db, [chainId]);
      const serial = request.poolSerial ?? pool?.serial ?? 0n;
      const spends = await listPendingSpends(db, { chainId, height, serial }, addresses, SPENDS_MAX + 1);
      if (spends.length > SPENDS_MAX) {
        throw new ConnectError(`more than ${SPENDS_MAX} outputs are being spent`, Code.ResourceExhausted);
      }
      return create(ListPendingSpendsResponseSchema, {
        poolSerial: serial,
        spends: spends.map(({ txid, vout }) => ({ txid: Buffer.from(txid, 'hex'), vout })),
        ...(pool?.readAt != null && { readAt: pool.readAt.toISOString() }),
        ...(pool?.tipHeight != null && { tipHeight: pool.tipHeight }),
        ...(pool?.tipHash != null && { tipHash: pool.tipHash }),
      });
    },
  };
}

function check({ addresses, height, poolSerial = 0n }: ListPendingSpendsRequest): void {
  if (addresses.length < 1 || addresses.length > ADDRESSES_MAX) {
    throw new ConnectError(`1 to ${ADDRESSES_MAX} addresses can be asked for`, Code.InvalidArgument);
  }
  // Columns hold no higher numbers, and no text with a NUL.
  if (height > 0x7fffffff || poolSerial > 0x7fffffffffffffffn || addresses.some((one) => !/^\w{1,64}$/.test(one))) {
    throw new ConnectError('a value is out of its range', Code.InvalidArgument);
  }
}
