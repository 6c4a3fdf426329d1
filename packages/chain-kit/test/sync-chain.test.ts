import type { Network } from '@ledgergraph/graph-kit/network';
import type { Block } from '@ledgergraph/proto-schemas/chain/v1/block';
import { createLogger } from '@ledgergraph/service-kit/logger';
import { startTracing } from '@ledgergraph/service-kit/tracing/start-tracing';
import { createTestDatabase, type TestDatabase } from '@ledgergraph/test-kit/database';
import { TraceReceiver } from '@ledgergraph/test-kit/trace-receiver';
import { advanceCursor, findCursor, rewindCursor } from '#/chain/cursor.ts';
import type { SqlClient, SqlExecutor } from '#/db/sql-executor.ts';
import { openWriter } from '#/db/sql-writer.ts';
import { hex } from '#/hex.ts';
import { Reporter } from '#/indexing/reporter.ts';
import { ChainSync } from '#/indexing/sync-chain.ts';
import { ForkableChain } from './forkable-chain.ts';
import { createSqlClient, type TestSqlClient } from './sql-client.ts';

const CHAIN = 'iTestChain';
const network = { chainId: CHAIN, name: 'test' } as Network;

let database: TestDatabase;
let db: TestSqlClient;
let chain: ForkableChain;
let sync: ChainSync<SqlExecutor>;
let failApply: Error | undefined;
let calls: string[];
let writtenBy: string[];

beforeEach(async () => {
  database = await createTestDatabase({ service: 'identities' });
  db = createSqlClient(database.url);
  await db.$executeRawUnsafe(
    'CREATE TABLE kept (chain_id text, height integer, hash text, PRIMARY KEY (chain_id, height))',
  );
  chain = new ForkableChain(CHAIN);
  failApply = undefined;
  calls = [];
  writtenBy = [];
  sync = newSync();
});

afterEach(async () => {
  await db.close();
  await database.drop();
});

function newSync(client: SqlClient<SqlExecutor> = db): ChainSync<SqlExecutor> {
  return new ChainSync(
    {
      consumer: 'testers',
      reporter: new Reporter(),
      stream: {
        readBlocks: (request: Parameters<ForkableChain['readBlocks']>[0]) => chain.readBlocks(request),
      } as never,
      db: client,
      logger: createLogger('test', 'silent'),
      batchBlocks: 1_000,
      handler: {
        prepare: async (reader, { chainId, name }, blocks) => {
          const read: Block[] = [];
          for await (const block of blocks) read.push(block);
          calls.push(`prepare ${read[0]?.height}`);
          await reader.$queryRawUnsafe('SELECT 1');
          calls.push(`prepared ${read[0]?.height}`);
          return async (tx) => {
            writtenBy.push(name);
            await write(tx, chainId, read);
          };
        },
        revert: async (tx, { chainId }, keepHeight) => {
          await tx.$executeRawUnsafe('DELETE FROM kept WHERE chain_id = $1 AND height > $2', chainId, keepHeight);
        },
      },
    },
    network,
  );
}

async function write(tx: SqlExecutor, chainId: string, blocks: readonly Block[]): Promise<void> {
  calls.push(`write ${blocks[0]?.height}`);
  for (const block of blocks) {
    await tx.$executeRawUnsafe('INSERT INTO kept VALUES ($1, $2, $3)', chainId, block.height, hex(block.hash));
  }
  if (failApply !== undefined) throw failApply;
  calls.push(`written ${blocks[0]?.height}`);
}

async function toTip(): Promise<string[]> {
  const kinds: string[] = [];
  for (;;) {
    const step = await sync.step();
    kinds.push(step.kind);
    if (step.kind === 'at-tip') return kinds;
  }
}

async function expectInStep(): Promise<void> {
  const hashes = chain.blocks.map((block) => hex(block.hash));
  const kept = await db.$queryRawUnsafe<{ hash: string }[]>('SELECT hash FROM kept ORDER BY height');
  expect(kept.map((row) => row.hash)).toEqual(hashes);
  const applied = await db.$queryRawUnsafe<{ hash: string }[]>(
    "SELECT encode(hash, 'hex') AS hash FROM applied_block ORDER BY height",
  );
  expect(applied.map((row) => row.hash)).toEqual(hashes);
  expect(await findCursor(db, CHAIN)).toMatchObject(chain.tip);
}

test('backfill goes in batches from genesis, and ends at the tip', async () => {
  chain.grow(2_050);
  expect(await toTip()).toEqual(['applied', 'applied', 'applied', 'at-tip']);
  await expectInStep();
});

test('reading ahead reports the block that is applied, and no block that is only read', async () => {
  chain.grow(2_050);
  await toTip();
  const applied = chain.pulls.map((pull) => (pull.consumer === '' ? pull.applied : pull.fromHeight - 1));
  // Reads ahead after each batch except the last: there is nothing behind the tip.
  expect(chain.pulls.map(({ fromHeight }) => fromHeight)).toEqual([0, 1_000, 2_000, 2_050]);
  expect(applied).toEqual([-1, undefined, 999, 2_049]);
});

test('a batch is prepared while the one before is written, and no two are prepared at once', async () => {
  chain.grow(2_050);
  await toTip();
  expect(calls.filter((event) => event.startsWith('writ'))).toEqual(
    [0, 1_000, 2_000].flatMap((height) => [`write ${height}`, `written ${height}`]),
  );
  expect(calls.indexOf('prepare 1000')).toBeLessThan(calls.indexOf('written 0'));
  const prepared = calls.filter((event) => event.startsWith('prepare'));
  expect(prepared).toEqual([0, 1_000, 2_000].flatMap((height) => [`prepare ${height}`, `prepared ${height}`]));
});

test('a batch prepared behind one that could not be written is prepared again', async () => {
  chain.grow(3_050);
  await sync.step();
  failApply = new Error('disk full');
  await expect(sync.step()).rejects.toThrow('disk full');
  failApply = undefined;
  await toTip();
  for (const height of [1_000, 2_000]) expect(calls.filter((event) => event === `prepare ${height}`)).toHaveLength(2);
  await expectInStep();
});

test('a batch prepared while another process moved the cursor, there and back, is prepared again', async () => {
  chain.grow(1_050);
  await sync.step();
  const last = chain.blocks.slice(999, 1_000);
  const places = last.map(({ height, hash, time }) => ({ height, hash: hex(hash), time: Number(time) }));
  const found = await findCursor(db, CHAIN);
  if (found === null) throw new Error('nothing is applied');
  await db.$transaction((tx) => rewindCursor(tx, CHAIN, found, 998));
  await advanceCursor(db, CHAIN, await findCursor(db, CHAIN), places);
  await toTip();
  expect(calls.filter((event) => event === 'prepare 1000')).toHaveLength(2);
  await expectInStep();
});

test('a batch prepared by an announcement that has changed since is prepared again', async () => {
  chain.grow(3_050);
  await sync.step();
  sync.changeNetwork({ ...network, name: 'changed' });
  await toTip();
  expect(writtenBy).toEqual(['test', 'changed', 'changed', 'changed']);
  expect(calls.filter((event) => event === 'prepare 1000')).toHaveLength(2);
  await expectInStep();
});

test.each([1, 4, 99, 150, 260])('a reorganisation of %i blocks ends like a straight sync', async (depth) => {
  chain.grow(300);
  await toTip();
  chain.cutTo(299 - depth).grow(depth + 1, 'other');
  expect((await toTip())[0]).toBe('reverted');
  await expectInStep();
});

test('to a lower tip, back and forth', async () => {
  chain.grow(20);
  await toTip();
  const first = [...chain.blocks];
  chain.cutTo(10).grow(3, 'other');
  await toTip();
  await expectInStep();
  chain.blocks = first;
  await toTip();
  await expectInStep();
});

test('nothing shared, not even genesis: everything is reverted', async () => {
  chain.grow(5);
  await toTip();
  chain.blocks = [];
  chain.grow(3, 'reset');
  await toTip();
  await expectInStep();
});

test('a block that comes back is applied again, under a new serial', async () => {
  chain.grow(3);
  await toTip();
  const serial = () => db.$queryRawUnsafe<{ serial: string }[]>('SELECT serial FROM applied_block WHERE height = 2');
  const before = await serial();
  const kept = [...chain.blocks];
  chain.cutTo(1).grow(1, 'other');
  await toTip();
  chain.blocks = kept;
  await toTip();
  await expectInStep();
  expect(await serial()).not.toEqual(before);
});

test('through a writer, which copies: a hundred blocks that come back are applied again', async () => {
  const writer = openWriter(database.url);
  sync = newSync(writer);
  chain.grow(150);
  await toTip();
  const kept = [...chain.blocks];
  chain.cutTo(49).grow(101, 'other');
  await toTip();
  chain.blocks = kept;
  await toTip();
  await writer.$disconnect();
  await expectInStep();
  expect((await db.$queryRawUnsafe<unknown[]>('SELECT 1 FROM removed_block')).length).toBe(101);
});

test('a failing block leaves rows and cursor as they were, and is tried again', async () => {
  chain.grow(5);
  await toTip();
  chain.grow(2);
  failApply = new Error('disk full');
  await expect(sync.step()).rejects.toThrow('disk full');
  expect((await findCursor(db, CHAIN))?.height).toBe(4);
  expect(await db.$queryRawUnsafe('SELECT 1 FROM kept WHERE height > 4')).toEqual([]);
  failApply = undefined;
  await toTip();
  await expectInStep();
});

test('a stream that fails is an error of this step only', async () => {
  chain.grow(5);
  chain.failNext = new Error('away');
  await expect(sync.step()).rejects.toThrow('away');
  await toTip();
  await expectInStep();
});

test('a gap in the stream is refused', async () => {
  chain.grow(5);
  chain.blocks.splice(2, 1);
  await expect(sync.step()).rejects.toThrow('not continuous at height 3');
  expect(await findCursor(db, CHAIN)).toBeNull();
});

test('two indexers on one database: the second commit loses, whole', async () => {
  chain.grow(5);
  await toTip();
  chain.grow(1);
  const other = newSync();
  const outcomes = await Promise.allSettled([sync.step(), other.step()]);
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
  // Either they collided, on the cursor or on a row, or the second saw the first.
  for (const outcome of refused)
    expect(outcome.reason).toMatchObject({ message: expect.stringMatching(/cursor|duplicate key/) });
  await toTip();
  await expectInStep();
});

test('each batch that is applied or reverted is a trace of its own, with its chain and heights', async () => {
  const receiver = await TraceReceiver.start();
  process.env.OTEL_EXPORTER_OTLP_ENDPOINT = receiver.url;
  try {
    const stopTracing = await startTracing('testers', createLogger('test', 'silent'));
    chain.grow(5);
    await toTip();
    chain.cutTo(2).grow(4, 'other');
    await toTip();
    await stopTracing();
  } finally {
    delete process.env.OTEL_EXPORTER_OTLP_ENDPOINT;
    receiver.stop();
  }
  const spans = receiver.spans.map(({ process, name, parentSpanId, attributes }) => ({
    process,
    name,
    parentSpanId,
    heights: [attributes['ledgergraph.from_height'], attributes['ledgergraph.to_height']],
    chain: attributes['ledgergraph.chain'],
  }));
  const own = { process: 'testers', parentSpanId: '', chain: network.name };
  expect(spans).toEqual([
    { ...own, name: 'indexer.apply', heights: [0, 4] },
    { ...own, name: 'indexer.revert', heights: [4, 2] },
    { ...own, name: 'indexer.apply', heights: [3, 6] },
  ]);
  expect(new Set(receiver.spans.map(({ traceId }) => traceId)).size).toBe(3);
});
