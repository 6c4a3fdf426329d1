import { copyTables } from './copy-tables.ts';
import { dumpTables } from './dump-tables.ts';
import type { Job, PreparedJob } from './job.ts';
import { prepareFetch } from './prepare-fetch.ts';
import { prepareFollow } from './prepare-follow.ts';
import { prepareIndex } from './prepare-index.ts';
import { preparePull } from './prepare-pull.ts';
import { serveNode } from './serve-node.ts';
import { serveStream } from './serve-stream.ts';

export type Instruction = { do: 'prepare'; job: Job } | { do: 'run' } | { do: 'close' } | { do: 'hear-bell' };
export type Outcome = { ok: true; ms: number; cpuMs: number } | { ok: false; reason: string };
/** It has committed blocks: stands for the event that notifies the indexers. */
export type Bell = { bell: true };

// It stays for all rounds, so that its code is warm as in a long backfill.
let prepared: PreparedJob | undefined;

process.on('message', (instruction: Instruction) => {
  if (instruction.do === 'hear-bell') {
    prepared?.hearBell?.();
    return;
  }
  void follow(instruction).then((outcome) => process.send?.(outcome));
});
process.on('disconnect', () => process.exit());

async function follow(instruction: Exclude<Instruction, { do: 'hear-bell' }>): Promise<Outcome> {
  const startedAt = performance.now();
  const cpuAtStart = process.cpuUsage();
  try {
    if (instruction.do === 'prepare') prepared = await prepare(instruction.job);
    else await prepared?.[instruction.do]();
  } catch (error) {
    return { ok: false, reason: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
  const { user, system } = process.cpuUsage(cpuAtStart);
  return { ok: true, ms: performance.now() - startedAt, cpuMs: (user + system) / 1000 };
}

function prepare(job: Job): Promise<PreparedJob> {
  switch (job.kind) {
    case 'index':
      return prepareIndex(job);
    case 'pull':
      return preparePull(job);
    case 'follow':
      return prepareFollow(job, () => process.send?.({ bell: true } satisfies Bell));
    case 'fetch':
      return prepareFetch(job);
    case 'node':
      return serveNode(job);
    case 'dump':
      return dumpTables(job);
    case 'copy':
      return copyTables(job);
    case 'serve':
      return serveStream(job);
  }
}
