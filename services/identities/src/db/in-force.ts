import { blockTime } from '@ledgergraph/chain-kit/db/block-time';
import { type RegistrationRow, type RevisionRow, registrations, revisions } from './tables.ts';

/** An identity as it stands at a height: its constant members, and the revision in force. */
export type IdentityInForce = RegistrationRow & RevisionRow;

/** Select list of IdentityInForce from identity i and its revision in force r. */
export const IN_FORCE_COLUMNS = `${registrations.columns('i')}, ${revisions.columns('r')}`;

/** Joins the revision r of identity i that is in force at the height of `wanted`. */
export const REVISION_IN_FORCE = `CROSS JOIN LATERAL (
            SELECT * FROM identity_revision
             WHERE chain = i.chain AND identity_address = i.identity_address AND height <= wanted.height
             ORDER BY height DESC, version DESC LIMIT 1) r`;

/** A revision and the block that carries it. */
export interface IdentityVersionRow extends RevisionRow {
  blockHash: string;
  /** Unix seconds. */
  blockTime: number;
}

/** Joins the block b that carries a revision r. LIMIT 1: Postgres then looks each row up, and does not read the whole table to join it. */
export const VERSION_BLOCK = `CROSS JOIN LATERAL (
        SELECT hash, time FROM applied_block WHERE chain = r.chain AND height = r.height LIMIT 1) b`;

/** Select list of IdentityVersionRow from identity_revision r and applied_block b. */
export const VERSION_COLUMNS = `${revisions.columns('r')}, encode(b.hash, 'hex') AS "blockHash", ${blockTime('b.time')} AS "blockTime"`;
