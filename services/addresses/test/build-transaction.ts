import { AddressRegistry } from '#/db/address-registry.ts';
import type { ChainAddress } from '#/db/chain-address.ts';
import { OPEN_GUARD } from '#/db/guard.ts';
import type { OutputRow, TokenValue } from '#/db/output-row.ts';
import type { ChainTransaction } from '#/rules/chain-transaction.ts';

export const NATIVE = 'native';

export const registry = new AddressRegistry(1, NATIVE);

let ids = 0;
let serial = 0;

export function addressOf(text: string): ChainAddress {
  const address = registry.at(1, text);
  if (!address.isNamed) {
    ids += 1;
    registry.name(address, ids);
    address.isWhole = true;
  }
  return address;
}

export function tokenOf(currency: string, satoshis: bigint): TokenValue {
  return { currency: addressOf(currency), satoshis };
}

type OutputChanges = Partial<Omit<OutputRow, 'holder' | 'place'>> & { holder?: string | null; txid?: string };

export function buildOutput(
  addresses: readonly string[],
  satoshis: bigint,
  { holder = addresses[0] ?? null, txid, ...changes }: OutputChanges = {},
): OutputRow {
  serial += 1;
  return {
    place: { height: 1, index: 0, txid: txid ?? serial.toString(16).padStart(64, '0') },
    vout: 0,
    satoshis,
    addresses: addresses.map(addressOf),
    group: null,
    holder: holder === null ? null : addressOf(holder),
    tokens: [],
    kind: null,
    guard: OPEN_GUARD,
    matures: false,
    isSpent: false,
    ...changes,
  };
}

type TransactionChanges = Partial<Pick<ChainTransaction, 'paysShielded'>> & { height?: number };

/** Its name is that of its first output. */
export function buildTransaction(
  spends: OutputRow[],
  outputs: OutputRow[],
  { height = 1, paysShielded = false }: TransactionChanges = {},
): ChainTransaction {
  serial += 1;
  const txid = outputs[0]?.place.txid ?? serial.toString(16).padStart(64, '0');
  return { place: { height, index: 0, txid }, spends, outputs, paysShielded };
}
