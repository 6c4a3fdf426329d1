import type { ChangePlace, ChangeRange } from '@ledgergraph/graph-kit/change-place';
import type { GraphContext } from '#/operation/graph-context.ts';
import type { SubgraphReader } from '#/subgraphs/subgraph-reader.ts';
import type { EventSource } from './event-fields.ts';

/** A part of the graph did not answer; the same may do later. */
export class EventsUnavailable extends Error {}

/**
 * Reads what a range of blocks changed, in the order of the chain. The answer is worth nothing if the context's read has lost a pin.
 * @throws EventsUnavailable
 */
export async function readChanges(
  readers: ReadonlyMap<string, Pick<SubgraphReader, 'read'>>,
  { subgraph, field }: EventSource,
  { chainId, from, to, ids, limit }: ChangeRange,
  context: GraphContext,
): Promise<ChangePlace[]> {
  const query = `query ($chainId: String!, $from: BigInt!, $to: BigInt!, $ids: [String!], $limit: Int) {
    changes: ${field}(chainId: $chainId, fromHeight: $from, toHeight: $to, ids: $ids, limit: $limit) {
      height txIndex vout id reference
    }
  }`;
  const body = JSON.stringify({ query, variables: { chainId, from, to, ids, limit } });
  const reading = await readers.get(subgraph)?.read(body, undefined, context);
  if (context.read.lost.size > 0) return [];
  const changes = reading?.data?.changes;
  if (!Array.isArray(changes)) throw new EventsUnavailable(`${subgraph} does not list what changed`);
  return (changes as ChangePlace[]).map((change) => ({ ...change, height: Number(change.height) })).sort(inChainOrder);
}

/** The order of events: every gateway must have the same, whatever the database's. */
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
