import { type RegistrationRow, type RevisionRow, registrations, revisions } from './tables.ts';

export type IdentityInForce = RegistrationRow & RevisionRow;

export const IN_FORCE_COLUMNS = `${registrations.columns('i')}, ${revisions.columns('r')}`;

export const REVISION_IN_FORCE = `CROSS JOIN LATERAL (
            SELECT * FROM identity_revision
             WHERE chain = i.chain AND identity_address = i.identity_address AND height <= wanted.height
             ORDER BY height DESC, version DESC LIMIT 1) r`;

export interface IdentityVersionRow extends RevisionRow {
  blockHash: string;
  /** Unix seconds. */
  blockTime: number;
  parentId: string | null;
}

/** LIMIT 1 lets Postgres look each block b up instead of reading the whole table to join it. */
export const VERSION_BLOCK = `CROSS JOIN LATERAL (
        SELECT hash, time FROM applied_block WHERE chain = r.chain AND height = r.height LIMIT 1) b`;

export const VERSION_COLUMNS = `${revisions.columns('r')}, encode(b.hash, 'hex') AS "blockHash", b.time AS "blockTime",
       (SELECT parent_id FROM identity WHERE chain = r.chain AND identity_address = r.identity_address) AS "parentId"`;
