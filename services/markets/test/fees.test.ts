import { hex } from '@ledgergraph/chain-kit/hex';
import { readNormalizedBlocks, readNormalizedOrphans } from '@ledgergraph/test-kit/normalized-blocks';
import { type OpenService, openService } from './open-service.ts';

const SELECTION = 'markets { total transactionCount }';
const blocks = readNormalizedBlocks('vrsctest-a');
const orphans = readNormalizedOrphans('vrsctest-a');

let service: OpenService;
let straight: unknown[];

beforeAll(async () => {
  service = await openService();
  await service.apply(blocks);
  straight = await service.dump();
});
afterAll(() => service.close());

test('every block has its row, and some pay', () => {
  expect(straight).toHaveLength(blocks.length);
  expect(straight.some((row) => (row as { total: bigint }).total > 0n)).toBe(true);
});

test('reverting to any height and applying again leaves the rows of a straight sync', async () => {
  for (const keep of [600, 333, 1, 0, -1]) {
    await service.revert(keep);
    expect(await service.dump()).toEqual(straight.slice(0, keep + 1));
    await service.apply(blocks.slice(keep + 1));
    expect(await service.dump()).toEqual(straight);
  }
});

test('a block that a reorganisation removed, and one above the height that is read, have none', async () => {
  const [branch] = orphans;
  const first = branch?.blocks[0];
  if (branch === undefined || first === undefined) throw new Error('the recording has no reorganisation');
  const fork = first.height - 1;
  await service.revert(fork);
  await service.apply(branch.blocks);
  expect(await service.askAboutBlock(hex(first.hash), SELECTION)).toEqual({
    markets: { total: expect.any(String), transactionCount: expect.any(Number) },
  });
  await service.revert(fork);
  await service.apply(blocks.slice(fork + 1));
  expect(await service.askAboutBlock(hex(first.hash), SELECTION)).toEqual({ markets: null });
  const hash = hex(blocks[fork]?.hash ?? new Uint8Array());
  expect(await service.askAboutBlock(hash, SELECTION, fork)).not.toEqual({ markets: null });
  expect(await service.askAboutBlock(hash, SELECTION, fork - 1)).toEqual({ markets: null });
});

test('the changes of a range are its blocks that paid, in order, and none that a reorganisation removed', async () => {
  const paying = (straight as { height: number; transaction_count: number }[])
    .filter((row) => row.transaction_count > 0)
    .map(({ height }) => height);
  expect(await service.listChanges(0, blocks.length)).toEqual(paying);
  const [first = 0, second = 0] = paying;
  expect(await service.listChanges(first + 1, second)).toEqual([second]);
  await service.revert(second - 1);
  expect(await service.listChanges(0, blocks.length)).toEqual([first]);
  await service.apply(blocks.slice(second));
});
