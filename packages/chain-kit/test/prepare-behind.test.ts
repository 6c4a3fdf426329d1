import type { Network } from '@ledgergraph/graph-kit/network';
import { createLogger } from '@ledgergraph/service-kit/logger';
import { createTestDatabase, type TestDatabase } from '@ledgergraph/test-kit/database';
import type { SqlExecutor } from '#/db/sql-executor.ts';
import { type BlockHandler, readEach } from '#/indexing/block-handler.ts';
import { Reporter } from '#/indexing/reporter.ts';
import { ChainSync } from '#/indexing/sync-chain.ts';
import { ForkableChain } from './forkable-chain.ts';
import { createSqlClient, type TestSqlClient } from './sql-client.ts';

const CHAIN = 'iTestChain';

let database: TestDatabase;
let db: TestSqlClient;
let chain: ForkableChain;
let sync: ChainSync<SqlExecutor>;
let failWrite: Error | undefined;
let phases: string[];

/** Numbers its rows after the rows of the previous batch, like a service that builds on them. */
const handler: BlockHandler<SqlExecutor> = {
  prepare: async (reader, _network, blocks, before) => {
    const [first = -1, ...others] = await readEach(blocks, ({ height }) => height);
    phases.push(`read ${first}`);
    await before;
    const [kept] = await reader.$queryRawUnsafe<{ rows: number }[]>('SELECT count(*)::integer AS rows FROM kept');
    phases.push(`prepare ${first} behind ${kept?.rows}`);
    return async (tx) => {
      await tx.$executeRawUnsafe('INSERT INTO kept SELECT * FROM unnest($1::integer[])', [first, ...others]);
      if (failWrite !== undefined) throw failWrite;
      phases.push(`write ${first}`);
    };
  },
  revert: async () => {},
};

beforeEach(async () => {
  database = await createTestDatabase({ service: 'identities' });
  db = createSqlClient(database.url);
  await db.$executeRawUnsafe('CREATE TABLE kept (height integer PRIMARY KEY)');
  chain = new ForkableChain(CHAIN);
  chain.grow(3_050);
  failWrite = undefined;
  phases = [];
  const stream = {
    readBlocks: (request: Parameters<ForkableChain['readBlocks']>[0]) => chain.readBlocks(request),
  } as never;
  const logger = createLogger('test', 'silent');
  sync = new ChainSync(
    { consumer: 'testers', reporter: new Reporter(), stream, db, logger, batchBlocks: 1_000, handler },
    { chainId: CHAIN, name: 'test' } as Network,
  );
});

afterEach(async () => {
  await db.close();
  await database.drop();
});

async function toTip(): Promise<void> {
  while ((await sync.step()).kind !== 'at-tip');
}

test('a batch is read while the one before is written, and prepared once the rows of that one are there', async () => {
  await toTip();
  expect(phases.filter((phase) => phase.startsWith('prepare'))).toEqual(
    [0, 1_000, 2_000, 3_000].map((from) => `prepare ${from} behind ${from}`),
  );
  for (const from of [1_000, 2_000, 3_000]) {
    expect(phases.indexOf(`read ${from}`)).toBeLessThan(phases.indexOf(`write ${from - 1_000}`));
  }
});

test('a batch whose predecessor could not be written is not prepared behind rows that are missing', async () => {
  failWrite = new Error('disk full');
  await expect(sync.step()).rejects.toThrow('disk full');
  failWrite = undefined;
  await toTip();
  expect(phases.filter((phase) => phase.startsWith('prepare'))).toEqual([
    'prepare 0 behind 0',
    ...[0, 1_000, 2_000, 3_000].map((from) => `prepare ${from} behind ${from}`),
  ]);
});
