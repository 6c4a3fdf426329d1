import type { GeneratedChain } from '../backfill/job.ts';
import { networkOf } from './network-of.ts';
import { raceFromNode } from './race-from-node.ts';
import type { Leg, Stand } from './stand.ts';

/** A backfill where the node is the limit. */
export interface PacedSamples {
  blocks: number;
  /** Pace of the node, for all callers together. */
  nodeBlocksPerSecond: number;
  /** Null consumer: fetched and parsed, nothing kept. */
  fetch: Leg;
  /** All subgraphs at once. */
  all: Leg;
}

/** A verusd gives 500 to 670, whatever asks it: four calls at a time, or batches of 200 ("Facts about the toolchain" in the project's design). */
const VERUSD_BLOCKS_PER_SECOND = 600;
/** More of the same shows nothing new, and takes a second for each 600. */
const BLOCKS_MAX = 20_000;

/**
 * The null consumer and all subgraphs, from a node held to the pace of a verusd.
 * @param chain what to generate; of its blocks at most 20,000
 */
export async function runPaced(
  stand: Stand,
  chain: GeneratedChain,
  progress: (text: string) => void,
): Promise<PacedSamples> {
  const blocks = Math.min(chain.blocks, BLOCKS_MAX);
  const paced = { ...chain, blocks, blocksPerSecond: VERUSD_BLOCKS_PER_SECOND };
  const network = networkOf(paced);
  const tipHeight = blocks - 1;
  progress(
    `${blocks} blocks from a node that gives ${VERUSD_BLOCKS_PER_SECOND} a second: fetching them, and keeping nothing`,
  );
  await stand.prepare('node', { kind: 'node', chain: paced });
  const fetch = await stand.race([['fetch', { kind: 'fetch', network, tipHeight }]]);
  progress('all subgraphs, from that node');
  const { leg: all } = await raceFromNode(stand, network, tipHeight);
  await stand.close('serve');
  await stand.close('node');
  return { blocks, nodeBlocksPerSecond: VERUSD_BLOCKS_PER_SECOND, fetch, all };
}
