import type { ActiveState } from '#/db/active-counts.ts';
import type { AddressRegistry, KnownAddresses, UnnamedAddress } from '#/db/address-registry.ts';
import type { ChainAddress } from '#/db/chain-address.ts';
import type { OutputRow } from '#/db/output-row.ts';
import { BatchCache } from './batch-cache.ts';

/** Entries that are kept besides the last batch's. */
export interface CacheLimits {
  addresses: number;
  transactions: number;
}

/** A chain uses about this many entries in a hundred blocks; they take some ten megabytes. */
const LIMITS: CacheLimits = { addresses: 10_000, transactions: 10_000 };

interface BatchResult {
  registry: AddressRegistry;
  added: readonly UnnamedAddress[];
  created: Map<string, readonly OutputRow[]>;
  active: ActiveState;
}

/**
 * State of one chain after its last batch, whose rows may not be stored yet, and after earlier batches. It counts only for a batch that
 * continues this very block: a failed batch, a rollback or a cursor that another process moved leads to another block and clears the
 * cache.
 */
export class ChainCache implements KnownAddresses {
  /** All addresses of a batch are in both caches, so that both evict the same ones at once. */
  readonly byText: BatchCache<string, ChainAddress>;
  readonly byId: BatchCache<number, ChainAddress>;
  readonly outputs: BatchCache<string, readonly OutputRow[]>;
  /** The first free id; undefined: not known. */
  nextId: number | undefined;
  /** Counts after the last batch; undefined: not known. The next batch updates them. */
  active: ActiveState | undefined;
  #block: string | undefined;
  #chain: number | undefined;

  constructor({ addresses, transactions } = LIMITS) {
    this.byText = new BatchCache(addresses);
    this.byId = new BatchCache(addresses);
    this.outputs = new BatchCache(transactions);
  }

  /** Clears the cache unless the batch continues the last block of the previous one. @param parent hash of the block before the batch */
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

  /** @param block hash of the batch's last block */
  end(block: string, { registry, added, created, active }: BatchResult): void {
    this.byText.renew(registry.byText);
    this.byId.renew(registry.byId);
    this.outputs.renew(created);
    this.active = active;
    const last = added.at(-1);
    if (last !== undefined) this.nextId = last.address.id + 1;
    this.#block = block;
  }
}
