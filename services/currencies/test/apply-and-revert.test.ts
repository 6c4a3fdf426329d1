import { type CurrencyDatabase, openCurrencyDatabase } from './currency-database.ts';
import { readRecordedChain } from './recorded-chain.ts';

const vrsctest = readRecordedChain('vrsctest-a');
const pchain = readRecordedChain('pchain-a');

let straight: unknown[];
let database: CurrencyDatabase;

beforeAll(async () => {
  database = await openCurrencyDatabase();
  await database.apply(vrsctest.network, vrsctest.blocks);
  await database.apply(pchain.network, pchain.blocks);
  straight = await database.dump();
});
afterAll(() => database.close());

test('rows do not depend on how blocks are cut into transactions', async () => {
  const other = await openCurrencyDatabase();
  await other.apply(pchain.network, pchain.blocks, 7);
  await other.apply(vrsctest.network, vrsctest.blocks.slice(0, 185), 185);
  await other.apply(vrsctest.network, vrsctest.blocks.slice(185, 270), 1);
  await other.apply(vrsctest.network, vrsctest.blocks.slice(270), 133);
  expect(await other.dump()).toEqual(straight);
  await other.close();
});

test('reverting to any height and applying again leaves the rows of a straight sync', async () => {
  // Between, in and before launches; inside the coinbase definitions of block 1; everything.
  for (const keep of [600, 353, 253, 252, 232, 209, 208, 190, 187, 1, 0, -1]) {
    await database.revert(vrsctest.network, keep);
    const rows = await database.dump();
    expect(rows).toEqual(straight.filter((row) => isKept(row, vrsctest.network.chainId, keep)));
    await database.apply(vrsctest.network, vrsctest.blocks.slice(keep + 1));
  }
  for (const keep of [379, 378, 2, 1, 0, -1]) {
    await database.revert(pchain.network, keep);
    await database.apply(pchain.network, pchain.blocks.slice(keep + 1));
  }
  expect(await database.dump()).toEqual(straight);
});

function isKept(row: unknown, chainId: string, keepHeight: number): boolean {
  const { chainId: rowChain, height } = row as { chainId: string; height: number };
  return rowChain !== chainId || height <= keepHeight;
}

test('the recorded reorganisations, branch first, end in the rows of a straight sync', async () => {
  const other = await openCurrencyDatabase();
  let applied = 0;
  expect(vrsctest.orphans.map(({ blocks }) => blocks.length)).toEqual([4, 2, 12]);
  for (const { blocks } of vrsctest.orphans) {
    const fork = (blocks[0]?.height ?? 0) - 1;
    await other.apply(vrsctest.network, vrsctest.blocks.slice(applied, fork + 1));
    await other.apply(vrsctest.network, blocks);
    await other.revert(vrsctest.network, fork);
    applied = fork + 1;
  }
  await other.apply(vrsctest.network, vrsctest.blocks.slice(applied));
  await other.apply(pchain.network, pchain.blocks);
  expect(await other.dump()).toEqual(straight);
  await other.close();
});

test('a native currency without an announcement stops the indexer instead of leaving its rows out', async () => {
  const other = await openCurrencyDatabase();
  const network = { ...vrsctest.network, nativeDefinitionJson: '' };
  await expect(other.apply(network, vrsctest.blocks.slice(0, 2))).rejects.toThrow('announced native definition');
  expect(await other.dump()).toEqual([]);
  await other.close();
});
