import { decodeTransaction } from './decode-transaction.ts';
import type { KnownTransaction } from './known-transaction.ts';
import type { NodeState } from './node-state.ts';

const TXID_LENGTH = 64;

/** Control that tests have over the pool of a recorded node. */
export interface PoolControl {
  /** Ids of the pool's transactions, in the order of their entry. */
  pool(): string[];
  /** Lets all transactions of the next step of the tip enter that can; returns the ids of those that did. */
  fillPool(): string[];
  /**
   * Lets transactions enter: a number of them from the next step of the tip, or named ones of the recording, each by its
   * id or its raw hex, in that order.
   * @returns ids of those that entered
   * @throws Error for one that the recording does not hold, or whose coins are not there
   */
  enterPool(which: number | readonly string[]): string[];
  /** Empties the pool without a word, as a restart or clearrawmempool does. */
  dropPool(): void;
}

export function controlPool({ mempool, known }: NodeState): PoolControl {
  return {
    pool: () => mempool.pool.list().map(({ transaction }) => transaction.txid),
    fillPool: () => mempool.enterUpcoming(),
    enterPool(which) {
      if (typeof which === 'number') return mempool.enterUpcoming(which);
      return which.map((name) => {
        const transaction = find(name);
        mempool.enter(transaction);
        return transaction.txid;
      });
    },
    dropPool: () => mempool.drop(),
  };

  function find(name: string): KnownTransaction {
    const txid = name.length === TXID_LENGTH ? name : decodeTransaction(name)?.txid;
    const transaction = txid === undefined ? undefined : known.find(txid);
    if (transaction === undefined) throw new Error(`the recording has no transaction ${name.slice(0, TXID_LENGTH)}`);
    return transaction;
  }
}
