import { Reporter } from '@ledgergraph/chain-kit/indexing/reporter';
import type { Block } from '@ledgergraph/proto-schemas/chain/v1/block';
import { readNormalizedBlocks, readNormalizedOrphans } from '@ledgergraph/test-kit/normalized-blocks';
import { apply, revert, VRSCTEST } from './apply-recording.ts';
import { openStream, type StreamStand } from './open-stream.ts';

const main = readNormalizedBlocks('vrsctest-a');
/** Leaves the main chain after block 412. */
const orphans = readNormalizedOrphans('vrsctest-a').flatMap(({ blocks }) => blocks);

let stand: StreamStand;
beforeAll(async () => {
  stand = await openStream(['identities']);
});
afterAll(() => stand.close());

function at(blocks: readonly Block[], index: number): Block {
  const block = blocks.at(index);
  if (block === undefined) throw new Error(`the recording has no block ${index}`);
  return block;
}

async function tipsFor(...pins: Block[]): Promise<[height: number, pinLeft: boolean][]> {
  const named = pins.map(({ height, hash }) => ({ chainId: VRSCTEST, block: { height, hash } }));
  return (await stand.stream.listTips({ pins: named })).tips.map(({ height, pinLeft }) => [height, pinLeft]);
}

test('a lower tip reports whether the main chain has left the caller’s pin', async () => {
  const { db } = stand.database;
  const [first, last] = [at(orphans, 0), at(orphans, -1)];
  await apply(db, main.slice(0, 413));
  await apply(db, orphans);
  await stand.stream.readBlocks({
    chainId: VRSCTEST,
    consumer: 'identities',
    fromHeight: 411,
    parentHash: at(main, 410).hash,
    blocksMax: 1,
    ...new Reporter().next(),
  });
  // A subgraph is behind its earlier report: the answer is late.
  expect(await tipsFor(last)).toEqual([[410, false]]);
  expect(await tipsFor()).toEqual([[410, false]]);

  await revert(db, 412);
  expect(await tipsFor(last)).toEqual([[410, true]]);
  await apply(db, main.slice(413, 430));
  expect(await tipsFor(first)).toEqual([[410, true]]);
  expect(await tipsFor(at(main, 420))).toEqual([[410, false]]);
});
