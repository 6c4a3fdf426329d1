import { REVISION_COLUMNS, type RevisionFields } from './revision-columns.ts';

/** An identity as it stands at a height: its constant members, and the revision in force. */
export interface IdentityInForce extends RevisionFields {
  ordinal: number;
  registeredHeight: number;
  registeredTxid: string;
  parentId: string | null;
  parentPath: string;
  referral: string | null;
}

/** Select list that yields IdentityInForce from identity i and its revision in force r. */
export const IN_FORCE_COLUMNS = `${REVISION_COLUMNS},
  i.ordinal, i.registered_height AS "registeredHeight", i.registered_txid AS "registeredTxid",
  i.parent_id AS "parentId", i.parent_path AS "parentPath", i.referral`;
