import type { GraphContext } from '#/operation/graph-context.ts';
import type { SubgraphReader } from '#/subgraphs/subgraph-reader.ts';
import { EventsUnavailable } from './change-reader.ts';

/** Main-chain blocks; both ends are included. */
export interface HeightRange {
  chainId: string;
  from: number;
  to: number;
}

const OWNER = 'blocks';
// No client sees the field.
const QUERY = `query ($chainId: String!, $from: BigInt!, $to: BigInt!) {
  mainHashes(chainId: $chainId, fromHeight: $from, toHeight: $to)
}`;

/**
 * Reads the hashes of a range of main-chain blocks, lowest first. The answer is worth nothing if the context's read has lost a pin.
 * @throws EventsUnavailable
 */
export async function readMainHashes(
  readers: ReadonlyMap<string, Pick<SubgraphReader, 'read'>>,
  { chainId, from, to }: HeightRange,
  context: GraphContext,
): Promise<string[]> {
  const body = JSON.stringify({ query: QUERY, variables: { chainId, from, to } });
  const reading = await readers.get(OWNER)?.read(body, undefined, context);
  if (context.read.lost.size > 0) return [];
  const hashes = reading?.data?.mainHashes;
  if (!Array.isArray(hashes)) throw new EventsUnavailable(`${OWNER} does not name its blocks`);
  return hashes as string[];
}
