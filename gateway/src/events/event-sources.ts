import type { ChangePlace, ChangeRange } from '@ledgergraph/graph-kit/change-place';
import { z } from 'zod';
import type { GraphContext } from '#/operation/graph-context.ts';
import { listPoolMarks, type PoolMark } from '#/pin/pool-marks.ts';
import type { SubgraphReader } from '#/subgraphs/subgraph-reader.ts';
import type { EventField, EventSource } from './event-fields.ts';

/** A part of the graph did not answer now. */
export class EventsUnavailable extends Error {}

export interface PoolRange {
  chainId: string;
  /** Null: what is pending now, as entries. */
  after: number | null;
  limit: number;
}

const whole = z.coerce.number().int();
const poolChange = z.object({
  serial: whole,
  hasEntered: z.boolean(),
  txid: z.string(),
  /** Null for an entry. */
  state: z.string().nullable(),
  /** Null: in no block. */
  blockHeight: whole.nullable(),
  addresses: z.array(z.string()),
});

export type PoolChange = Readonly<z.infer<typeof poolChange>>;

const poolPage = z.object({
  /** Before the first change that the database knows of. */
  beginsAt: whole,
  /** Up to which the changes are complete. */
  upTo: whole,
  changes: z.array(poolChange),
});

export interface PoolPage extends z.infer<typeof poolPage> {
  /** When, and at which tip of the node, the mempool was read. */
  marks: readonly PoolMark[];
}

/** Members of long lists are not validated. */
const LISTS = {
  blocks: {
    query: (field: string) => `query ($chainId: String!, $from: BigInt!, $to: BigInt!) {
      ${field}(chainId: $chainId, fromHeight: $from, toHeight: $to)
    }`,
    form: z.custom<string[]>(Array.isArray),
  },
  changes: {
    query: (field: string) => `query ($chainId: String!, $from: BigInt!, $to: BigInt!, $ids: [String!], $limit: Int) {
      ${field}(chainId: $chainId, fromHeight: $from, toHeight: $to, ids: $ids, limit: $limit) {
        height txIndex vout id reference
      }
    }`,
    form: z.custom<ChangePlace[]>(Array.isArray),
  },
  pool: {
    query: (field: string) => `query ($chainId: String!, $after: BigInt, $limit: Int!) {
      ${field}(chainId: $chainId, after: $after, limit: $limit) {
        beginsAt
        upTo
        changes { serial hasEntered txid state blockHeight addresses }
      }
    }`,
    form: poolPage,
  },
};

/** A read is void if the context's read has lost a pin. */
export class EventSources {
  readonly #fields: ReadonlyMap<string, EventField>;
  readonly #readers: ReadonlyMap<string, Pick<SubgraphReader, 'read'>>;

  constructor(fields: ReadonlyMap<string, EventField>, readers: ReadonlyMap<string, Pick<SubgraphReader, 'read'>>) {
    this.#fields = fields;
    this.#readers = readers;
  }

  async hashes(range: Pick<ChangeRange, 'chainId' | 'from' | 'to'>, context: GraphContext): Promise<string[]> {
    return (await this.#read('blocks', this.#only('blocks'), range, context)) ?? [];
  }

  /** In the order of the chain. @param field of Subscription. @throws EventsUnavailable */
  async changes(field: string, range: ChangeRange, context: GraphContext): Promise<ChangePlace[]> {
    const source = this.#fields.get(field)?.source;
    if (source === undefined) throw new EventsUnavailable(`${field} is no longer part of the graph`);
    const changes = (await this.#read('changes', source, range, context)) ?? [];
    return changes.map((change) => ({ ...change, height: Number(change.height) })).sort(inChainOrder);
  }

  /** As far as the context's pins see it: a mined transaction leaves when its block is pinned. @throws EventsUnavailable */
  async poolPage(range: PoolRange, context: GraphContext): Promise<PoolPage> {
    const page = await this.#read('pool', this.#only('pool'), range, context);
    return { beginsAt: 0, upTo: range.after ?? 0, changes: [], ...page, marks: listPoolMarks(context.read.poolMarks) };
  }

  /** A graph has at most one list of each kind. @throws EventsUnavailable */
  #only(kind: EventSource['kind']): EventSource {
    for (const { source } of this.#fields.values()) if (source.kind === kind) return source;
    throw new EventsUnavailable(`no part of the graph has a list of the kind ${kind}`);
  }

  /** @returns undefined where a pin was lost */
  async #read<Kind extends EventSource['kind']>(
    kind: Kind,
    { subgraph, field }: EventSource,
    variables: object,
    context: GraphContext,
  ): Promise<z.output<(typeof LISTS)[Kind]['form']> | undefined> {
    const { query, form } = LISTS[kind];
    const body = JSON.stringify({ query: query(field), variables });
    const reading = await this.#readers.get(subgraph)?.read(body, undefined, context);
    if (context.read.lost.size > 0) return undefined;
    const { success, data } = form.safeParse(reading?.data?.[field]);
    if (!success) throw new EventsUnavailable(`${subgraph} does not answer ${field} as it is declared`);
    return data as z.output<(typeof LISTS)[Kind]['form']>;
  }
}

/** Independent of the database, so that all gateways agree. */
export function inChainOrder(a: ChangePlace, b: ChangePlace): number {
  return (
    a.height - b.height || a.txIndex - b.txIndex || a.vout - b.vout || compare(a.id, b.id) || compareNumbered(a, b)
  );
}

function compareNumbered({ reference: a }: ChangePlace, { reference: b }: ChangePlace): number {
  return a.length - b.length || compare(a, b);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
