import { readNormalizedBlocks } from '@ledgergraph/test-kit/normalized-blocks';
import { readStreamedOrphans } from '@ledgergraph/test-kit/streamed-blocks';
import { type OpenService, openService } from './open-service.ts';

const blocks = readNormalizedBlocks('vrsctest-a');
const pchain = readNormalizedBlocks('pchain-a');
const orphans = readStreamedOrphans('vrsctest-a');

let service: OpenService;
let straight: Record<string, unknown[]>;

beforeAll(async () => {
  service = await openService('vrsctest-a');
  await service.apply(blocks);
  straight = await service.dump();
});
afterAll(() => service.close());

test('every block has its totals, and each kind of interval begins somewhere', () => {
  expect(straight.block_total).toHaveLength(blocks.length);
  const kinds = new Set(straight.interval_start?.map((row) => (row as { interval: string }).interval));
  expect(kinds).toEqual(new Set(['HOUR', 'DAY', 'WEEK', 'MONTH']));
});

test('reverting to any height and applying again leaves the rows of a straight sync, however blocks are cut into transactions', async () => {
  for (const keep of [600, 391, 333, 159, 1, 0, -1]) {
    await service.revert(keep);
    const rows = await service.dump();
    expect(rows.block_total).toEqual(straight.block_total?.slice(0, keep + 1));
    await service.apply(blocks.slice(keep + 1), 97);
    expect(await service.dump()).toEqual(straight);
  }
  await service.revert(650);
  await service.apply(blocks.slice(651), 1);
  expect(await service.dump()).toEqual(straight);
});

test('the recorded reorganisations, branch first, end in the rows of a straight sync', async () => {
  expect(orphans.map((branch) => branch.blocks.length)).toEqual([4, 2, 12]);
  for (const branch of orphans) {
    const fork = (branch.blocks[0]?.height ?? 0) - 1;
    await service.revert(fork);
    await service.apply(branch.blocks);
    await service.revert(fork);
    await service.apply(blocks.slice(fork + 1));
  }
  expect(await service.dump()).toEqual(straight);
});

test('a chain with notarizations and stakes is reverted to the rows of a straight sync, too', async () => {
  const other = await openService('pchain-a');
  await other.apply(pchain);
  const rows = await other.dump();
  for (const [table, written] of Object.entries(rows)) expect([table, written.length > 0]).toEqual([table, true]);
  for (const keep of [538, 183, 10, 0, -1]) {
    await other.revert(keep);
    await other.apply(pchain.slice(keep + 1), 50);
    expect(await other.dump()).toEqual(rows);
  }
  await other.close();
});
