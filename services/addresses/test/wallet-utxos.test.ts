import { Random } from '@ledgergraph/chain-generator/random';
import { listUtxos } from '#/db/list-utxos.ts';
import { AddressDatabase, VRSCTEST } from './address-database.ts';
import { type AddressGraph, openAddressGraph, type Untyped } from './address-graph.ts';
import { identityOf } from './guarded-blocks.ts';
import { readAddresses } from './recorded-answers.ts';
import { applyShared, KEYS, LOCKED, TIP, TOKEN } from './shared-outputs.ts';

const ALL = 1_000_000;
const MATURITY = 100;
const WALLETS = 12;

// To repeat a run: --seed with the number in the title.
const seed = jest.getSeed();
const recorded = readAddresses('vrsctest-a').map(({ address }) => address);
let database: AddressDatabase;
let graph: AddressGraph;

beforeAll(async () => {
  database = await AddressDatabase.create();
  await applyShared(database);
  graph = await openAddressGraph(database);
});
afterAll(async () => {
  await graph.close();
  await database.close();
});

interface Case {
  addresses: string[];
  height: number;
  currencyId: string | null;
  spendableOnly: boolean;
  order: 'ASC' | 'DESC';
}

const QUERY = `query ($addresses: [String!]!, $currencyId: String, $spendableOnly: Boolean, $asOf: AsOf, $order: SortOrder, $limit: Int, $cursor: String) {
  walletUtxos(addresses: $addresses, currency: $currencyId, spendableOnly: $spendableOnly, asOf: $asOf, order: $order, limit: $limit, cursor: $cursor) {
    utxos { txid vout address foundBy height: blockHeight satoshis kind script isCoinbase spendable unlockHeight currencyValues { currencyId satoshis } }
    hasMore nextCursor totalCount } }`;

async function walk({ height, ...args }: Case, limitOf: () => number): Promise<Untyped[]> {
  const rows: Untyped[] = [];
  const totals = new Set<number>();
  let cursor: string | null = null;
  do {
    const limit = limitOf();
    const { data, errors }: Untyped = await graph.ask(QUERY, { ...args, asOf: { height }, limit, cursor });
    expect(errors).toBeUndefined();
    const { utxos, hasMore, nextCursor, totalCount } = data.walletUtxos;
    expect(hasMore).toBe(nextCursor !== null);
    if (hasMore) expect(utxos).toHaveLength(limit);
    rows.push(...utxos);
    totals.add(totalCount);
    cursor = nextCursor;
  } while (cursor !== null);
  expect([...totals]).toEqual([rows.length]);
  return rows;
}

async function fold({ addresses, height, currencyId, spendableOnly, order }: Case) {
  const keys = addresses.map((address) => ({
    chainId: VRSCTEST,
    address,
    height,
    matureHeight: height + 1 - MATURITY,
  }));
  const listed = await listUtxos(database.db, keys, {
    currencyId,
    spendableOnly,
    order,
    limit: ALL,
    after: null,
    excluded: [],
  });
  const byPlace = Map.groupBy(listed, ({ height, txIndex, vout }) => [height, txIndex, vout].join());
  const rows = [...byPlace.values()].map((same) => {
    const keyIndexes = same.map(({ keyIndex }) => keyIndex).sort((a, b) => a - b);
    return { ...(same[0] as (typeof same)[number]), foundBy: keyIndexes.map((index) => addresses[index]) };
  });
  const sign = order === 'ASC' ? -1 : 1;
  rows.sort((a, b) => sign * (b.height - a.height || b.txIndex - a.txIndex || b.vout - a.vout));
  return {
    shared: listed.length - rows.length,
    rows: rows.map(({ keyIndex: _index, txIndex: _, tokens, satoshis, unlockHeight, ...row }) => ({
      ...row,
      satoshis: satoshis.toString(),
      unlockHeight: unlockHeight === null ? null : Number(unlockHeight),
      address: row.foundBy[0],
      currencyValues: tokens.map((token) => ({ currencyId: token.currencyId, satoshis: token.satoshis.toString() })),
    })),
  };
}

test(`a wallet is the fold of its addresses' lists, as of any block, in pages of any size (--seed ${seed})`, async () => {
  const random = new Random(seed);
  const pool = [...recorded, ...KEYS, ...KEYS, ...KEYS, LOCKED];
  let pages = 0;
  for (let round = 0; round < WALLETS; round += 1) {
    const size = random.pick([1, 2, 3, 8, 40, recorded.length]);
    const drawn = Array.from({ length: size }, () => random.pick(pool));
    const wallet: Case = {
      addresses: [...new Set(random.chance(0.5) ? [...drawn, ...KEYS] : drawn)],
      height: random.chance(0.3) ? TIP + random.integer(0, 4) : random.integer(1, TIP),
      currencyId: random.pick([null, null, VRSCTEST, TOKEN]),
      spendableOnly: random.chance(0.5),
      order: random.pick(['ASC', 'DESC']),
    };
    const expected = await fold(wallet);
    const limitOf = () => {
      pages += 1;
      return random.pick(expected.rows.length > 400 ? [37, 90, 100] : [1, 2, 3, 10, 100]);
    };
    expect({ wallet, rows: await walk(wallet, limitOf) }).toEqual({ wallet, rows: expected.rows });
  }
  const allKeys: Case = { addresses: KEYS, height: TIP + 4, currencyId: null, spendableOnly: false, order: 'DESC' };
  const ofKeys = await fold(allKeys);
  expect(await walk(allKeys, () => 2)).toEqual(ofKeys.rows);
  // a and b; b, c and d; and c with the identity: 3 + 2 addresses of the wallet too many in each of four blocks.
  expect(ofKeys.shared).toBe(4 * (1 + 2));
  expect(pages).toBeGreaterThan(WALLETS);
});

const ERRORS = { path: ['walletUtxos'] };

test.each([
  ['none', [], 'at least 1'],
  ['more than a thousand', Array<string>(1001).fill(KEYS[0] ?? ''), 'at most 1000'],
  ['a text that is not an address', [KEYS[0] ?? '', 'nonsense'], 'addresses[1]'],
])('a wallet of %s is refused', async (_what, addresses, message) => {
  const { data, errors = [] } = await graph.ask(QUERY, { addresses });
  expect(data).toEqual({ walletUtxos: null });
  expect(errors).toMatchObject([{ ...ERRORS, extensions: { code: 'VALIDATION_ERROR', argument: 'addresses' } }]);
  expect(errors[0]?.message).toContain(message);
});

test('a wallet takes names as an address does, and counts an address once', async () => {
  const first = 'alpha@';
  const id = (await graph.ask('{ address(address: "alpha@") { address } }')).data.address.address;
  const byName = await graph.ask(QUERY, { addresses: [first, id, first] });
  const byId = await graph.ask(QUERY, { addresses: [id] });
  expect(byName.errors).toBeUndefined();
  expect(byName.data.walletUtxos.utxos).toEqual(byId.data.walletUtxos.utxos);
  expect(byName.data.walletUtxos.totalCount).toBe(byId.data.walletUtxos.totalCount);
  const unknown = await graph.ask(QUERY, { addresses: [id, 'nosuchname@'] });
  expect(unknown.errors).toMatchObject([{ ...ERRORS, extensions: { code: 'NOT_FOUND' } }]);
});

test('a cursor belongs to its wallet, and is as short for a thousand addresses as for one', async () => {
  const thousand = [...KEYS, ...Array.from({ length: 996 }, (_, index) => identityOf(`wallet${index}`))];
  const { data, errors } = await graph.ask(QUERY, { addresses: thousand, limit: 1 });
  expect(errors).toBeUndefined();
  const { nextCursor: cursor } = data.walletUtxos;
  expect(cursor.length).toBeLessThan(200);
  expect((await graph.ask(QUERY, { addresses: thousand, limit: 5, cursor })).errors).toBeUndefined();
  for (const other of [
    { addresses: KEYS },
    { addresses: thousand.slice(1) },
    { addresses: thousand, spendableOnly: true },
  ]) {
    expect((await graph.ask(QUERY, { ...other, cursor })).errors).toMatchObject([
      { ...ERRORS, extensions: { code: 'VALIDATION_ERROR', argument: 'cursor' } },
    ]);
  }
});
