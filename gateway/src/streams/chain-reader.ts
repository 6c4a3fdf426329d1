import type { BlockPlace } from '@ledgergraph/graph-kit/block-place';
import type { ChangePlace, ChangeRange } from '@ledgergraph/graph-kit/change-place';
import type { EnvironmentName } from '@ledgergraph/graph-kit/network';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { EventField } from '#/events/event-fields.ts';
import { type EventSources, EventsUnavailable, type PoolPage } from '#/events/event-sources.ts';
import type { CurrentGraph } from '#/federation/current-graph.ts';
import { BYTES_PER_CHARACTER, ENTRY_BYTES, MEMORY_BOUNDS } from '#/memory/bounds.ts';
import { endRead, type GraphContext, startRead } from '#/operation/graph-context.ts';
import type { Tip } from '#/pin/tip.ts';
import type { MissedBlocks } from './missed-blocks.ts';

const BLOCKS_MAX = 400;
/** Read at once by a stream that is far behind. */
const PAST_CHANGES = 1_000;
/** With its event, beside its texts. */
const ROW_BYTES = 1_000;

const BLOCK = `query ($chainId: String!, $hash: String!) {
  block(chainId: $chainId, hash: $hash) { height hash previousHash confirmations }
}`;

const height = z.coerce.number().int();
const point = z.object({ height, hash: z.string() });
const anyBlock = z.object({
  block: point.extend({ previousHash: z.string().nullable(), confirmations: height }).nullable(),
});

export interface AnyBlock extends BlockPlace {
  previousHash: string | null;
  isOnMainChain: boolean;
}

/** A read whose pins were lost may mix two states of the chain. */
export class PinsLost extends Error {
  readonly lost: readonly Tip[];

  constructor(lost: readonly Tip[]) {
    super('a reorganisation removed a block while it was read');
    this.lost = lost;
  }
}

export interface ChainReaderOptions {
  graphs: Pick<CurrentGraph, 'run'>;
  /** Hears of hashes that the graph does not know. */
  missed: Pick<MissedBlocks, 'note'>;
  logger: Logger;
}

/** Streams share what they read at the same pins. */
export class ChainReader {
  readonly #options: ChainReaderOptions;
  readonly #shared = new LRUCache<string, object, () => Promise<object | undefined>>({
    maxSize: MEMORY_BOUNDS.chainReads,
    // A read that is larger than the whole cache is kept alone.
    sizeCalculation: (value) => Math.min(ENTRY_BYTES + sizeOf(value), MEMORY_BOUNDS.chainReads),
    fetchMethod: (_key, _known, { context: read }) => read(),
    // Streams wait for a read also after it was evicted.
    ignoreFetchAbort: true,
  });

  constructor(options: ChainReaderOptions) {
    this.#options = options;
  }

  /** At most 400 from a height on, none above the pin. @throws PinsLost, EventsUnavailable */
  blocks(pins: readonly Tip[], pin: Tip, from: number): Promise<BlockPlace[]> {
    return this.#share(`blocks ${pin.chainId} ${pin.hash} ${from}`, async () => {
      const { chainId } = pin;
      const to = Math.min(from + BLOCKS_MAX - 1, pin.height);
      const hashes = await this.#read(pins, pin, (sources, context) => sources.hashes({ chainId, from, to }, context));
      return hashes.map((hash, index) => ({ height: from + index, hash }));
    });
  }

  /** Also a removed block; null: unknown at the pin. @throws PinsLost, EventsUnavailable */
  async block(pins: readonly Tip[], pin: Tip, hash: string): Promise<AnyBlock | null> {
    // Null is not kept: the block may be known at the same pins a moment later.
    const known = await this.#share<AnyBlock | undefined>(`block ${pin.chainId} ${pin.hash} ${hash}`, async () => {
      const context = this.context(pins, pin.environment);
      const { data, errors } = await this.#options.graphs.run(({ queries }) =>
        queries.ask(BLOCK, { chainId: pin.chainId, hash }, context),
      );
      // A lost pin makes the operation run again at others.
      if (context.read.pins !== pins) throw new PinsLost(pins);
      if (errors.some(({ extensions }) => extensions?.code !== 'NOT_FOUND')) {
        throw new EventsUnavailable(errors.map(({ message }) => message).join('; '));
      }
      const { block: found } = anyBlock.parse(data);
      if (found === null) {
        this.#options.missed.note(pin.chainId, hash);
        return undefined;
      }
      const { confirmations, ...rest } = found;
      return { ...rest, isOnMainChain: confirmations > 0 };
    });
    return known ?? null;
  }

  /** A range of all ids is read once for all streams. @throws PinsLost, EventsUnavailable */
  changes(
    pins: readonly Tip[],
    pin: Tip,
    { name, key }: Pick<EventField, 'name' | 'key'>,
    range: Omit<ChangeRange, 'chainId'>,
  ): Promise<ChangePlace[]> {
    const { chainId } = pin;
    const read = (): Promise<ChangePlace[]> =>
      this.#read(pins, pin, (sources, context) => sources.changes(name, { ...range, chainId }, context));
    if (range.ids !== null) return read();
    return this.#share(`${key} ${pin.chainId} ${pin.hash} ${range.from} ${range.to} ${range.limit}`, read);
  }

  /** Changes behind a serial or, with null, what is pending. @throws PinsLost, EventsUnavailable */
  poolPage(pins: readonly Tip[], pin: Tip, after: number | null, limit: number): Promise<PoolPage> {
    const range = { chainId: pin.chainId, after, limit };
    return this.#read(pins, pin, (sources, context) => sources.poolPage(range, context));
  }

  /** Shared by streams that are far behind: many come at once after a gateway's start. @throws PinsLost, EventsUnavailable */
  pastPoolPage(pins: readonly Tip[], pin: Tip, after: number): Promise<PoolPage> {
    const { chainId, hash, poolSerial } = pin;
    return this.#share(`pool ${chainId} ${hash} ${poolSerial} ${after}`, () =>
      this.poolPage(pins, pin, after, PAST_CHANGES),
    );
  }

  context(pins: readonly Tip[], environment: EnvironmentName): GraphContext {
    const { logger } = this.#options;
    return { requestId: 'stream', environment, key: null, logger, read: startRead(pins) };
  }

  /** A failed or empty read is not kept. */
  #share<Value extends object | undefined>(key: string, read: () => Promise<Value>): Promise<Value> {
    return this.#shared.fetch(key, { context: read }) as Promise<Value>;
  }

  async #read<Answer>(
    pins: readonly Tip[],
    { environment }: Tip,
    read: (sources: EventSources, context: GraphContext) => Promise<Answer>,
  ): Promise<Answer> {
    const context = this.context(pins, environment);
    const answer = await this.#options.graphs
      .run(({ events }) => read(events.sources, context))
      .finally(() => endRead(context.read));
    if (context.read.lost.size > 0) throw new PinsLost([...context.read.lost]);
    return answer;
  }
}

function sizeOf(value: unknown): number {
  if (typeof value === 'string') return BYTES_PER_CHARACTER * value.length;
  if (typeof value !== 'object' || value === null) return 0;
  const members = Object.values(value).reduce((sum: number, member) => sum + sizeOf(member), 0);
  return Array.isArray(value) ? members : ROW_BYTES + members;
}
