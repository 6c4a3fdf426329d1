import type { ChainFile } from '@ledgergraph/generators/generated-chain/chain-file';
import { PoolStand } from './pool-stand.ts';

const MEMORY_SIZES = [5_000, 25_000, 50_000] as const;
const LOOK_MS = 50;

export interface MemoryStep {
  pending: number;
  peakBytes: number;
  bytes: number;
  elapsedMs: number;
}

/** In this process, from an empty mempool on. @param databaseUrl of an empty database */
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
