import type { Direction } from '#/db/address-activity.ts';
import type { ChainAddress } from '#/db/chain-address.ts';
import { hasValue } from '#/db/output-row.ts';
import type { ChainTransaction } from '#/rules/chain-transaction.ts';
import type { AddressMove } from './read-address-moves.ts';

/** SENT: a currency became less and value went to others; SELF: the address paid itself, staked, or rewrote an output without value. */
export function readDirection(transaction: ChainTransaction, move: AddressMove): Direction {
  let hasGained = false;
  for (const { credit, debit } of move.currencies) {
    if (credit < debit) return paysOthers(transaction, move.address) ? 'SENT' : 'SELF';
    hasGained ||= credit > debit;
  }
  return move.isSpender && !hasGained ? 'SELF' : 'RECEIVED';
}

function paysOthers(transaction: ChainTransaction, address: ChainAddress): boolean {
  return (
    transaction.paysShielded ||
    transaction.outputs.some((output) => hasValue(output) && !output.addresses.includes(address))
  );
}
