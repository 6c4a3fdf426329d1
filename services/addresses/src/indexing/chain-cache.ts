import { LRUCache } from 'lru-cache';
import type { AddressIds } from '#/db/address-ids.ts';
import type { HeldTotal } from '#/db/holder-row.ts';
import type { OutputRow } from '#/db/output-row.ts';
import type { AddressState, AddressStates } from './address-states.ts';
import { outpointKey } from './outpoint-key.ts';
import type { SpendingTransaction } from './resolve-spends.ts';

/** Entries of each kind: what a chain used in its last hundred blocks or so, in some ten megabytes. */
const ENTRIES_MAX = 10_000;

/** What a batch did, and where it left what it touched. */
interface BatchResult {
  transactions: readonly SpendingTransaction[];
  spentBefore: readonly OutputRow[];
  states: AddressStates;
  totals: ReadonlyMap<string, HeldTotal>;
}

/** In place of a script: it would keep the whole answer of the stream that it is a part of. */
const NO_SCRIPT = new Uint8Array();

/**
 * What one chain's rows said when its last batch was applied, as far as batches used it: spares most look-ups of the next.
 *
 * Rows follow from the blocks alone, so what is kept belongs to a block, and is believed only by a batch that continues this very block.
 * A batch that failed, or whose transaction was rolled back, or a cursor that somebody else moved, leads to another block: then nothing
 * of it is believed.
 */
export class ChainCache {
  readonly ids = new LRUCache<string, number>({ max: ENTRIES_MAX });
  readonly addresses = new LRUCache<number, string>({ max: ENTRIES_MAX });
  /** Unspent, by `outpointKey`. */
  readonly outputs = new LRUCache<string, OutputRow>({ max: ENTRIES_MAX });
  readonly states = new LRUCache<string, AddressState>({ max: ENTRIES_MAX });
  /** By currency. */
  readonly totals = new LRUCache<string, HeldTotal>({ max: ENTRIES_MAX });
  #block: string | undefined;
  #chain: number | undefined;

  /** Begins a batch: all is forgotten unless it continues the block that the last one ended with. @param parent hash before the batch */
  begin(chain: number, parent: string): void {
    if (this.#block !== parent || this.#chain !== chain) this.clear();
    this.#block = undefined;
    this.#chain = chain;
  }

  /** Ends a batch, when all it knew is kept. @param block hash of its last block */
  end(block: string): void {
    this.#block = block;
  }

  clear(): void {
    this.#block = undefined;
    for (const kept of [this.ids, this.addresses, this.outputs, this.states, this.totals]) kept.clear();
  }

  /** Takes what a batch met and left. */
  keep(ids: AddressIds, { transactions, spentBefore, states, totals }: BatchResult): void {
    for (const [address, id] of ids.learned()) {
      this.ids.set(address, id);
      this.addresses.set(id, address);
    }
    for (const output of spentBefore) this.outputs.delete(outpointKey(output));
    for (const { outputs } of transactions) {
      for (const output of outputs) {
        output.script = NO_SCRIPT;
        if (output.spend === null) this.outputs.set(outpointKey(output), output);
      }
    }
    for (const [address, state] of states) this.states.set(address, state);
    for (const [currencyId, total] of totals) this.totals.set(currencyId, total);
  }
}
