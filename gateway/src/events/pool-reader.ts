import { z } from 'zod';
import type { GraphContext } from '#/operation/graph-context.ts';
import { listPoolMarks, type PoolMark } from '#/pin/pool-marks.ts';
import type { SubgraphReader } from '#/subgraphs/subgraph-reader.ts';
import { EventsUnavailable } from './change-reader.ts';
import type { EventSource } from './event-fields.ts';

/** A part of the changes of a chain's mempool. */
export interface PoolRange {
  chainId: string;
  /** Serial behind which the changes begin; null: what is pending now, as entries. */
  after: number | null;
  limit: number;
}

const whole = z.coerce.number().int();
const change = z.object({
  /** Place among the changes of the chain's mempool. */
  serial: whole,
  /** False: it has left. */
  hasEntered: z.boolean(),
  txid: z.string(),
  /** Null for an entry. */
  state: z.string().nullable(),
  /** Height of its block, null if it has none. */
  blockHeight: whole.nullable(),
  /** Addresses that the transaction touches. */
  addresses: z.array(z.string()),
});
const answer = z.object({ beginsAt: whole, upTo: whole, changes: z.array(change) });

/** A transaction entered or left the mempool. */
export type PoolChange = Readonly<z.infer<typeof change>>;

/** Changes in order of their serials, and the serial up to which they are complete. */
export interface PoolPage {
  /** Serial before the first change that the database knows of. */
  beginsAt: number;
  upTo: number;
  changes: PoolChange[];
  /** When and at which tip of the node the mempool was read. */
  marks: readonly PoolMark[];
}

/**
 * Reads what entered and left a chain's mempool, as far as the context's pins see it: a transaction that was mined leaves when its block is
 * pinned. The answer is worth nothing if the context's read has lost a pin.
 * @throws EventsUnavailable
 */
export async function readPoolChanges(
  readers: ReadonlyMap<string, Pick<SubgraphReader, 'read'>>,
  { subgraph, field }: EventSource,
  { chainId, after, limit }: PoolRange,
  context: GraphContext,
): Promise<PoolPage> {
  const query = `query ($chainId: String!, $after: BigInt, $limit: Int!) {
    ${field}(chainId: $chainId, after: $after, limit: $limit) {
      beginsAt
      upTo
      changes { serial hasEntered txid state blockHeight addresses }
    }
  }`;
  const body = JSON.stringify({ query, variables: { chainId, after, limit } });
  const reading = await readers.get(subgraph)?.read(body, undefined, context);
  if (context.read.lost.size > 0) return { beginsAt: 0, upTo: after ?? 0, changes: [], marks: [] };
  const { success, data } = answer.safeParse(reading?.data?.[field]);
  if (!success) throw new EventsUnavailable(`${subgraph} does not list what the mempool changed`);
  return { ...data, marks: listPoolMarks(context.read.poolMarks) };
}
