import { type OutputRow, outputValues } from '#/db/output-row.ts';
import type { SpendingTransaction } from './resolve-spends.ts';

/** What a block did to one holder of one currency: net, in satoshis, never zero. */
export interface HolderMove {
  currencyId: string;
  holder: string;
  height: number;
  delta: bigint;
}

/** Changes of the rich list in a batch, block by block: each output counts once in all, for its holder. */
export function readHolderMoves(transactions: readonly SpendingTransaction[], nativeId: string): HolderMove[] {
  const moves = new Map<string, HolderMove>();
  const add = (output: OutputRow, height: number, sign: 1n | -1n): void => {
    const { holder } = output;
    if (holder === null) return;
    for (const { currencyId, satoshis } of outputValues(output, nativeId)) {
      const key = `${height} ${currencyId} ${holder}`;
      const move = moves.get(key) ?? { currencyId, holder, height, delta: 0n };
      move.delta += sign * satoshis;
      moves.set(key, move);
    }
  };
  for (const { height, spends, outputs } of transactions) {
    for (const output of spends) add(output, height, -1n);
    for (const output of outputs) add(output, height, 1n);
  }
  // What came and went within one block is no change of the list.
  return [...moves.values()].filter((move) => move.delta !== 0n);
}
