import { findCursor } from '@ledgergraph/chain-kit/chain/cursor';
import { openWriter } from '@ledgergraph/chain-kit/db/sql-writer';
import { hex } from '@ledgergraph/chain-kit/hex';
import { readNormalizedBlocks, readNormalizedOrphans } from '@ledgergraph/test-kit/normalized-blocks';
import type { ChainNode } from '#/following/chain-node.ts';
import { EarlyBlockError } from '#/following/check-times.ts';
import { followChain } from '#/following/follow-chain.ts';
import { announceVrsctest, apply, revert, VRSCTEST } from './apply-recording.ts';
import { followRecording, readMainRows, silent } from './follow-recording.ts';
import { openDatabase, readRows, type TestDatabase } from './open-database.ts';

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

test('a block that is not later than the median of the 11 before it is not applied, though ours decide about it too', async () => {
  const { db } = database;
  const follower = await followRecording('vrsctest-a', db, 50);
  await follower.step();
  await follower.recorded.advanceTo(60);
  const node = await follower.nodes.choose();
  const median = Number(readNormalizedBlocks('vrsctest-a')[49]?.time);
  const step = (time: number) =>
    followChain({ ...follower, db, logger: silent, onCommit: () => undefined }, withTime(node, 55, time));
  await expect(step(median)).rejects.toThrow(EarlyBlockError);
  expect(await findCursor(db, follower.chainId)).toMatchObject({ height: 50 });
  expect(await step(median + 1)).toBe('advanced');
  expect(await findCursor(db, follower.chainId)).toMatchObject({ height: 60 });
  await follower.close();
});

function withTime(node: ChainNode, height: number, time: number): ChainNode {
  const readBlocks: ChainNode['readBlocks'] = async (from, to) => {
    const read = await node.readBlocks(from, to);
    for (const { block } of read) if (block.height === height) block.time = BigInt(time);
    return read;
  };
  return new Proxy(node, {
    get: (target, member) => (member === 'readBlocks' ? readBlocks : Reflect.get(target, member, target)),
  });
}

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

  const orphans = await readRows(db, 'block', 'WHERE NOT main ORDER BY height');
  const recorded = readNormalizedOrphans('vrsctest-a').flatMap((branch) => branch.blocks);
  expect(orphans.map((orphan) => hex(orphan.hash))).toEqual(recorded.map((block) => hex(block.hash)));
  expect((await readRows(db, 'reorg', 'ORDER BY id')).map(({ forkHeight, depth }) => [forkHeight, depth])).toEqual([
    [412, 4],
    [422, 2],
    [428, 12],
  ]);
  await Promise.all([live.close(), other.close(), straight.close()]);
});
