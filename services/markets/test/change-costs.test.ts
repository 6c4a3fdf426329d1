import type { ListChanges } from '@ledgergraph/chain-kit/graph/change-places';
import { explainStatement, type PlanNode } from '@ledgergraph/test-kit/list-costs/explain-statement';
import { recordStatements } from '@ledgergraph/test-kit/list-costs/record-statements';
import { readStreamedBlocks } from '@ledgergraph/test-kit/streamed-blocks';
import { listConversionChanges } from '#/db/list-conversion-changes.ts';
import { listOfferChanges } from '#/db/list-offer-changes.ts';
import { scopeOf } from '#/db/list-scopes.ts';
import { listTransferChanges } from '#/db/list-transfer-changes.ts';
import { type OpenService, openService } from './open-service.ts';

// Streams ask for the changes of each new block, and one that is behind for those of 400 blocks.

const blocks = readStreamedBlocks('vrsctest-a');
const chainId = blocks[0]?.chainId ?? '';
const OWNER = 'RLZGsn91QRHk8LpJ3FLMh5gG3yqi4dNL66';
const BASKET = 'iRdpuZUyofQFKjGy4K4yZhG8K2MdJuzUqX';
/** Makes 15,000 transfers. */
const COPIES = 50;
const LENGTH = blocks.length;
const TIP = COPIES * LENGTH - 1;
const TABLES = ['transfer', 'import', 'listing', 'offer', 'offer_lot'];

let service: OpenService;
let address: string;

beforeAll(async () => {
  service = await openService();
  const { db } = service;
  await service.apply('vrsctest-a', blocks);
  const [paid] = await db.$queryRawUnsafe<{ address: string }[]>(
    'SELECT destination AS address FROM transfer WHERE basket_id IS NOT NULL ORDER BY height DESC LIMIT 1',
  );
  address = paid?.address ?? '';
  const moved = ['height', 'export_height', 'import_height', 'ended_height', 'since'];
  for (const table of TABLES) {
    const columns = await db.$queryRawUnsafe<{ name: string }[]>(
      'SELECT column_name AS name FROM information_schema.columns WHERE table_name = $1',
      table,
    );
    const values = columns.map(({ name }) => {
      if (moved.includes(name)) return `${name} + copy % ${COPIES} * ${LENGTH}`;
      return ['lot_txid', 'txid'].includes(name) && table.startsWith('offer') ? `${name} || copy` : `"${name}"`;
    });
    // There are only two recorded offers: with many copies an index pays.
    const copies = table.startsWith('offer') ? 100 * COPIES : COPIES - 1;
    const names = columns.map(({ name }) => `"${name}"`).join();
    await db.$executeRawUnsafe(
      `INSERT INTO ${table} (${names}) SELECT ${values.join()} FROM ${table}, generate_series(1, ${copies}) AS copy
        ${table === 'listing' ? `WHERE scope = ${scopeOf('conversions', { basket: BASKET })}` : ''}`,
    );
    await db.$executeRawUnsafe(`ANALYZE ${table}`);
  }
});
afterAll(() => service.close());

function rowsRead(node: PlanNode): number {
  const own = node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Join Filter'] ?? 0);
  return (node.Plans ?? []).reduce((sum, plan) => sum + rowsRead(plan), own * node['Actual Loops']);
}

function scansOf(node: PlanNode): string[] {
  const own = node['Node Type'] === 'Seq Scan' ? [node['Relation Name'] ?? ''] : [];
  return [...own, ...(node.Plans ?? []).flatMap(scansOf)];
}

const LISTS: [what: string, list: ListChanges, ids: () => string[] | null][] = [
  ['all transfers', listTransferChanges, () => null],
  ['transfers of an address', listTransferChanges, () => [address]],
  ['all conversions', listConversionChanges, () => null],
  ['conversions of a basket', listConversionChanges, () => [BASKET]],
  ['all offers', listOfferChanges, () => null],
  ['offers of an address', listOfferChanges, () => [OWNER]],
];

test.each(LISTS)(
  'changes of %s cost what the range of blocks has, wherever it lies in a long chain',
  async (_, list, ids) => {
    for (const from of [LENGTH + 200, (COPIES / 2) * LENGTH + 200, TIP - LENGTH + 201]) {
      const recorder = recordStatements(service.db);
      const range = { chainId, from, to: from + 399, ids: ids(), limit: 4_000 };
      const found = await list(recorder.db, range);
      expect(found.length).toBeGreaterThan(0);
      expect(found.length).toBeLessThan(4_000);
      const [statement, ...more] = recorder.take();
      expect(more).toEqual([]);
      if (statement === undefined) throw new Error('no statement was sent');
      const { plan } = await explainStatement(service.db, statement);
      expect(scansOf(plan).filter((table) => TABLES.includes(table))).toEqual([]);
      expect(rowsRead(plan)).toBeLessThan(15_000);
    }
  },
);
