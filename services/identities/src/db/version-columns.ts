import { blockTime } from '@ledgergraph/chain-kit/db/block-time';
import { REVISION_COLUMNS, type RevisionFields } from './revision-columns.ts';

/** A revision and the block that carries it. */
export interface IdentityVersionRow extends RevisionFields {
  blockHash: string;
  /** Unix seconds. */
  blockTime: number;
}

/** Select list that yields IdentityVersionRow from identity_revision r and applied_block b. */
export const VERSION_COLUMNS = `${REVISION_COLUMNS}, b.hash AS "blockHash", ${blockTime('b.time')} AS "blockTime"`;
