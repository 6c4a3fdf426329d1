import type { Untyped } from '@ledgergraph/test-kit/client';
import { sharedStack } from '@ledgergraph/test-kit/shared-stack';
import type { StackClient } from '@ledgergraph/test-kit/stack';
import { type Ask, findUnwalked, LISTS, readRows } from './every-list.ts';

const SINGLE_ROWS_MAX = 25;

let stack: StackClient;

beforeAll(async () => {
  stack = await sharedStack();
});

const ask: Ask = (operation) => stack.query('test', operation);

test('every list of the schema is walked here, but those of what is pending and of other systems', async () => {
  // services/blocks/test walks pending ones, services/statistics/test notarizations, services/markets/test locks.
  expect((await findUnwalked(ask, LISTS)).toSorted()).toEqual([
    'AddressPending.transactions',
    'PendingTransaction.changes',
    'PendingTransaction.vin',
    'PendingTransaction.vout',
    'Query.notarizations',
    'Query.pendingTransactions',
    'Query.systemLocks',
  ]);
});

test.each(LISTS)('$name', async (list) => {
  const [byHundred, bySeven, byOne] = await Promise.all([
    readRows(ask, list, 100, 1_000),
    readRows(ask, list, 7, 150),
    readRows(ask, list, 1, SINGLE_ROWS_MAX),
  ]);
  const { rows, totalCount, isWhole } = byHundred;
  expect(isWhole).toBe(true);
  expect(rows.length).toBeGreaterThan(0);
  if (totalCount !== null) expect(totalCount).toBe(rows.length);
  expect(new Set(rows.map((row) => JSON.stringify(row))).size).toBe(rows.length);
  for (const other of [bySeven, byOne]) {
    expect(other.totalCount).toBe(totalCount);
    expect(other.rows).toEqual(rows.slice(0, other.rows.length));
    if (other.isWhole) expect(other.rows).toHaveLength(rows.length);
  }
});

test.each([
  ['vin', 'inputCount', 'inputs', 'bc5c4ccff8f33566188a96d2ddc9de25a4fccbf26a2879d953eb03b516e3c8cd'],
  ['vout', 'outputCount', 'outputs', '4423579a3d30cb53a86eb99022aa76c4f53e184ed65482db88720bb68350d88b'],
])('%s of a transaction has as many rows as it counts', async (field, count, rows, txid) => {
  const indexes: number[] = [];
  let total = 0;
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = `limit: 7${cursor === undefined ? '' : `, cursor: "${cursor}"`}`;
    const { data } = await ask(
      `{ transaction(txid: "${txid}") { ${count} ${field}(${page}) { nextCursor ${rows} { index } } } }`,
    );
    const { [count]: counted, [field]: read }: Untyped = data.transaction;
    indexes.push(...read[rows].map(({ index }: Untyped) => index));
    [total, cursor] = [counted, read.nextCursor];
  }
  expect(total).toBeGreaterThan(50);
  expect(indexes).toEqual(Array.from({ length: total }, (_, index) => index));
});

/** Block 1 of a launched chain defines all that it begins with. */
test.each([
  ['identityVersions', 'versions', 'identityAddress txid vout', 5],
  ['currencyStates', 'states', 'currencyId txid supply', 3],
])('%s of a block, page by page', async (field, list, row, total) => {
  const read = async (args: string): Promise<Untyped> => {
    const query = `{ block(height: 1) { ${field}(${args}) { totalCount nextCursor ${list} { ${row} } } } }`;
    return (await stack.query('live', query)).data.block[field];
  };
  const whole = await read('limit: 100');
  expect([whole[list].length, whole.totalCount, whole.nextCursor]).toEqual([total, total, null]);
  const rows: Untyped[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await read(`limit: 1${cursor === undefined ? '' : `, cursor: "${cursor}"`}`);
    rows.push(...page[list]);
    cursor = page.nextCursor;
  }
  expect(rows).toEqual(whole[list]);
});
