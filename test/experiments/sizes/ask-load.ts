import { Random } from '@ledgergraph/chain-generator/random';
import type { RunningStack } from '@ledgergraph/local';
import { Caller } from '../../bench/gateway/caller.ts';
import { GatewayProcess } from '../../bench/gateway/gateway-process.ts';
import { shapesOf } from '../../bench/gateway/shapes.ts';
import { describeStack } from '../../bench/gateway/stand.ts';
import { SERVICES } from '../../bench/generated-backfill/stand.ts';
import { readTreeCpuMs } from '../../bench/measure/cpu-time.ts';
import type { Urls } from '../larger-than-memory/installation.ts';
import { drawSubjects, readSubjects } from '../larger-than-memory/subjects.ts';

export interface AnswerCosts {
  answers: number;
  elapsedMs: number;
  cpuMs: ReadonlyMap<string, number>;
}

const APIS = /^(blocks|identities|currencies|addresses|markets|statistics|accounts)-api$/;
const ROUNDS_DRAWN = 50;
const WARM_UP_MS = 3_000;

/** Without a response cache, four requests at a time, for other parts of the chain each time. */
export async function askLoad(
  stack: RunningStack,
  { seed, durationMs }: { seed: number; durationMs: number },
  cleanup: AsyncDisposableStack,
): Promise<AnswerCosts> {
  const { env } = await describeStack({ running: stack });
  const gateway = cleanup.use(await GatewayProcess.start('ours', env, false));
  const caller = cleanup.use(new Caller(gateway.url, { authorization: `Bearer ${stack.keys.test}` }));
  const subjects = await readSubjects(urlsOf(stack));
  const random = new Random(seed).branch('asks');
  const queries = Array.from({ length: ROUNDS_DRAWN }, () => shapesOf(drawSubjects(subjects, random))).flat();
  const pids = new Map([
    ['gateway', gateway.pid],
    ...stack.processes.flatMap(({ name, pid }): [string, number][] =>
      pid !== undefined && (APIS.test(name) || name === 'postgres') ? [[name, pid]] : [],
    ),
  ]);
  await caller.loadEach(
    queries.map(({ query }) => query),
    WARM_UP_MS,
  );
  const before = readCpu(pids);
  const load = await caller.loadEach(
    queries.map(({ query }) => query),
    durationMs,
  );
  const after = readCpu(pids);
  const cpuMs = new Map(Array.from(after, ([name, ms]) => [name, ms - (before.get(name) ?? 0)]));
  return { answers: load.requests, elapsedMs: load.elapsedMs, cpuMs };
}

function readCpu(pids: ReadonlyMap<string, number>): Map<string, number> {
  return new Map(Array.from(pids, ([name, pid]) => [name, readTreeCpuMs(pid) ?? 0]));
}

function urlsOf(stack: RunningStack): Urls {
  return Object.fromEntries(SERVICES.map((service) => [service, stack.databaseUrl(service)])) as Urls;
}
