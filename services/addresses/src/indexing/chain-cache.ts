import type { ActiveState } from '#/db/active-counts.ts';
import type { AddressRegistry, KnownAddresses, UnnamedAddress } from '#/db/address-registry.ts';
import type { ChainAddress } from '#/db/chain-address.ts';
import type { OutputRow } from '#/db/output-row.ts';
import { BatchCache } from './batch-cache.ts';

/** Entries that are kept besides the last batch's. */
export interface CacheLimits {
  addresses: number;
  /** Transactions whose outputs are kept. */
  transactions: number;
}

/** Entries that a chain used in its last hundred blocks or so, in some ten megabytes. */
const LIMITS: CacheLimits = { addresses: 10_000, transactions: 10_000 };

/** State of the touched objects after a batch. */
interface BatchResult {
  book: AddressRegistry;
  /** Addresses that got their ids. */
  added: readonly UnnamedAddress[];
  created: Map<string, readonly OutputRow[]>;
  active: ActiveState;
}

/**
 * State of one chain's rows after its last batch, which may still be on its way to the database: all results of that batch, and
 * results of earlier ones. This spares most look-ups of the next batch. The cached state belongs to a block, and counts only for a
 * batch that continues this very block. A batch that failed, a transaction that was rolled back, or a cursor that another process
 * moved leads to another block: then the whole cache is cleared.
 */
export class ChainCache implements KnownAddresses {
  /** Addresses with their state. All addresses of a batch are in both caches, so that both evict the same ones at once. */
  readonly byText: BatchCache<string, ChainAddress>;
  readonly byId: BatchCache<number, ChainAddress>;
  /** Outputs of each transaction, by txid. */
  readonly outputs: BatchCache<string, readonly OutputRow[]>;
  /** The first id that no address has; undefined: not known. */
  nextId: number | undefined;
  /** Counts of active addresses after the last batch; undefined: not known. The next batch moves them on. */
  active: ActiveState | undefined;
  #block: string | undefined;
  #chain: number | undefined;

  constructor({ addresses, transactions } = LIMITS) {
    this.byText = new BatchCache(addresses);
    this.byId = new BatchCache(addresses);
    this.outputs = new BatchCache(transactions);
  }

  /** Begins a batch: clears the cache unless the batch continues the last block of the one before. @param parent hash of the block before the batch */
  begin(chain: number, parent: string): void {
    if (this.#block !== parent || this.#chain !== chain) this.clear();
    this.#block = undefined;
    this.#chain = chain;
  }

  clear(): void {
    this.#block = undefined;
    this.nextId = undefined;
    this.active = undefined;
    for (const kept of [this.byText, this.byId, this.outputs]) kept.clear();
  }

  /** Ends a batch: keeps its results. @param block hash of its last block */
  end(block: string, { book, added, created, active }: BatchResult): void {
    this.byText.renew(book.byText);
    this.byId.renew(book.byId);
    this.outputs.renew(created);
    this.active = active;
    const last = added.at(-1);
    if (last !== undefined) this.nextId = last.address.id + 1;
    this.#block = block;
  }
}
