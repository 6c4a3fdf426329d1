import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HEAP_FLAGS } from '@ledgergraph/local/stack/heap-flags';
import { createTestDatabase } from '@ledgergraph/test-kit/database';
import { startDatabaseServer } from '../backfill/database-server.ts';
import { interleave } from '../measure/interleave.ts';
import { type EntryLatency, measureEntries } from './measure-entries.ts';
import type { FloodLeg } from './measure-flood.ts';
import type { PoolOutcome, PoolResults, PoolWork } from './pool-worker.ts';

export interface MempoolSamples {
  polls: PoolResults['polls'];
  memory: PoolResults['memory'];
  floods: { flood: FloodLeg; alone: FloodLeg }[];
  entries: EntryLatency[];
}

/** The follower over a node without a connection, and an entry's way through an installation. */
export async function runMempool(
  rounds: number,
  cleanup: AsyncDisposableStack,
  progress: (text: string) => void,
): Promise<MempoolSamples> {
  const entries = await measureEntries(rounds, progress);
  const databasePid = await startDatabaseServer(cleanup);
  const folder = await mkdtemp(join(tmpdir(), 'ledgergraph-mempool-'));
  cleanup.defer(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'chain');

  progress('mempool: polls of 50 and of 5,000');
  const [few, many] = [await openDatabase(), await openDatabase()];
  const databaseUrls = { few: few.url, many: many.url };
  const polls = await inProcess({ part: 'polls', file, databaseUrls, databasePid, rounds }, cleanup);
  for (const database of [few, many]) await database.drop();

  progress('mempool: memory');
  const grown = await openDatabase();
  const memory = await inProcess({ part: 'memory', file, databaseUrl: grown.url }, cleanup);
  await grown.drop();

  const floods: MempoolSamples['floods'] = [];
  for (let round = 0; round < rounds; round += 1) {
    progress(`mempool: blocks beside a flood, and alone: ${round + 1} of ${rounds}`);
    const legs: Partial<Record<'flood' | 'alone', FloodLeg>> = {};
    for (const leg of interleave(['alone', 'flood'] as const, round)) {
      const { url, drop } = await openDatabase();
      const work = { part: 'flood', file, databaseUrl: url, hasFlood: leg === 'flood' } as const;
      legs[leg] = await inProcess(work, cleanup);
      await drop();
    }
    floods.push(legs as MempoolSamples['floods'][number]);
  }
  return { polls, memory, floods, entries };
}

function openDatabase() {
  return createTestDatabase({ service: 'blocks' });
}

/** A process like the indexer's. @throws Error with what it threw */
async function inProcess<Part extends keyof PoolResults>(
  work: PoolWork & { part: Part },
  cleanup: AsyncDisposableStack,
): Promise<PoolResults[Part]> {
  const child = fork(new URL('./pool-worker.ts', import.meta.url), {
    execArgv: [...process.execArgv, ...HEAP_FLAGS.indexer],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  cleanup.defer(() => void child.kill());
  const ended = new AbortController();
  const answer = Promise.race([
    once(child, 'message', { signal: ended.signal }),
    once(child, 'exit', { signal: ended.signal }).then(() => {
      throw new Error('a process of the benchmark ended before its answer');
    }),
  ]);
  child.send(work);
  const [outcome] = (await answer.finally(() => ended.abort())) as [PoolOutcome];
  if (!outcome.ok) throw new Error(`a part of the benchmark failed: ${outcome.reason}`);
  return outcome.result as PoolResults[Part];
}
