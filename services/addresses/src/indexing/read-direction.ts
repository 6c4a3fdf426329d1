import type { Direction } from '#/db/direction.ts';
import { outputValues } from '#/db/output-row.ts';
import type { AddressMove } from './read-address-moves.ts';
import type { SpendingTransaction } from './resolve-spends.ts';

/**
 * What a transaction was to an address, by what it lost and gained in all:
 * SENT some currency became less and value went to others; SELF it only paid itself (less a fee), staked, or rewrote an output
 * without value; RECEIVED otherwise.
 */
export function readDirection(
  transaction: SpendingTransaction,
  address: string,
  move: AddressMove,
  nativeId: string,
): Direction {
  const currencies = [...move.currencies.values()];
  if (currencies.some(({ credit, debit }) => credit < debit)) {
    return paysOthers(transaction, address, nativeId) ? 'SENT' : 'SELF';
  }
  if (currencies.some(({ credit, debit }) => credit > debit)) return 'RECEIVED';
  return move.isSpender ? 'SELF' : 'RECEIVED';
}

function paysOthers(transaction: SpendingTransaction, address: string, nativeId: string): boolean {
  return (
    transaction.paysShielded ||
    transaction.outputs.some(
      (output) => !output.addresses.includes(address) && outputValues(output, nativeId).length > 0,
    )
  );
}
