import { readStreamedBlocks, readStreamedOrphans } from '@ledgergraph/test-kit/streamed-blocks';
import { type OpenService, openService } from './open-service.ts';

const CHAINS = ['vrsctest-a', 'pchain-a'] as const;
const blocks = {
  'vrsctest-a': readStreamedBlocks('vrsctest-a'),
  'pchain-a': readStreamedBlocks('pchain-a'),
  'mempool-a': readStreamedBlocks('mempool-a'),
};

type Dump = Awaited<ReturnType<OpenService['dump']>>;

let service: OpenService;
let straight: Record<(typeof CHAINS)[number], Dump>;

beforeAll(async () => {
  service = await openService();
  for (const name of CHAINS) await service.apply(name, blocks[name]);
  straight = {
    'vrsctest-a': await service.dump('vrsctest-a'),
    'pchain-a': await service.dump('pchain-a'),
  };
});
afterAll(() => service.close());

test('the recorded chains have their transfers, exports and imports, and every one is paid by the rules', () => {
  const countOf = (dump: Dump) => [dump.transfer.length, dump.export.length, dump.import.length];
  expect(countOf(straight['vrsctest-a'])).toEqual([116, 52, 62]);
  // Six are its own, and five those of the chain that launched it.
  expect(countOf(straight['pchain-a'])).toEqual([11, 5, 8]);
  expect([service.violations.count('VRSCTEST'), service.violations.count('PCHAIN')]).toEqual([0, 0]);
});

test('rows do not depend on how blocks are cut into transactions', async () => {
  const other = await openService();
  await other.apply('vrsctest-a', blocks['vrsctest-a'].slice(0, 185), 185);
  await other.apply('vrsctest-a', blocks['vrsctest-a'].slice(185, 420), 1);
  await other.apply('vrsctest-a', blocks['vrsctest-a'].slice(420), 7);
  await other.apply('pchain-a', blocks['pchain-a'], 3);
  for (const name of CHAINS) expect(byName(await other.dump(name))).toEqual(byName(straight[name]));
  await other.close();
});

test('reverting to any height and applying again leaves the rows of a straight sync', async () => {
  // While transfers wait and launches gather; between export and import; the whole chain. Each height is reverted to the next.
  const heights = {
    'vrsctest-a': [600, 500, 420, 353, 333, 300, 272, 264, 253, 252, 232, 209, 208, 197, 190, 1, 0, -1],
    'pchain-a': [379, 378, 247, 246, 245, 244, 243, 2, 1, 0, -1],
  };
  for (const name of CHAINS) {
    for (const keep of heights[name]) {
      await service.revert(name, keep);
      expect(await service.dump(name)).toEqual(upTo(straight[name], keep));
      if (keep !== 353 && keep !== 243 && keep !== -1) continue;
      await service.apply(name, blocks[name].slice(keep + 1));
      expect(await service.dump(name)).toEqual(straight[name]);
    }
  }
});

test('the recorded reorganisations, branch first, end in the rows of a straight sync', async () => {
  const other = await openService();
  let applied = 0;
  for (const branch of readStreamedOrphans('vrsctest-a')) {
    const fork = (branch.blocks[0]?.height ?? 0) - 1;
    await other.apply('vrsctest-a', blocks['vrsctest-a'].slice(applied, fork + 1));
    await other.apply('vrsctest-a', branch.blocks);
    await other.revert('vrsctest-a', fork);
    applied = fork + 1;
  }
  await other.apply('vrsctest-a', blocks['vrsctest-a'].slice(applied));
  expect(byName(await other.dump('vrsctest-a'))).toEqual(byName(straight['vrsctest-a']));
  await other.close();
});

test('a chain whose launches fail has all contributions back', async () => {
  const other = await openService();
  await other.apply('mempool-a', blocks['mempool-a']);
  const { transfer } = await other.dump('mempool-a');
  const outcomes = (transfer as { kind: string; state: string }[]).map(({ kind, state }) => `${kind} ${state}`);
  const counts = Array.from(
    Map.groupBy(outcomes, (one) => one),
    ([one, all]) => [one, all.length],
  );
  expect(Object.fromEntries(counts)).toEqual({
    'CONTRIBUTION REFUNDED': 1,
    'CONTRIBUTION SETTLED': 2,
    'BUY SETTLED': 5,
  });
  await other.close();
});

/** Another database gives chains other numbers. */
function byName(dump: Dump): unknown {
  return Object.entries(dump).map(([table, rows]) => [table, rows.map((row) => ({ ...(row as object), chain: 0 }))]);
}

interface Linked {
  height: number;
  since?: number;
  export_height: number | null;
  import_height: number | null;
}

function upTo(dump: Dump, keep: number): Dump {
  const kept = (rows: readonly unknown[]) => (rows as Linked[]).filter((row) => (row.since ?? row.height) <= keep);
  const all = Object.entries(dump).map(([table, rows]) => [table, kept(rows)]);
  const { transfer, ...others } = Object.fromEntries(all) as Dump;
  return { ...others, transfer: (transfer as Linked[]).map((row) => cut(row, keep)) };
}

const IMPORTED = [
  ...['import_height', 'import_tx_index', 'import_vout', 'import_ordinal', 'follows_rules'],
  ...['basket_id', 'from_price', 'to_price', 'amount_out'],
];
const EXPORTED = ['export_height', 'export_tx_index', 'export_vout', 'export_ordinal'];

function cut(row: Linked, keep: number): unknown {
  const without = (columns: readonly string[]) => Object.fromEntries(columns.map((column) => [column, null]));
  const isExported = row.export_height !== null && row.export_height <= keep;
  if (row.import_height !== null && row.import_height > keep) {
    const open = { ...row, ...without(IMPORTED), state: 'EXPORTED' };
    return isExported ? open : { ...open, ...without(EXPORTED), state: 'PENDING' };
  }
  return row.export_height === null || isExported ? row : { ...row, ...without(EXPORTED), state: 'PENDING' };
}
