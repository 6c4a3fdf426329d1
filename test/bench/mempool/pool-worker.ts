import { BUSY_BLOCKS, SPACED_BLOCKS } from './extent.ts';
import { type FloodLeg, measureFlood } from './measure-flood.ts';
import { type MemoryStep, measureMemory } from './measure-memory.ts';
import { measurePolls, type PollRound, type Side } from './measure-polls.ts';
import { writeChain } from './pool-stand.ts';

/** Each has a fresh process, so that no figure carries leftovers of another part. */
export type PoolWork = { file: string } & (
  | { part: 'polls'; databaseUrls: Record<Side, string>; databasePid: number; rounds: number }
  | { part: 'memory'; databaseUrl: string }
  | { part: 'flood'; databaseUrl: string; hasFlood: boolean }
);

export interface PoolResults {
  polls: PollRound[];
  memory: MemoryStep[];
  flood: FloodLeg;
}

export type PoolOutcome = { ok: true; result: PoolResults[keyof PoolResults] } | { ok: false; reason: string };

process.once('message', (work: PoolWork) => {
  void outcomeOf(work).then((outcome) => process.send?.(outcome, () => process.exit()));
});

async function outcomeOf(work: PoolWork): Promise<PoolOutcome> {
  try {
    return { ok: true, result: await measure(work) };
  } catch (error) {
    return { ok: false, reason: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

async function measure(work: PoolWork): Promise<PoolResults[keyof PoolResults]> {
  using chain = writeChain(work.file, work.part === 'flood' ? BUSY_BLOCKS + SPACED_BLOCKS : 0);
  switch (work.part) {
    case 'polls':
      return await measurePolls(chain, work.databaseUrls, work.databasePid, work.rounds);
    case 'memory':
      return await measureMemory(chain, work.databaseUrl);
    case 'flood':
      return await measureFlood(chain, work.databaseUrl, work.hasFlood);
  }
}
