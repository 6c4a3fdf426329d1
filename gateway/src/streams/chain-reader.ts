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

/** Blocks that one look at the chain reads. */
const BLOCKS_MAX = 400;
/** Changes of a mempool that a stream which is far behind reads at once. */
const PAST_CHANGES = 1_000;
/** A block or a change, with the event that is made of it, beside its texts. */
const ROW_BYTES = 1_000;

const BLOCK = `query ($chainId: String!, $hash: String!) {
  block(chainId: $chainId, hash: $hash) { height hash previousHash confirmations }
}`;

const height = z.coerce.number().int();
const point = z.object({ height, hash: z.string() });
const anyBlock = z.object({
  block: point.extend({ previousHash: z.string().nullable(), confirmations: height }).nullable(),
});

/** A block of any branch. */
export interface AnyBlock extends BlockPlace {
  previousHash: string | null;
  isOnMainChain: boolean;
}

/** The pins of a read were lost: what was read may mix two states of the chain. */
export class PinsLost extends Error {
  readonly lost: readonly Tip[];

  constructor(lost: readonly Tip[]) {
    super('a reorganisation removed a block while it was read');
    this.lost = lost;
  }
}

export interface ChainReaderOptions {
  graphs: Pick<CurrentGraph, 'run'>;
  /** Hears of blocks that were looked for by their hashes and that the graph does not know. */
  missed: Pick<MissedBlocks, 'note'>;
  logger: Logger;
}

/** Reads a chain through the graph, at given pins. All streams share what they read at the same pins. */
export class ChainReader {
  readonly #options: ChainReaderOptions;
  readonly #shared = new LRUCache<string, object, () => Promise<object | undefined>>({
    maxSize: MEMORY_BOUNDS.chainReads,
    // A read that is larger than all together may be is kept alone.
    sizeCalculation: (value) => Math.min(ENTRY_BYTES + sizeOf(value), MEMORY_BOUNDS.chainReads),
    fetchMethod: (_key, _known, { context: read }) => read(),
    // Streams wait for a read also where others have taken its place.
    ignoreFetchAbort: true,
  });

  constructor(options: ChainReaderOptions) {
    this.#options = options;
  }

  /** Main-chain blocks from a height on, at most 400, none above the pin. @throws PinsLost, EventsUnavailable */
  blocks(pins: readonly Tip[], pin: Tip, from: number): Promise<BlockPlace[]> {
    return this.#share(`blocks ${pin.chainId} ${pin.hash} ${from}`, async () => {
      const { chainId } = pin;
      const to = Math.min(from + BLOCKS_MAX - 1, pin.height);
      const hashes = await this.#read(pins, pin, (sources, context) => sources.hashes({ chainId, from, to }, context));
      return hashes.map((hash, index) => ({ height: from + index, hash }));
    });
  }

  /** A block by its hash, also one that a reorganisation removed; null for one that is not known at the pin. @throws as the reads above */
  async block(pins: readonly Tip[], pin: Tip, hash: string): Promise<AnyBlock | null> {
    // A block that is not known yet may be known at the same pins a moment later: null is not kept.
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

  /** Reads what a range of blocks changed. A range of all ids is read once for all streams. @throws as the reads above */
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

  /** Reads entries and leavings of the mempool behind a serial or, with null, what is pending. @throws as the reads above */
  poolPage(pins: readonly Tip[], pin: Tip, after: number | null, limit: number): Promise<PoolPage> {
    const range = { chainId: pin.chainId, after, limit };
    return this.#read(pins, pin, (sources, context) => sources.poolPage(range, context));
  }

  /** The same for a stream that is far behind. Such streams share it: many come at once when a gateway has started. @throws as the reads above */
  pastPoolPage(pins: readonly Tip[], pin: Tip, after: number): Promise<PoolPage> {
    const { chainId, hash, poolSerial } = pin;
    return this.#share(`pool ${chainId} ${hash} ${poolSerial} ${after}`, () =>
      this.poolPage(pins, pin, after, PAST_CHANGES),
    );
  }

  /** The context in which the gateway reads for streams. */
  context(pins: readonly Tip[], environment: EnvironmentName): GraphContext {
    const { logger } = this.#options;
    return { requestId: 'stream', environment, key: null, logger, read: startRead(pins) };
  }

  /** A failed read is not kept, and neither is one that found nothing. */
  #share<Value extends object | undefined>(key: string, read: () => Promise<Value>): Promise<Value> {
    return this.#shared.fetch(key, { context: read }) as Promise<Value>;
  }

  /** Reads a list of a subgraph directly. */
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

/** Bytes of what was read: its texts, and its rows. */
function sizeOf(value: unknown): number {
  if (typeof value === 'string') return BYTES_PER_CHARACTER * value.length;
  if (typeof value !== 'object' || value === null) return 0;
  const members = Object.values(value).reduce((sum: number, member) => sum + sizeOf(member), 0);
  return Array.isArray(value) ? members : ROW_BYTES + members;
}
