import { describeTable } from '@ledgergraph/chain-kit/db/table';
import type { ChainAddress } from './chain-address.ts';

export const identityLocks = describeTable('identity_lock', {
  identityId: 'integer',
  height: 'integer',
  freeFrom: 'bigint?',
});

/** One for each identity and block. */
export interface IdentityLock {
  identity: ChainAddress;
  height: number;
  /** Height of the first block that it can sign for; null: no height frees it. */
  freeFrom: bigint | null;
}
