import { setTimeout as wait } from 'node:timers/promises';
import type { RunningStack } from '@ledgergraph/local';
import pg from 'pg';
import { EventSockets } from '../../bench/live/event-sockets.ts';
import { readTreeCpuMs } from '../../bench/measure/cpu-time.ts';
import { type Experiment, type ExperimentContext, type Findings, readCount } from '../experiment.ts';
import { readRawBytes } from '../larger-than-memory/relation-sizes.ts';
import { type AnswerCosts, askLoad } from './ask-load.ts';
import { readTreeMemoryBytes } from './read-memory.ts';
import { startInstallation } from './start-installation.ts';

/** One row of the table of sizes in docs/operating.md. */
export const sizes: Experiment = {
  summary: 'disk, memory, CPU time and streams of a whole installation (--set blocks=20000, streams=400, seconds=30)',
  packages: [],
  run: measure,
};

const SERVICES = ['blocks', 'identities', 'currencies', 'addresses', 'markets', 'statistics', 'accounts', 'webhooks'];
const MIB = 2 ** 20;
const SETTLE_MS = 3_000;
const STREAM = 'subscription { chainEvents { __typename ... on Event { cursor } } }';

async function measure({ cleanup, settings, progress }: ExperimentContext): Promise<Findings> {
  const blocks = readCount(settings, 'blocks', 20_000);
  const seed = readCount(settings, 'seed', 1);
  const { stack, syncMs } = await startInstallation({ blocks, seed }, cleanup, progress);
  const syncCpuMs = sum(eachProcess(stack, (pid) => readTreeCpuMs(pid) ?? 0));
  const rawBytes = await readRawBytes(stack.databaseUrl('blocks'));
  const disk = new Map<string, number>();
  for (const service of SERVICES) disk.set(service, await readDiskBytes(stack.databaseUrl(service)));
  const idle = eachProcess(stack, readTreeMemoryBytes);
  progress('opening streams');
  const streams = readCount(settings, 'streams', 400);
  const streamBytes = await weighStreams(stack, streams);
  progress('asking');
  const durationMs = readCount(settings, 'seconds', 30) * 1_000;
  const costs = await askLoad(stack, { seed, durationMs }, cleanup);
  const busy = eachProcess(stack, readTreeMemoryBytes);
  return {
    facts: [
      `chain: ${blocks} generated blocks, ${mb(rawBytes)} MB as nodes send them`,
      `disk: ${mb(sum(disk))} MB in eight databases, ${(sum(disk) / rawBytes).toFixed(2)} bytes for each of the chain ` +
        `(${list(disk, mb)})`,
      `first sync: ${(syncMs / 1000).toFixed(0)} s from an empty folder, ${(syncCpuMs / blocks).toFixed(2)} CPU ms a block, all starts included`,
      `memory: ${mib(sum(idle))} MiB after the sync, ${mib(sum(busy))} MiB after the questions (${list(busy, mib)})`,
      describeCosts(costs),
      `streams: ${streams} open at once, ${(streamBytes / 1000).toFixed(1)} kB of the gateway's memory each`,
    ],
    violations: [],
  };
}

function describeCosts({ answers, elapsedMs, cpuMs }: AnswerCosts): string {
  const each = sum(cpuMs) / answers;
  const rate = Math.round((answers * 1000) / elapsedMs);
  const parts = list(cpuMs, (ms) => (ms / answers).toFixed(2));
  return `answers: ${each.toFixed(2)} CPU ms each, so ${Math.round(1000 / each)} a second for each core (${parts}); ${rate} a second here`;
}

async function weighStreams(stack: RunningStack, count: number): Promise<number> {
  const pid = stack.processes.find(({ name }) => name === 'gateway')?.pid;
  if (pid === undefined) throw new Error('the gateway has no process');
  const port = Number(new URL(stack.gatewayUrl).port);
  const body = (): string => JSON.stringify({ query: STREAM });
  // The first ones load code.
  (await EventSockets.open(port, stack.keys.test, Math.ceil(count / 10), body)).close();
  await wait(SETTLE_MS);
  const before = readTreeMemoryBytes(pid);
  const sockets = await EventSockets.open(port, stack.keys.test, count, body);
  await wait(SETTLE_MS);
  const held = readTreeMemoryBytes(pid) - before;
  sockets.close();
  return Math.max(0, held) / count;
}

function eachProcess(stack: RunningStack, read: (pid: number) => number): Map<string, number> {
  return new Map(stack.processes.flatMap(({ name, pid }) => (pid === undefined ? [] : [[name, read(pid)] as const])));
}

async function readDiskBytes(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ bytes: string }>(
      `SELECT sum(pg_total_relation_size(oid)) AS bytes FROM pg_class
        WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`,
    );
    return Number(rows[0]?.bytes);
  } finally {
    await client.end();
  }
}

function sum(values: ReadonlyMap<string, number>): number {
  return [...values.values()].reduce((total, value) => total + value, 0);
}

function list(values: ReadonlyMap<string, number>, write: (value: number) => string): string {
  const largest = [...values].sort(([, a], [, b]) => b - a);
  return largest.map(([name, value]) => `${name} ${write(value)}`).join(', ');
}

function mb(bytes: number): string {
  return (bytes / 1e6).toFixed(0);
}

function mib(bytes: number): string {
  return (bytes / MIB).toFixed(0);
}
