import type { EventField } from '#/events/event-fields.ts';
import type { Tip } from '#/pin/tip.ts';
import { CHAIN_POSITIONS } from './chain-position.ts';
import type { ChainReader } from './chain-reader.ts';
import { ChainSource } from './chain-source.ts';
import type { Depth } from './chain-step.ts';
import type { PoolFeeds } from './pool-feeds.ts';
import { poolPositions } from './pool-position.ts';
import { PoolSource } from './pool-source.ts';
import { PositionCodec } from './position.ts';
import { type StreamFilter, type StreamSource, StreamWalk } from './stream-walk.ts';

export interface StreamSourcesOptions {
  reader: ChainReader;
  pools: PoolFeeds;
  /** Signs cursors: the same at all gateways. One or several secrets; the first signs, each opens. */
  secret: string;
}

/** A source, and the walks of streams that want all of its events. */
interface KnownSource {
  source: StreamSource<object>;
  walks: Map<Depth, StreamWalk<object>>;
}

/** The sources of all subscription fields on all chains, which streams share. */
export class StreamSources {
  readonly #options: StreamSourcesOptions;
  readonly #known = new Map<string, KnownSource>();

  constructor(options: StreamSourcesOptions) {
    this.#options = options;
  }

  /** The walk of a stream; streams that want everything, at the same depth, have the same one. */
  walk(field: EventField, pin: Tip, filter: StreamFilter): StreamWalk<object> {
    const name = `${field.key} ${pin.chainId}`;
    const { source, walks } = this.#known.get(name) ?? { source: this.#open(field, pin), walks: new Map() };
    this.#known.set(name, { source, walks });
    if (filter.ids !== null) return new StreamWalk(source, filter);
    const walk = walks.get(filter.depth) ?? new StreamWalk(source, filter);
    walks.set(filter.depth, walk);
    return walk;
  }

  #open(field: EventField, pin: Tip): StreamSource<object> {
    const { reader, pools, secret } = this.#options;
    return field.source.kind === 'pool'
      ? new PoolSource({
          feed: pools.of(pin),
          field,
          codec: new PositionCodec(poolPositions(), secret, field.name, pin),
        })
      : new ChainSource({ reader, field, codec: new PositionCodec(CHAIN_POSITIONS, secret, field.name, pin) });
  }
}
