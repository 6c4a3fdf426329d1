import type { GeneratedChain } from '../backfill/job.ts';
import { networkOf } from './network-of.ts';
import { raceFromNode } from './race-from-node.ts';
import type { Leg, Stand } from './stand.ts';

export interface PacedSamples {
  blocks: number;
  /** For all callers together. */
  nodeBlocksPerSecond: number;
  /** Fetched and parsed, nothing kept. */
  fetch: Leg;
  all: Leg;
}

/** A verusd gives 500 to 670, whatever asks it ("Facts about the toolchain" in the project's design). */
const VERUSD_BLOCKS_PER_SECOND = 600;
/** More shows nothing new, and takes a second for each 600. */
const BLOCKS_MAX = 20_000;

/** At the pace of a verusd. @param chain at most 20,000 of its blocks */
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
