import { setTimeout as wait } from 'node:timers/promises';
import type { ChainFile } from '@ledgergraph/generators/generated-chain/chain-file';
import { waitFor } from '@ledgergraph/test-kit/wait-for';
import { BUSY_BLOCKS, FLOOD, SPACED_BLOCKS } from './extent.ts';
import { PoolStand } from './pool-stand.ts';

const SPACE_MS = 250;

export interface FloodLeg {
  busyMs: number;
  spacedMs: number[];
  /** Transactions of the flood, when the last block was indexed. */
  entered: number;
}

export async function measureFlood(chain: ChainFile, databaseUrl: string, hasFlood: boolean): Promise<FloodLeg> {
  const stand = await PoolStand.open(chain, databaseUrl);
  // The mempool is followed, and empty.
  stand.followPool();
  await stand.readPool();
  if (hasFlood) {
    const commits = stand.poolCommits;
    stand.node.hold(stand.pooled.draw(FLOOD));
    void stand.readPool();
    await waitFor(() => stand.poolCommits > commits, { what: 'the flood to begin' });
  }
  const startedAt = performance.now();
  for (let block = 0; block < BUSY_BLOCKS; block += 1) await indexOne(stand);
  const busyMs = performance.now() - startedAt;
  const spacedMs: number[] = [];
  for (let block = 0; block < SPACED_BLOCKS; block += 1) {
    await wait(SPACE_MS);
    spacedMs.push(await indexOne(stand));
  }
  const leg = { busyMs, spacedMs, entered: await stand.countEntered() };
  await stand.close();
  return leg;
}

async function indexOne(stand: PoolStand): Promise<number> {
  const startedAt = performance.now();
  stand.node.grow();
  await stand.followBlocks();
  return performance.now() - startedAt;
}
