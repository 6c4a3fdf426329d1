import type { IdentityState } from '@ledgergraph/verus-protocol/payloads/identity-primary';
import type { IdentityOperation } from '#/identity/identity-status.ts';

export type HolderRole = 'PRIMARY' | 'REVOCATION' | 'RECOVERY';

export interface RegistrationRow {
  identityAddress: string;
  ordinal: number;
  registeredHeight: number;
  registeredTxid: string;
  parentId: string | null;
  parentPath: string;
  referral: string | null;
}

export interface RevisionRow {
  version: number;
  height: number;
  txIndex: number;
  vout: number;
  txid: string;
  operations: IdentityOperation[];
  state: IdentityState;
}

export interface HolderRow {
  identityAddress: string;
  role: HolderRole;
  holder: string;
  fromVersion: number;
  fromHeight: number;
  toHeight: number | null;
  /** The identity's. */
  ordinal: number;
}

export interface LabelRow {
  identityAddress: string;
  position: number;
  path: Uint8Array;
  labelLength: number;
  ordinal: number;
  height: number;
}

/** A currency's own label and the currency above it. */
export interface CurrencyNameRow {
  height: number;
  currencyId: string;
  name: string;
  parentId: string | null;
}

/** Rows that a run of blocks adds to the tables; `closedHolders` end rows that were there before. */
export interface IdentityRows {
  registrations: RegistrationRow[];
  revisions: RevisionRow[];
  openedHolders: HolderRow[];
  closedHolders: Omit<HolderRow, 'fromVersion' | 'fromHeight' | 'ordinal'>[];
  labels: LabelRow[];
  currencies: CurrencyNameRow[];
}
