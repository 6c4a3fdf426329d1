import { describeTable, type RowOf } from '@ledgergraph/chain-kit/db/table';
import type { IdentityOperation } from '#/rules/identity-status.ts';

export type HolderRole = 'PRIMARY' | 'REVOCATION' | 'RECOVERY';

export const registrations = describeTable(
  'identity',
  {
    identityAddress: 'text',
    ordinal: 'integer',
    registeredHeight: 'integer',
    registeredTxid: 'text',
    parentId: 'text?',
    parentPath: 'text',
    referral: 'text?',
  },
  { height: 'registeredHeight' },
);
export type RegistrationRow = RowOf<typeof registrations>;

/** Full states, each from its block on. */
export const revisions = describeTable('identity_revision', {
  identityAddress: 'text',
  version: 'integer',
  height: 'integer',
  txIndex: 'integer',
  vout: 'integer',
  txid: 'text',
  operations: 'text[]',
  structureVersion: 'integer',
  flags: 'bigint',
  timelock: 'bigint',
  name: 'text',
  systemId: 'text?',
  primaryAddresses: 'text[]',
  minimumSignatures: 'integer',
  revocationAuthority: 'text?',
  recoveryAuthority: 'text?',
  privateAddress: 'text?',
  contentMap: 'text',
  contentMultiMap: 'text',
});
export type RevisionRow = RowOf<typeof revisions> & { operations: IdentityOperation[] };

/** Spans of heights in which every revision of an identity names a holder. */
export const holders = describeTable(
  'identity_holder',
  {
    identityAddress: 'text',
    role: 'text',
    holder: 'text',
    fromVersion: 'integer',
    fromHeight: 'integer',
    toHeight: 'integer?',
    ordinal: 'integer',
  },
  { height: 'fromHeight', setLater: { toHeight: [] } },
);
export type HolderRow = RowOf<typeof holders> & { role: HolderRole };

/** Names of identities from each of their labels on. */
export const labels = describeTable('identity_label', {
  identityAddress: 'text',
  position: 'integer',
  path: 'bytea',
  labelLength: 'integer',
  ordinal: 'integer',
  height: 'integer',
});
export type LabelRow = RowOf<typeof labels>;

/** Labels of currencies, and their parents. The first definition stands. */
export const currencies = describeTable(
  'currency_name',
  { currencyId: 'text', name: 'text', parentId: 'text?', height: 'integer' },
  { keepsFirst: true },
);
export type CurrencyNameRow = RowOf<typeof currencies>;

export type ClosedHolder = Pick<HolderRow, 'identityAddress' | 'role' | 'holder'> & { toHeight: number };

export interface IdentityRows {
  registrations: RegistrationRow[];
  revisions: RevisionRow[];
  holders: HolderRow[];
  closedHolders: ClosedHolder[];
  labels: LabelRow[];
  currencies: CurrencyNameRow[];
}
