import { clone } from '@bufbuild/protobuf';
import { hex } from '@ledgergraph/chain-kit/hex';
import { type Block, BlockSchema, type Input } from '@ledgergraph/proto-schemas/chain/v1/block';
import { readNormalizedBlocks, readNormalizedOrphans } from '@ledgergraph/test-kit/normalized-blocks';
import { AddressDatabase, PCHAIN, VRSCTEST } from './address-database.ts';
import { dumpTables } from './table-dump.ts';

const RANDOM_HEIGHTS = 2;

async function dumpOf(blocks: readonly Block[], batchBlocks?: number) {
  const database = await AddressDatabase.create();
  await database.apply(blocks, batchBlocks);
  const dump = await dumpTables(database.db, blocks[0]?.chainId ?? '');
  await database.close();
  return dump;
}

describe.each([
  ['vrsctest-a', VRSCTEST, 9],
  ['pchain-a', PCHAIN, 1],
] as const)('%s', (name, chainId, fewBlocks) => {
  const blocks = readNormalizedBlocks(name);
  const tip = blocks.length - 1;
  let database: AddressDatabase;
  let atTip: Awaited<ReturnType<typeof dumpTables>>;

  beforeAll(async () => {
    database = await AddressDatabase.create();
    await database.apply(blocks);
    atTip = await dumpTables(database.db, chainId);
  });
  afterAll(() => database.close());

  test('every table has rows to compare', () => {
    // No recorded output waits for several identities, or has no address: guards.test.ts and spends.test.ts make some.
    const { joint_guard: _, ownerless_spend: __, ...others } = atTip;
    for (const rows of Object.values(others)) expect(rows.length).toBeGreaterThan(0);
  });

  test(`batches of ${fewBlocks} write the same rows as large ones`, async () => {
    expect(await dumpOf(blocks, fewBlocks)).toEqual(atTip);
  });

  const heights = Array.from({ length: RANDOM_HEIGHTS }, () => Math.floor(Math.random() * tip));
  test.each([tip - 1, ...heights, 0])(
    'reverted to %i it equals a sync that stopped there; re-applied, the tip',
    async (keep) => {
      await database.revert(chainId, keep);
      expect(await dumpTables(database.db, chainId)).toEqual(await dumpOf(blocks.slice(0, keep + 1)));
      await database.apply(blocks.slice(keep + 1));
      expect(await dumpTables(database.db, chainId)).toEqual(atTip);
    },
  );

  test('reverted altogether nothing is left', async () => {
    await database.revert(chainId, -1);
    for (const rows of Object.values(await dumpTables(database.db, chainId))) expect(rows).toEqual([]);
    await database.apply(blocks);
    expect(await dumpTables(database.db, chainId)).toEqual(atTip);
  });
});

test('the recorded reorganisations, lived through, end in the rows of a straight sync', async () => {
  const blocks = readNormalizedBlocks('vrsctest-a');
  const branches = readNormalizedOrphans('vrsctest-a');
  expect(branches.map((branch) => branch.blocks.length)).toEqual([4, 2, 12]);
  const database = await AddressDatabase.create();
  let applied = 0;
  for (const branch of branches) {
    const fork = blocks.findIndex((block) => hex(block.hash) === hex(branch.blocks[0]?.previousHash ?? block.hash));
    await database.apply(blocks.slice(applied, fork + 1));
    await database.apply(branch.blocks, 1);
    await database.revert(VRSCTEST, fork);
    applied = fork + 1;
  }
  await database.apply(blocks.slice(applied));
  expect(await dumpTables(database.db, VRSCTEST)).toEqual(await dumpOf(blocks));
  await database.close();
});

test('one chain is reverted without touching the other', async () => {
  const database = await AddressDatabase.create();
  await database.apply(readNormalizedBlocks('pchain-a').slice(0, 100));
  const before = await dumpTables(database.db, PCHAIN);
  await database.apply(readNormalizedBlocks('vrsctest-a').slice(0, 150));
  await database.revert(VRSCTEST, 20);
  expect(await dumpTables(database.db, PCHAIN)).toEqual(before);
  await database.close();
});

test('an output that its row alone knows to be spent is not spent again: nothing of that block is written', async () => {
  const database = await AddressDatabase.create();
  const blocks = readNormalizedBlocks('vrsctest-a');
  await database.apply(blocks.slice(0, 300));
  const before = await dumpTables(database.db, VRSCTEST);
  const spent = blocks
    .slice(0, 200)
    .flatMap(({ transactions }) => transactions.flatMap(({ inputs }) => inputs))
    .find(({ txid }) => txid.length > 0);
  const again = clone(BlockSchema, blocks[300] as Block);
  again.transactions[0]?.inputs.push(spent as Input);
  database.forget();
  const write = await database.prepare([again]);
  await expect(write()).rejects.toThrow(/address_utxo has 0 of the 1 outputs|duplicate key/);
  expect(await dumpTables(database.db, VRSCTEST)).toEqual(before);
  await database.close();
});
