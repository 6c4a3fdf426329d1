import { openWriter } from '@ledgergraph/chain-kit/db/sql-writer';
import { hex } from '@ledgergraph/chain-kit/hex';
import { readNormalizedBlocks, readNormalizedOrphans } from '@ledgergraph/test-kit/normalized-blocks';
import { announceVrsctest, apply, revert, VRSCTEST } from './apply-recording.ts';
import { followRecording, readMainRows } from './follow-recording.ts';
import { openDatabase, type TestDatabase } from './open-database.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await openDatabase();
});
afterEach(() => database.close());

test('a backfill ends at the tip of the node with every block, transaction and spend', async () => {
  const { db } = database;
  const follower = await followRecording('vrsctest-a', db, 'end');
  expect(await follower.step()).toBe('advanced');
  expect(await follower.step()).toBe('at-tip');

  const blocks = readNormalizedBlocks('vrsctest-a');
  const rows = await readMainRows(db, follower.chainId);
  expect(rows.applied).toEqual(
    blocks.map((block) => ({ height: block.height, hash: hex(block.hash), time: Number(block.time) })),
  );
  expect(rows.transaction).toHaveLength(blocks.flatMap((block) => block.transactions).length);
  expect(rows.spend).toHaveLength(4812);
  await follower.close();
});

test('COPY writes the same rows as INSERT, and a hundred blocks that come back find their rows', async () => {
  const { db, url } = database;
  const blocks = readNormalizedBlocks('vrsctest-a').slice(0, 300);
  await announceVrsctest(db);
  const writer = openWriter(url);
  await apply(writer, blocks);
  const copied = await readMainRows(db, VRSCTEST);
  await revert(writer, 199);
  await apply(writer, blocks.slice(200));
  expect(await readMainRows(db, VRSCTEST)).toEqual(copied);
  await writer.$disconnect();

  const other = await openDatabase();
  await announceVrsctest(other.db);
  await apply(other.db, blocks);
  expect(await readMainRows(other.db, VRSCTEST)).toEqual(copied);
  await other.close();
});

test('three reorganisations leave the rows of a straight sync, and the orphans stay readable', async () => {
  const { db } = database;
  const live = await followRecording('vrsctest-a', db, 400);
  while (live.recorded.tip().height < 470) {
    await live.step();
    await live.recorded.advance();
  }
  await live.recorded.advanceTo(667);
  await live.step();
  expect(await live.step()).toBe('at-tip');

  const straight = await openDatabase();
  const other = await followRecording('vrsctest-a', straight.db, 'end');
  await other.step();
  expect(await readMainRows(db, live.chainId)).toEqual(await readMainRows(straight.db, live.chainId));

  const orphans = await db.block.findMany({ where: { main: false }, orderBy: { height: 'asc' } });
  const recorded = readNormalizedOrphans('vrsctest-a').flatMap((branch) => branch.blocks);
  expect(orphans.map((orphan) => hex(orphan.hash))).toEqual(recorded.map((block) => hex(block.hash)));
  expect(
    (await db.reorg.findMany({ orderBy: { id: 'asc' } })).map(({ forkHeight, depth }) => [forkHeight, depth]),
  ).toEqual([
    [412, 4],
    [422, 2],
    [428, 12],
  ]);
  await Promise.all([live.close(), other.close(), straight.close()]);
});
