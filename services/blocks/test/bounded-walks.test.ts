import { readNormalizedBlocks, readNormalizedOrphans } from '@ledgergraph/test-kit/normalized-blocks';
import { announceVrsctest, apply, hashOf, revert, VRSCTEST } from './apply-recording.ts';
import { openDatabase, type TestDatabase } from './open-database.ts';
import { openApi, type Pin } from './query-api.ts';

const main = readNormalizedBlocks('vrsctest-a');
/** Blocks 413 to 416 of the branch that was left. */
const orphans = readNormalizedOrphans('vrsctest-a')[0]?.blocks ?? [];
const FORK = 412;

let database: TestDatabase;
let api: Awaited<ReturnType<typeof openApi>>;

beforeEach(async () => {
  database = await openDatabase();
  await announceVrsctest(database.db);
  await apply(database.db, main.slice(0, FORK + 1));
  await apply(database.db, orphans);
  api = await openApi(database.db, []);
});
afterEach(async () => {
  await api.close();
  await database.close();
});

const pinOf = (height: number, block = main[height]): Pin => ({ chainId: VRSCTEST, height, hash: hashOf(block) });

async function reorganise(): Promise<void> {
  await revert(database.db, FORK);
  await apply(database.db, main.slice(FORK + 1, 421));
}

const blocksUpTo = (toHeight: number) =>
  `query ($cursor: String) { list: blocks(fromHeight: 390, toHeight: ${toHeight}, limit: 10, cursor: $cursor) {
     totalCount nextCursor blocks { height confirmations } } }`;
const TRANSACTIONS = `query ($cursor: String) { block(height: 113) { list: transactions(limit: 1, cursor: $cursor) {
  totalCount nextCursor transactions { index } } } }`;

test('a reorganisation above the bound does not end a list of blocks; confirmations are those of the pin', async () => {
  const before = await api.query(blocksUpTo(FORK), {}, { pins: [pinOf(416, orphans[3])] });
  await reorganise();
  const { cursor, ...pins } = { cursor: before.data.list.nextCursor, pins: [pinOf(420)] };
  const after = await api.query(blocksUpTo(FORK), { cursor }, pins);
  expect(after.data.list.totalCount).toBe(before.data.list.totalCount);
  expect(after.data.list.blocks[0]).toEqual({ height: 402, confirmations: 19 });
});

test('one at the bound, or below it, ends the list', async () => {
  const before = await api.query(blocksUpTo(FORK + 1), {}, { pins: [pinOf(416, orphans[3])] });
  await reorganise();
  const { errors } = await api.query(
    blocksUpTo(FORK + 1),
    { cursor: before.data.list.nextCursor },
    { pins: [pinOf(420)] },
  );
  expect(errors?.map(({ extensions }) => extensions.code)).toEqual(['CHAIN_REORGANIZED']);
});

test('the transactions of a block can be walked on while that block stays', async () => {
  const before = await api.query(TRANSACTIONS, {}, { pins: [pinOf(416, orphans[3])] });
  await reorganise();
  const { cursor, ...pins } = { cursor: before.data.block.list.nextCursor, pins: [pinOf(420)] };
  expect(cursor).not.toBeNull();
  const after = await api.query(TRANSACTIONS, { cursor }, pins);
  expect(after.errors).toBeUndefined();
  expect(after.data.block.list.transactions[0]).toEqual({ index: 1 });
});
