import { decodeTransaction } from './decode-transaction.ts';
import type { KnownTransaction } from './known-transaction.ts';
import type { NodeState } from './node-state.ts';

const TXID_LENGTH = 64;

export interface PoolControl {
  pool(): string[];
  /** Those of the next step of the tip; returns the ids of those that entered. */
  fillPool(): string[];
  /** @returns ids of those that entered @throws Error for an unknown transaction, or one without its coins */
  enterPool(which: number | readonly string[]): string[];
  /** Without an announcement, as a restart or clearrawmempool does. */
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
