import type { ChainFile } from '@ledgergraph/generators/generated-chain/chain-file';
import { PoolStand } from './pool-stand.ts';

/** Sizes of the mempool, one after another. */
export const MEMORY_SIZES = [5_000, 25_000, 50_000] as const;
const LOOK_MS = 50;

/** Resident bytes of the indexer's process. */
export interface MemoryStep {
  /** Transactions in the mempool. */
  pending: number;
  /** The most of all looks while they entered. */
  peakBytes: number;
  /** When they had. */
  bytes: number;
  elapsedMs: number;
}

/** Lets a mempool grow, and looks at the memory of this process. It begins with an empty one. @param databaseUrl of an empty database */
export async function measureMemory(chain: ChainFile, databaseUrl: string): Promise<MemoryStep[]> {
  const stand = await PoolStand.open(chain, databaseUrl);
  stand.followPool();
  await stand.readPool();
  const bytes = process.memoryUsage.rss();
  const steps: MemoryStep[] = [{ pending: 0, peakBytes: bytes, bytes, elapsedMs: 0 }];
  const held: string[] = [];
  for (const size of MEMORY_SIZES) {
    held.push(...stand.pooled.draw(size - held.length));
    steps.push(await enter(stand, held));
  }
  await stand.close();
  return steps;
}

async function enter(stand: PoolStand, held: readonly string[]): Promise<MemoryStep> {
  let peakBytes = 0;
  const look = (): void => {
    peakBytes = Math.max(peakBytes, process.memoryUsage.rss());
  };
  const looking = setInterval(look, LOOK_MS);
  const startedAt = performance.now();
  stand.node.hold(held);
  const pending = await stand.readPool();
  const elapsedMs = performance.now() - startedAt;
  clearInterval(looking);
  look();
  return { pending, peakBytes, bytes: process.memoryUsage.rss(), elapsedMs };
}
