import type { AddressIds } from '#/db/address-ids.ts';
import type { NewAddress } from '#/db/addresses.ts';
import type { HeldTotal } from '#/db/holder-row.ts';
import type { OutputRow } from '#/db/output-row.ts';
import type { AddressState, AddressStates } from './address-states.ts';
import { Kept } from './kept.ts';

/** Entries of each kind besides the last batch's: what a chain used in its last hundred blocks or so, in some ten megabytes. */
const ENTRIES_MAX = 10_000;

/** Where a batch left what it touched. */
interface BatchResult {
  ids: AddressIds;
  /** Addresses that got their ids. */
  added: readonly NewAddress[];
  created: Map<string, readonly OutputRow[]>;
  states: AddressStates;
  totals: Map<string, HeldTotal>;
}

/**
 * What one chain's rows say once its last batch is written: all of what that batch did, since it may be on its way still, and of earlier
 * ones as far as batches used it, which spares most look-ups of the next.
 *
 * Rows follow from the blocks alone, so what is kept belongs to a block, and is believed only by a batch that continues this very block.
 * A batch that failed, or whose transaction was rolled back, or a cursor that somebody else moved, leads to another block: then nothing
 * of it is believed.
 */
export class ChainCache {
  readonly ids = new Kept<string, number>(ENTRIES_MAX);
  readonly addresses = new Kept<number, string>(ENTRIES_MAX);
  /** Of each transaction, by txid. */
  readonly outputs = new Kept<string, readonly OutputRow[]>(ENTRIES_MAX);
  readonly states = new Kept<string, AddressState>(ENTRIES_MAX);
  /** By currency. */
  readonly totals = new Kept<string, HeldTotal>(ENTRIES_MAX);
  /** The first id that no address has; undefined: not known. */
  nextId: number | undefined;
  #block: string | undefined;
  #chain: number | undefined;

  /** Begins a batch: all is forgotten unless it continues the block that the last one ended with. @param parent hash before the batch */
  begin(chain: number, parent: string): void {
    if (this.#block !== parent || this.#chain !== chain) this.clear();
    this.#block = undefined;
    this.#chain = chain;
  }

  clear(): void {
    this.#block = undefined;
    this.nextId = undefined;
    for (const kept of [this.ids, this.addresses, this.outputs, this.states, this.totals]) kept.clear();
  }

  /** Ends a batch: takes what it met and left. @param block hash of its last block */
  end(block: string, { ids, added, created, states, totals }: BatchResult): void {
    this.ids.renew(ids.ids);
    this.addresses.renew(ids.addresses);
    this.outputs.renew(created);
    this.states.renew(states.all());
    this.totals.renew(totals);
    const last = added.at(-1);
    if (last !== undefined) this.nextId = last.id + 1;
    this.#block = block;
  }
}
