import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { VerusNode } from '@ledgergraph/blocks/verus-rpc/node';
import type { Bus } from '@ledgergraph/event-bus/bus';
import { CallsAdmittedSchema } from '@ledgergraph/proto-schemas/gateway/v1/events';
import { SUBJECTS } from '@ledgergraph/proto-schemas/subjects';
import { CREDENTIALS, type TestStack } from '@ledgergraph/test-kit/stack';
import pg from 'pg';
import type { Stream } from '../backfill/job.ts';
import { openStream } from '../backfill/open-stream.ts';
import type { Caller } from '../gateway/caller.ts';

export interface FloorOptions {
  stack: TestStack;
  bus: Bus;
  env: Record<string, string>;
  caller: Caller;
  samples: number;
}

/**
 * These cannot overlap: two calls of the node (for the tip and for the block), two commits (of blocks and of the last indexer), three
 * events (bell, progress, tip), two pulls (of the block, and the one that reports it), one answer.
 */
const COUNTS = { 'call of the node': 2, commit: 2, event: 3, pull: 2, answer: 1 };

export async function measureFloor(
  options: FloorOptions,
): Promise<{ floor: Record<string, number[]>; floorCounts: Record<string, number> }> {
  const { stack, env, samples } = options;
  await using cleanup = new AsyncDisposableStack();
  const recorded = stack.node('vrsctest-a');
  const node = new VerusNode({ url: recorded.url, ...CREDENTIALS });
  cleanup.defer(() => node.close());
  const database = new pg.Client({ connectionString: stack.running.databaseUrl('addresses') });
  await database.connect();
  cleanup.defer(() => database.end());
  await database.query('CREATE TABLE bench_commit (at timestamptz)');
  cleanup.defer(async () => void (await database.query('DROP TABLE bench_commit')));
  const stream: Stream = { url: env.BLOCKS_URL ?? '', secret: env.INTERNAL_SECRET ?? '', chainId: '', tipHeight: 0 };
  const { chainId } = await findNetwork(stack);
  const { client } = await openStream({ ...stream, chainId });
  const { height } = recorded.tip();
  const parentHash = Buffer.from(await node.getBlockHash(height - 1), 'hex');
  const works: Record<keyof typeof COUNTS, () => Promise<unknown>> = {
    'call of the node': () => node.getBlocks(height, height),
    commit: () => database.query('INSERT INTO bench_commit VALUES (now())'),
    event: () => sendToOneself(options.bus),
    pull: () => client.readBlocks({ consumer: '', chainId, fromHeight: height, parentHash, blocksMax: 1 }),
    answer: () => options.caller.ask('{ __typename }'),
  };
  const floor: Record<string, number[]> = {};
  for (const [name, work] of Object.entries(works)) floor[name] = await time(work, samples);
  return { floor, floorCounts: COUNTS };
}

async function findNetwork(stack: TestStack): Promise<{ chainId: string }> {
  const { chains } = await stack.query('test', '{ __typename }');
  if (chains[0] === undefined) throw new Error('the stack answers from no chain');
  return chains[0];
}

async function time(work: () => Promise<unknown>, samples: number): Promise<number[]> {
  const taken: number[] = [];
  for (let left = samples; left > 0; left -= 1) {
    const startedAt = performance.now();
    await work();
    taken.push(performance.now() - startedAt);
    await wait(1);
  }
  return taken;
}

async function sendToOneself(bus: Bus): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const proof = randomBytes(32);
  const unsubscribe = bus.subscribe(SUBJECTS.callsAdmitted, CallsAdmittedSchema, (event) => {
    if (proof.equals(event.proof)) resolve();
  });
  bus.publish(SUBJECTS.callsAdmitted, CallsAdmittedSchema, { proof });
  await promise;
  unsubscribe();
}
