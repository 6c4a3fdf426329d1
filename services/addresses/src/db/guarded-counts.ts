import { describeTable } from '@ledgergraph/chain-kit/db/table';
import { guardId, isTimely, OPEN_GUARD } from './guard.ts';
import type { OutputRow } from './output-row.ts';
import { RunningSums, SumChanges } from './running-sums.ts';

const ANY_CURRENCY = 0;

export const guardedCounts = describeTable('guarded_count', {
  addressId: 'integer',
  currencyId: 'integer',
  guardId: 'integer',
  height: 'integer',
  utxoCount: 'integer',
  satoshis: 'bigint',
});

export const guardedSums = new RunningSums(guardedCounts, { key: 3, place: 1 });

/** Unspent outputs behind guards. Of outputs that a contract holds only the native value counts. */
export class GuardedChanges extends SumChanges {
  move(output: OutputRow, height: number, sign: 1n | -1n): void {
    if (output.guard === OPEN_GUARD) return;
    const guard = guardId(output.guard);
    const counted = isTimely(output.guard);
    for (const { id, native } of output.addresses) {
      const move = (currency: number, satoshis: bigint) =>
        this.add([id, currency, guard, height], [sign, sign * satoshis]);
      if (counted) move(ANY_CURRENCY, 0n);
      if (output.satoshis !== 0n) move(native.currency.id, output.satoshis);
      if (counted) for (const { currency, satoshis } of output.tokens) move(currency.id, satoshis);
    }
  }
}
