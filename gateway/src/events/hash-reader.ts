import type { GraphContext } from '#/operation/graph-context.ts';
import type { SubgraphReader } from '#/subgraphs/subgraph-reader.ts';
import { EventsUnavailable } from './change-reader.ts';
import type { EventSource } from './event-fields.ts';

/** Main-chain blocks; both ends are included. */
export interface HeightRange {
  chainId: string;
  from: number;
  to: number;
}

/**
 * Reads the hashes of a range of main-chain blocks, lowest first. The answer is worth nothing if the context's read has lost a pin.
 * @throws EventsUnavailable
 */
export async function readMainHashes(
  readers: ReadonlyMap<string, Pick<SubgraphReader, 'read'>>,
  { subgraph, field }: EventSource,
  { chainId, from, to }: HeightRange,
  context: GraphContext,
): Promise<string[]> {
  const query = `query ($chainId: String!, $from: BigInt!, $to: BigInt!) {
    ${field}(chainId: $chainId, fromHeight: $from, toHeight: $to)
  }`;
  const body = JSON.stringify({ query, variables: { chainId, from, to } });
  const reading = await readers.get(subgraph)?.read(body, undefined, context);
  if (context.read.lost.size > 0) return [];
  const hashes = reading?.data?.[field];
  if (!Array.isArray(hashes)) throw new EventsUnavailable(`${subgraph} does not name its blocks`);
  return hashes as string[];
}
