import { Code } from '@connectrpc/connect';
import { BATCH_BLOCKS } from '@ledgergraph/chain-kit/batch-blocks';
import { findCursor } from '@ledgergraph/chain-kit/chain/cursor';
import { bytes, hex } from '@ledgergraph/chain-kit/hex';
import { readNormalizedBlocks, readNormalizedOrphans } from '@ledgergraph/test-kit/normalized-blocks';
import { type Commit, followChain } from '#/chain/follow-chain.ts';
import { saveNodeTip } from '#/db/node-tip.ts';
import { lockPool } from '#/db/pool-rows.ts';
import { readBlocks } from '#/stream/read-blocks.ts';
import { RecentBlocks } from '#/stream/recent-blocks.ts';
import { announceVrsctest, apply, hashOf, VRSCTEST } from './apply-recording.ts';
import { followRecording, silent } from './follow-recording.ts';
import { openDatabase, type TestDatabase } from './open-database.ts';

const main = readNormalizedBlocks('vrsctest-a');
const [orphans = []] = readNormalizedOrphans('vrsctest-a').map(({ blocks }) => blocks);

let database: TestDatabase;
beforeEach(async () => {
  database = await openDatabase();
});
afterEach(() => database.close());

test('blocks that our database has lost, and the node has left, are applied again and then replaced', async () => {
  const { db } = database;
  const live = await followRecording('vrsctest-a', db, 410);
  await live.step();
  const lost = orphans.at(-1);
  await live.recorded.advanceTo(420);
  const commits: Commit[] = [];
  const formerTip = { height: lost?.height ?? 0, hash: hashOf(lost) };
  await followChain(
    { chainId: live.chainId, db, logger: silent, formerTips: [formerTip], onCommit: (commit) => commits.push(commit) },
    await live.nodes.choose(),
  );
  expect(commits).toMatchObject([
    { applied: formerTip.height - 410, reverted: 0, tip: formerTip },
    { reverted: orphans.length, tip: { height: 420, hash: hashOf(main[420]) } },
  ]);
  expect(await db.block.count({ where: { main: false } })).toBe(orphans.length);
  await live.close();
});

test('a former tip that the branch of the node holds, or that no node has, changes nothing', async () => {
  const { db } = database;
  const live = await followRecording('vrsctest-a', db, 410);
  await live.step();
  await live.recorded.advanceTo(420);
  for (const hash of [hashOf(main[415]), 'ab'.repeat(32)]) {
    const commits: Commit[] = [];
    const deps = { chainId: live.chainId, db, logger: silent, onCommit: (commit: Commit) => commits.push(commit) };
    await followChain({ ...deps, formerTips: [{ height: 415, hash }] }, await live.nodes.choose());
    expect(commits.map(({ reverted }) => reverted).filter((reverted) => reverted > 0)).toEqual([]);
  }
  expect(await findCursor(db, live.chainId)).toMatchObject({ height: 420 });
  await live.close();
});

describe('a consumer that stands on a block which we never had', () => {
  const pull = (fromHeight: number) =>
    readBlocks(database.db, new RecentBlocks({ consumers: 1 }), {
      ...{ chainId: VRSCTEST, fromHeight, parentHash: bytes('ab'.repeat(32)), blocksMax: BATCH_BLOCKS, kinds: [] },
    } as unknown as Parameters<typeof readBlocks>[2]);
  const saveTip = (height: number, isAhead = false) =>
    saveNodeTip(database.db, VRSCTEST, { height, isAhead, notarizedHash: null });

  test('gets a fork where all blocks of the node are fewer', async () => {
    await announceVrsctest(database.db);
    await apply(database.db, main.slice(0, 20));
    await saveTip(19);
    const { answer } = await pull(41);
    if (answer.case !== 'fork') throw new Error(`a ${answer.case} instead of a fork`);
    expect(answer.value.candidates.map(({ hash }) => hex(hash))[0]).toBe(hashOf(main[19]));
  });

  test('waits while the last word of the node is old, or names blocks that we lack', async () => {
    await announceVrsctest(database.db);
    await apply(database.db, main.slice(0, 50));
    await saveTip(49);
    await database.db.$executeRawUnsafe("UPDATE node_tip SET seen_at = now() - interval '1 minute'");
    await expect(pull(41)).rejects.toMatchObject({ code: Code.Unavailable });
    await saveTip(60, true);
    await expect(pull(41)).rejects.toMatchObject({ code: Code.Unavailable });
  });
});

test('the serials of a mempool begin again above all earlier ones in a database of another history', async () => {
  const { db } = database;
  const find = () => db.pool.findFirstOrThrow();
  await lockPool(db, VRSCTEST);
  const first = await find();
  expect(await lockPool(db, VRSCTEST)).toBe(first.serial);
  await db.$executeRawUnsafe("UPDATE pool SET timeline = 'of another server'");
  const serial = await lockPool(db, VRSCTEST);
  expect(serial).toBeGreaterThan(first.serial);
  expect(await find()).toMatchObject({ serial, beginsAt: serial });
  expect(await lockPool(db, VRSCTEST)).toBe(serial);
});
