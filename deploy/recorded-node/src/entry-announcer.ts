import { announceTransaction } from './announce-move.ts';
import type { Mempool } from './mempool.ts';
import { compareHashes } from './pool.ts';
import type { TipPublisher } from './tip-publisher.ts';

/** As the daemon: once a second, in the order of hashes, and without transactions that have left meanwhile. */
export class EntryAnnouncer {
  readonly #mempool: Mempool;
  readonly #publisher: TipPublisher;
  readonly #delayMs: number;
  #waiting: string[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(mempool: Mempool, publisher: TipPublisher, delayMs: number) {
    this.#mempool = mempool;
    this.#publisher = publisher;
    this.#delayMs = delayMs;
    mempool.onEntry((txid) => this.#add(txid));
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #add(txid: string): void {
    this.#waiting.push(txid);
    this.#timer ??= setTimeout(() => this.#announce(), this.#delayMs);
  }

  async #announce(): Promise<void> {
    this.#timer = undefined;
    const waiting = new Set(this.#waiting.splice(0));
    for (const txid of [...waiting].sort(compareHashes)) {
      const entry = this.#mempool.pool.find(txid);
      if (entry !== undefined) await announceTransaction(this.#publisher, entry.transaction);
    }
  }
}
