import type { OutputRow } from '#/db/output-row.ts';
import type { SpendingTransaction } from './resolve-spends.ts';

/** What a block did to one holder of one currency: net, in satoshis, never zero. */
export interface HolderMove {
  currencyId: string;
  holder: string;
  height: number;
  delta: bigint;
}

/** Changes of the rich list by the transactions of one block: each output counts once in all, for its holder. */
export function readHolderMoves(transactions: readonly SpendingTransaction[], nativeId: string): HolderMove[] {
  const moves: HolderMove[] = [];
  const byHolder = new Map<string, HolderMove[]>();
  const add = (holder: string, currencyId: string, at: number, delta: bigint): void => {
    const ofHolder = byHolder.get(holder);
    const met = ofHolder?.find((move) => move.currencyId === currencyId);
    if (met !== undefined) {
      met.delta += delta;
      return;
    }
    const move = { currencyId, holder, height: at, delta };
    moves.push(move);
    if (ofHolder === undefined) byHolder.set(holder, [move]);
    else ofHolder.push(move);
  };
  const addOutput = ({ holder, satoshis, tokens }: OutputRow, at: number, sign: 1n | -1n): void => {
    if (holder === null) return;
    if (satoshis !== 0n) add(holder, nativeId, at, sign * satoshis);
    for (const token of tokens) add(holder, token.currencyId, at, sign * token.satoshis);
  };
  for (const transaction of transactions) {
    for (const output of transaction.spends) addOutput(output, transaction.height, -1n);
    for (const output of transaction.outputs) addOutput(output, transaction.height, 1n);
  }
  // What came and went within one block is no change of the list.
  return moves.filter((move) => move.delta !== 0n);
}
