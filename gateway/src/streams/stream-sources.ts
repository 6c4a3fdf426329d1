import { LRUCache } from 'lru-cache';
import type { EventField } from '#/events/event-fields.ts';
import type { Tip } from '#/pin/tip.ts';
import type { TipFollower } from '#/pin/tip-follower.ts';
import type { ChainReader } from './chain-reader.ts';
import { ChainSource } from './chain-source.ts';
import { PoolFeed } from './pool-feed.ts';
import { PoolSource } from './pool-source.ts';
import { CHAIN_POSITIONS, PositionCodec, poolPositions } from './position.ts';
import { type StreamFilter, type StreamSource, StreamWalk } from './stream-walk.ts';

export interface StreamSourcesOptions {
  reader: ChainReader;
  tips: Pick<TipFollower, 'pins'>;
  /** The same at all gateways. The first secret signs, each opens. */
  secret: string;
}

/** Each walk holds its last step, and clients choose the depth. */
const WALKS_MAX = 64;

interface KnownSource {
  source: StreamSource<object>;
  codec: PositionCodec<object>;
}

export class StreamSources {
  readonly #options: StreamSourcesOptions;
  readonly #known = new Map<string, KnownSource>();
  /** For streams that want all events, by source and depth. */
  readonly #walks = new LRUCache<string, StreamWalk<object>>({ max: WALKS_MAX });
  /** By chainId, for chains that had a subscription. */
  readonly #pools = new Map<string, PoolFeed>();

  constructor(options: StreamSourcesOptions) {
    this.#options = options;
  }

  /** Streams that want everything at the same depth share one. */
  walk(field: EventField, pin: Tip, filter: StreamFilter): StreamWalk<object> {
    const name = `${field.key} ${pin.chainId}`;
    const known = this.#known.get(name) ?? this.#open(field, pin);
    this.#known.set(name, known);
    const { source, codec } = known;
    if (filter.ids !== null) return new StreamWalk(source, codec, filter);
    const key = `${filter.depth} ${name}`;
    const walk = this.#walks.get(key) ?? new StreamWalk(source, codec, filter);
    this.#walks.set(key, walk);
    return walk;
  }

  refreshPools(): void {
    for (const feed of this.#pools.values()) feed.refresh();
  }

  #open(field: EventField, pin: Tip): KnownSource {
    const { reader, tips, secret } = this.#options;
    if (field.source.kind !== 'pool') {
      const codec = new PositionCodec(CHAIN_POSITIONS, secret, field.name, pin);
      return { source: new ChainSource(reader, field), codec };
    }
    const feed = this.#pools.get(pin.chainId) ?? new PoolFeed({ reader, tips }, pin);
    this.#pools.set(pin.chainId, feed);
    return {
      source: new PoolSource(reader, feed, field),
      codec: new PositionCodec(poolPositions(), secret, field.name, pin),
    };
  }
}
