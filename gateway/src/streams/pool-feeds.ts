import type { Tip } from '#/pin/tip.ts';
import { PoolFeed, type PoolFeedOptions } from './pool-feed.ts';

/** The mempools of all chains that had a subscription. */
export class PoolFeeds {
  readonly #options: PoolFeedOptions;
  readonly #feeds = new Map<string, PoolFeed>();

  constructor(options: PoolFeedOptions) {
    this.#options = options;
  }

  of(pin: Pick<Tip, 'environment' | 'chainId'>): PoolFeed {
    const known = this.#feeds.get(pin.chainId) ?? new PoolFeed(this.#options, pin);
    this.#feeds.set(pin.chainId, known);
    return known;
  }

  /** The mempool of some chain has changed. */
  refresh(): void {
    for (const feed of this.#feeds.values()) feed.refresh();
  }
}
