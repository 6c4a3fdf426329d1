import type { Network as NetworkRecord } from '@ledgergraph/graph-kit/network';
import type { FeeRules } from '#/fees/fee-rules.ts';
import { feePolicy } from './FeePolicy.ts';
import type { BlocksContext } from './loaders.ts';
import { getSyncState, type SyncStateRecord } from './sync-state-record.ts';

export const Network = {
  nativeCurrency: ({ chainId }: NetworkRecord) => ({ chainId, currencyId: chainId, at: null }),
  feePolicy: (network: NetworkRecord): FeeRules => feePolicy(network),
  syncState: ({ chainId }: NetworkRecord, _: unknown, context: BlocksContext): Promise<SyncStateRecord> =>
    getSyncState(context, chainId),
};
