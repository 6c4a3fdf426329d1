import { create } from '@bufbuild/protobuf';
import type { SqlDatabase } from '@ledgergraph/chain-kit/db/sql-executor';
import { bytes } from '@ledgergraph/chain-kit/hex';
import { type ReadBlocksRequest, ReadBlocksRequestSchema } from '@ledgergraph/proto-schemas/chain/v1/stream';
import { readNormalizedBlocks } from '@ledgergraph/test-kit/normalized-blocks';
import { readBlocks } from '#/stream/read-blocks.ts';
import { RecentBlocks } from '#/stream/recent-blocks.ts';
import { announceVrsctest, apply, hashOf, VRSCTEST } from './apply-recording.ts';
import { openDatabase, type TestDatabase } from './open-database.ts';

const main = readNormalizedBlocks('vrsctest-a');

let database: TestDatabase;
let recent: RecentBlocks;

beforeEach(async () => {
  database = await openDatabase();
  await announceVrsctest(database.db);
  recent = new RecentBlocks({ consumers: 2 });
});
afterEach(() => database.close());

function request(fromHeight: number, blocksMax = 1000): ReadBlocksRequest {
  const parentHash = fromHeight === 0 ? new Uint8Array() : bytes(hashOf(main[fromHeight - 1]));
  return create(ReadBlocksRequestSchema, { chainId: VRSCTEST, fromHeight, parentHash, blocksMax });
}

/** The test starts the next read of blocks, or lets it fail. */
function heldDatabase(failure?: Error) {
  const [begun, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const readings: number[] = [];
  const db: SqlDatabase = {
    ...database.db,
    $copyTo: async (sql, ...values) => {
      readings.push(Number(values[1]));
      if (readings.length === 1) {
        begun.resolve();
        await held.promise;
        if (failure !== undefined) throw failure;
      }
      return (await database.db.$copyTo?.(sql, ...values)) ?? [];
    },
  };
  return { db, begun: begun.promise, release: () => held.resolve(), readings };
}

async function blocksOf(answer: ReturnType<typeof readBlocks>): Promise<readonly Uint8Array[]> {
  const { answer: given } = await answer;
  if (given.case !== 'batch') throw new Error(`a ${given.case} instead of blocks`);
  return given.value.blocks;
}

test('blocks that two consumers request at the same time are read once, and both get the number that they want', async () => {
  await apply(database.db, main.slice(0, 100));
  const { db, begun, release, readings } = heldDatabase();
  const first = blocksOf(readBlocks(db, recent, request(0)));
  await begun;
  const second = blocksOf(readBlocks(db, recent, request(0, 40)));
  release();
  expect(await first).toHaveLength(100);
  expect(await second).toEqual((await first).slice(0, 40));
  expect(readings).toEqual([0]);
});

test('blocks that continue cached blocks are read once for two consumers too', async () => {
  await apply(database.db, main.slice(0, 60));
  await blocksOf(readBlocks(database.db, recent, request(0)));
  await apply(database.db, main.slice(60, 100));
  const { db, begun, release, readings } = heldDatabase();
  const first = blocksOf(readBlocks(db, recent, request(60)));
  await begun;
  const second = blocksOf(readBlocks(db, recent, request(20)));
  release();
  expect((await second).slice(40)).toEqual(await first);
  expect(await first).toHaveLength(40);
  expect(readings).toEqual([60]);
});

test('a consumer does not wait for a read at another place', async () => {
  await apply(database.db, main.slice(0, 100));
  const { db, begun, release } = heldDatabase();
  const first = blocksOf(readBlocks(db, recent, request(0)));
  await begun;
  expect(await blocksOf(readBlocks(db, recent, request(50)))).toHaveLength(50);
  release();
  expect(await first).toHaveLength(100);
});

test('a consumer that waited for a failed read reads for itself', async () => {
  await apply(database.db, main.slice(0, 100));
  const { db, begun, release } = heldDatabase(new Error('the connection is lost'));
  const first = blocksOf(readBlocks(db, recent, request(0)));
  await begun;
  const second = blocksOf(readBlocks(db, recent, request(0)));
  release();
  await expect(first).rejects.toThrow('the connection is lost');
  expect(await second).toHaveLength(100);
});
