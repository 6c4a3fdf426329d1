import { describeTable, type RowOf } from '@ledgergraph/chain-kit/db/table';
import type { CurrencyKind } from '#/rules/currency-kind.ts';
import type { LaunchState } from '#/rules/launch-state.ts';

/** A later definition replaces an earlier one from its height on. */
export const definitions = describeTable('currency_definition', {
  currencyId: 'text',
  height: 'integer',
  txIndex: 'integer',
  vout: 'integer',
  txid: 'text?',
  fullyQualifiedName: 'text',
  searchNames: 'text[]',
  kind: 'text',
  systemId: 'text',
  reserveIds: 'text[]',
  definition: 'text',
});
export type StoredDefinition = RowOf<typeof definitions> & { kind: CurrencyKind };

export type StateSource = 'NOTARIZATION' | 'INITIAL' | 'ISSUANCE';

/** Each is in force from its height until the next; amounts in satoshis. */
export const states = describeTable('currency_state', {
  initialSupply: 'bigint',
  emitted: 'bigint',
  supply: 'bigint',
  fees: 'bigint?',
  conversionFees: 'bigint?',
  ordinal: 'integer',
  height: 'integer',
  txIndex: 'integer',
  vout: 'integer',
  flags: 'integer',
  lastNotarization: 'integer?',
  currencyId: 'text',
  txid: 'text?',
  source: 'text',
  launchState: 'text',
  reserves: 'text',
  version: 'integer?',
  primaryOut: 'bigint?',
  preconvertedOut: 'bigint?',
});
export type StoredState = RowOf<typeof states> & { source: StateSource; launchState: LaunchState };

/** After each block that changes the number of coins, in satoshis. */
export const nativeSupplies = describeTable('native_supply', { supply: 'bigint', height: 'integer' });
export type NativeSupply = RowOf<typeof nativeSupplies>;
