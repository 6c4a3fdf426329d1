import { readNormalizedBlocks } from '@ledgergraph/test-kit/normalized-blocks';
import { AddressDatabase, VRSCTEST } from './address-database.ts';
import { type AddressGraph, openAddressGraph, type Untyped } from './address-graph.ts';

/** 100 of its coinbases are immature at any time. */
const MINER = 'RQiNjfoy8AsN59KeB69bP3mu51btEdXBJH';
/** Holds native coin, tokens and identity outputs. */
const IDENTITY = 'iKWf8naLYFEBQL8vHNyBbEs3dt5SbMkCZv';
const SPENDER = 'R9LNHJe7BbpTfhURYaL4DAPTajKUzVR61s';
const TOKEN = 'i3guRTnKrqhvWwWwDBF5aRTBs5S5mYGrbS';
const TIP = 667;

const blocks = readNormalizedBlocks('vrsctest-a');
let database: AddressDatabase;
let graph: AddressGraph;

beforeAll(async () => {
  database = await AddressDatabase.create();
  await database.apply(blocks);
  graph = await openAddressGraph(database);
});
afterAll(async () => {
  await graph.close();
  await database.close();
});

async function ask(query: string, variables: Record<string, unknown> = {}): Promise<Untyped> {
  const { data, errors } = await graph.ask(query, variables);
  expect(errors).toBeUndefined();
  return data;
}

async function walk(query: string, variables: Record<string, unknown>, limit: number): Promise<Untyped[]> {
  const rows: Untyped[] = [];
  const totals = new Set<number>();
  let cursor: string | null = null;
  do {
    const { list }: Untyped = await ask(query, { ...variables, limit, cursor });
    expect(list.hasMore).toBe(list.nextCursor !== null);
    if (list.hasMore) expect(list.rows).toHaveLength(limit);
    rows.push(...list.rows);
    totals.add(list.totalCount);
    cursor = list.nextCursor;
  } while (cursor !== null);
  expect([...totals]).toEqual([rows.length]);
  return rows;
}

const UTXOS = `query ($address: String!, $currencyId: String, $spendableOnly: Boolean, $asOf: AsOf, $limit: Int, $cursor: String) {
  list: addressUtxos(address: $address, currency: $currencyId, spendableOnly: $spendableOnly, asOf: $asOf, limit: $limit, cursor: $cursor) {
    rows: utxos { txid vout blockHeight satoshis value confirmations isCoinbase spendable currencyValues { currencyId satoshis amount } }
    hasMore nextCursor totalCount } }`;
const TRANSACTIONS = `query ($address: String!, $currencyId: String, $fromHeight: BigInt, $toHeight: BigInt, $order: SortOrder, $limit: Int, $cursor: String) {
  list: addressTransactions(address: $address, currency: $currencyId, fromHeight: $fromHeight, toHeight: $toHeight, order: $order, limit: $limit, cursor: $cursor) {
    rows: transactions { txid blockHeight direction balanceAfter amounts { currencyId satoshis } } hasMore nextCursor totalCount } }`;
const BALANCES = `query ($address: String!, $asOf: AsOf, $limit: Int, $cursor: String) {
  list: addressBalances(address: $address, asOf: $asOf, limit: $limit, cursor: $cursor) {
    rows: balances { currencyId satoshis balance received sent lastChangeHeight } hasMore nextCursor totalCount } }`;
const RICH_LIST = `query ($currencyId: String, $asOf: AsOf, $limit: Int, $cursor: String) {
  list: richList(currency: $currencyId, asOf: $asOf, limit: $limit, cursor: $cursor) {
    rows: entries { rank satoshis share address { address balance isSystem } } hasMore nextCursor totalCount asOfHeight } }`;

test.each([MINER, IDENTITY, SPENDER])('pages of any size are the whole list: %s', async (address) => {
  for (const query of [UTXOS, TRANSACTIONS, BALANCES]) {
    const whole = await walk(query, { address }, 100);
    expect(await walk(query, { address }, 1 + Math.floor(Math.random() * 20))).toEqual(whole);
    if (query === TRANSACTIONS) expect(whole.length).toBeGreaterThan(0);
  }
});

test('UTXOs come newest first', async () => {
  const rows = await walk(UTXOS, { address: IDENTITY }, 33);
  const heights = rows.map(({ blockHeight }) => blockHeight);
  expect(heights).toEqual(heights.toSorted((a, b) => b - a));
});

test.each([TIP, 300, 101])(
  'filters of UTXOs select and count the outputs that they describe, as of %i',
  async (height) => {
    for (const address of [MINER, IDENTITY]) {
      const asOf = { height };
      const whole = await walk(UTXOS, { address, asOf }, 100);
      const spendable = whole.filter((row) => row.spendable);
      expect(await walk(UTXOS, { address, asOf, spendableOnly: true }, 100)).toEqual(spendable);
      for (const currencyId of [VRSCTEST, TOKEN]) {
        const carries = (row: Untyped) =>
          currencyId === VRSCTEST
            ? row.satoshis !== '0'
            : row.currencyValues.some((value: Untyped) => value.currencyId === currencyId);
        expect(await walk(UTXOS, { address, asOf, currencyId }, 100)).toEqual(whole.filter(carries));
        expect(await walk(UTXOS, { address, asOf, currencyId, spendableOnly: true }, 100)).toEqual(
          spendable.filter(carries),
        );
      }
    }
  },
);

test('a coinbase can be spent from 100 confirmations on, as the chain itself shows', async () => {
  const rows = await walk(UTXOS, { address: MINER }, 100);
  for (const row of rows) {
    expect(row.confirmations).toBe(TIP - row.blockHeight + 1);
    expect(row.spendable).toBe(!row.isCoinbase || row.confirmations >= 100);
  }
  expect(new Set(rows.map(({ spendable }) => spendable))).toEqual(new Set([true, false]));
  const early = await database.db.$queryRawUnsafe(
    'SELECT min(spent_height - height) AS distance FROM output JOIN spend USING (chain, height, tx_index, vout) WHERE is_coinbase AND guard_id >= 0',
  );
  expect(early).toEqual([{ distance: 100 }]);
});

test('transactions by range, order and currency', async () => {
  const whole = await walk(TRANSACTIONS, { address: SPENDER, order: 'ASC' }, 100);
  expect(await walk(TRANSACTIONS, { address: SPENDER, order: 'DESC' }, 9)).toEqual(whole.toReversed());
  const [fromHeight, toHeight] = [114, 200];
  const ranged = whole.filter((row) => row.blockHeight >= fromHeight && row.blockHeight <= toHeight);
  expect(await walk(TRANSACTIONS, { address: SPENDER, order: 'ASC', fromHeight, toHeight }, 5)).toEqual(ranged);
  expect(ranged.length).toBeGreaterThan(0);
  const moved = whole.filter((row) => row.amounts.some((amount: Untyped) => amount.currencyId === TOKEN));
  const filter = { address: SPENDER, order: 'ASC', currencyId: TOKEN };
  expect(await walk(TRANSACTIONS, filter, 1)).toEqual(moved);
  expect(moved.length).toBeGreaterThan(0);
  expect(await walk(TRANSACTIONS, { ...filter, fromHeight: TIP + 1 }, 5)).toEqual([]);
  expect(await walk(TRANSACTIONS, { address: SPENDER, toHeight: 0 }, 5)).toEqual([]);
});

test('balances: native first, then the largest; emptied currencies stay, with what they received', async () => {
  const rows = await walk(BALANCES, { address: SPENDER }, 1);
  expect(rows[0].currencyId).toBe(VRSCTEST);
  const others = rows.slice(1).map(({ satoshis }) => BigInt(satoshis));
  expect(others).toEqual(others.toSorted((a, b) => (a < b ? 1 : a > b ? -1 : 0)));
  expect(rows).toContainEqual(
    expect.objectContaining({
      currencyId: TOKEN,
      balance: '0.00000000',
      received: '777.70000000',
      sent: '777.70000000',
    }),
  );
});

test('the rich list ranks by balance, shares add up to one, no entry is a system address', async () => {
  const entries = await walk(RICH_LIST, {}, 13);
  expect(entries.map(({ rank }) => rank)).toEqual(entries.map((_, index) => index + 1));
  const amounts = entries.map(({ satoshis }) => BigInt(satoshis));
  expect(amounts).toEqual(amounts.toSorted((a, b) => (a < b ? 1 : a > b ? -1 : 0)));
  const shares = entries.map(({ share }) => BigInt(share.replace('.', ''))).reduce((sum, share) => sum + share, 0n);
  const cutOff = 100_000_000n - shares;
  expect(cutOff >= 0n && cutOff < BigInt(entries.length)).toBe(true);
  const { list } = await ask(RICH_LIST, { asOf: { height: 300 }, limit: 100 });
  expect(list.asOfHeight).toBe(300);
  expect(list.rows).not.toEqual(entries.slice(0, list.rows.length));
  expect(entries.filter(({ address }) => address.isSystem)).toEqual([]);
});

test('a walk stays on its block while others arrive', async () => {
  const growing = await AddressDatabase.create();
  await growing.apply(blocks.slice(0, 400));
  const growingGraph = await openAddressGraph(growing);
  for (const [query, variables] of [
    [RICH_LIST, {}],
    [UTXOS, { address: MINER }],
    [TRANSACTIONS, { address: MINER }],
    [BALANCES, { address: SPENDER }],
  ] as const) {
    const whole: Untyped[] = [];
    for (let cursor: string | null = null; ; ) {
      const { data }: Untyped = await growingGraph.ask(query, { ...variables, limit: 100, cursor });
      whole.push(...data.list.rows);
      cursor = data.list.nextCursor;
      if (cursor === null) break;
    }
    const walked: Untyped[] = [];
    let cursor: string | null = null;
    let next = 400;
    do {
      const { data }: Untyped = await growingGraph.ask(query, { ...variables, limit: 5, cursor });
      walked.push(...data.list.rows);
      cursor = data.list.nextCursor;
      await growing.apply(blocks.slice(next, next + 2));
      next += 2;
    } while (cursor !== null);
    expect(walked).toEqual(whole);
    await growing.revert(VRSCTEST, 399);
  }
  await growingGraph.close();
  await growing.close();
});
