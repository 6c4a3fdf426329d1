import { chainNumberOf } from '@ledgergraph/chain-kit/chain/chain-numbers';
import { blockTime } from '@ledgergraph/chain-kit/db/block-time';
import type { IdentityState } from '@ledgergraph/verus-protocol/payloads/identity-primary';
import type { IdentityOperation } from '#/identity/identity-status.ts';

/** An identity_revision row; the parent belongs to the identity, not to its revisions. */
export interface RevisionFields extends Omit<IdentityState, 'parentId'> {
  chainId: string;
  version: number;
  height: number;
  txIndex: number;
  vout: number;
  txid: string;
  operations: IdentityOperation[];
}

/** Select list that yields RevisionFields from identity_revision under the alias r. */
export const REVISION_COLUMNS = `
  r.chain_id AS "chainId", r.identity_address AS "identityAddress", r.version, r.height, r.tx_index AS "txIndex", r.vout,
  r.txid, r.operations, r.structure_version AS "structureVersion", r.flags, r.timelock, r.name, r.system_id AS "systemId",
  r.primary_addresses AS "primaryAddresses", r.minimum_signatures AS "minimumSignatures",
  r.revocation_authority AS "revocationAuthority", r.recovery_authority AS "recoveryAuthority",
  r.private_address AS "privateAddress", r.content_map AS "contentMap", r.content_multi_map AS "contentMultiMap"`;

/** A revision and the block that carries it. */
export interface IdentityVersionRow extends RevisionFields {
  blockHash: string;
  /** Unix seconds. */
  blockTime: number;
}

/** Joins the block b that carries a revision r. LIMIT 1: Postgres then looks each row up, and does not read the whole table to join it. */
export const VERSION_BLOCK = `
  CROSS JOIN LATERAL (
        SELECT hash, time FROM applied_block
         WHERE chain = ${chainNumberOf('r.chain_id')} AND height = r.height LIMIT 1) b`;

/** Select list that yields IdentityVersionRow from identity_revision r and applied_block b. */
export const VERSION_COLUMNS = `${REVISION_COLUMNS}, encode(b.hash, 'hex') AS "blockHash", ${blockTime('b.time')} AS "blockTime"`;
