import { Random } from '@ledgergraph/chain-generator/random';
import { AddressDatabase, VRSCTEST } from './address-database.ts';
import { type AddressGraph, openAddressGraph, type Untyped } from './address-graph.ts';
import { readAddresses } from './recorded-answers.ts';
import { applyShared, KEYS, LOCKED, TIP, TOKEN } from './shared-outputs.ts';

const WALLETS = 16;
const BETA = 'iPFpTf7XxrvSVXMJZVQW9cSsPVYoVFhhm9';

// To repeat a run: --seed with the number in the title.
const seed = jest.getSeed();
const recorded = readAddresses('vrsctest-a').map(({ address }) => address);
let database: AddressDatabase;
let graph: AddressGraph;
let moves: Move[];

interface Move {
  txid: string;
  height: number;
  txIndex: number;
  sign: bigint;
  addresses: string[];
  satoshis: bigint;
  tokens: string[];
  tokenSatoshis: bigint[];
}

/** From the outputs, independent of the rows of addresses. */
const MOVES = `
  SELECT encode(tx.txid, 'hex') AS txid, move.height, move.tx_index AS "txIndex", move.sign, move.satoshis,
         move.token_satoshis AS "tokenSatoshis",
         ARRAY(SELECT named.address FROM unnest(move.token_ids) WITH ORDINALITY AS listed (id, place)
                 JOIN address named ON named.chain = move.chain AND named.id = listed.id ORDER BY listed.place) AS tokens,
         ARRAY(SELECT named.address FROM unnest(move.address_ids) AS listed (id)
                 JOIN address named ON named.chain = move.chain AND named.id = listed.id) AS addresses
    FROM (SELECT chain, height, tx_index, 1::bigint AS sign, satoshis, token_ids, token_satoshis, address_ids FROM output
           UNION ALL
          SELECT chain, spend.spent_height, spend.spender_tx_index, -1, satoshis, token_ids, token_satoshis, address_ids
            FROM spend JOIN output USING (chain, height, tx_index, vout)) move
    JOIN transaction_place tx USING (chain, height, tx_index)`;

beforeAll(async () => {
  database = await AddressDatabase.create();
  await applyShared(database);
  graph = await openAddressGraph(database);
  moves = await database.db.$queryRawUnsafe(MOVES);
});
afterAll(async () => {
  await graph.close();
  await database.close();
});

interface Case {
  addresses: string[];
  currencyId: string | null;
  fromHeight: number | null;
  toHeight: number | null;
  order: 'ASC' | 'DESC';
  asOf?: { height: number };
}

const QUERY = `query ($addresses: [String!]!, $currencyId: String, $fromHeight: BigInt, $toHeight: BigInt, $order: SortOrder, $asOf: AsOf, $limit: Int, $cursor: String) {
  walletTransactions(addresses: $addresses, currency: $currencyId, fromHeight: $fromHeight, toHeight: $toHeight, order: $order, asOf: $asOf, limit: $limit, cursor: $cursor) {
    transactions { txid blockHeight changes { currencyId satoshis } } hasMore nextCursor } }`;

async function walk(args: Case, limitOf: () => number): Promise<Untyped[]> {
  const rows: Untyped[] = [];
  let cursor: string | null = null;
  do {
    const limit = limitOf();
    const { data, errors }: Untyped = await graph.ask(QUERY, { ...args, limit, cursor });
    expect(errors).toBeUndefined();
    const { transactions, hasMore, nextCursor } = data.walletTransactions;
    expect(hasMore).toBe(nextCursor !== null);
    if (hasMore) expect(transactions).toHaveLength(limit);
    rows.push(...transactions);
    cursor = nextCursor;
  } while (cursor !== null);
  return rows;
}

function fold({ addresses, currencyId, fromHeight, toHeight, order, asOf }: Case) {
  const wallet = new Set(addresses);
  const own = moves.filter((move) => move.addresses.some((address) => wallet.has(address)));
  const byPlace = Map.groupBy(own, ({ height, txIndex }) => `${height} ${txIndex}`);
  const rows = [...byPlace.values()].flatMap((same) => {
    const [{ txid, height, txIndex } = { txid: '', height: 0, txIndex: 0 }] = same;
    const nets = new Map<string, bigint>();
    const add = (id: string, satoshis: bigint) => nets.set(id, (nets.get(id) ?? 0n) + satoshis);
    for (const { sign, satoshis, tokens, tokenSatoshis } of same) {
      if (satoshis !== 0n) add(VRSCTEST, sign * satoshis);
      for (const [index, token] of tokens.entries()) add(token, sign * (tokenSatoshis[index] ?? 0n));
    }
    const isInRange = height >= (fromHeight ?? 0) && height <= Math.min(toHeight ?? TIP + 9, asOf?.height ?? TIP + 9);
    if (!isInRange || (currencyId !== null && !nets.has(currencyId))) return [];
    const changes = [...nets]
      .map(([id, satoshis]) => ({ currencyId: id, satoshis: satoshis.toString() }))
      .sort((a, b) => {
        if (a.currencyId === VRSCTEST || b.currencyId === VRSCTEST) return a.currencyId === VRSCTEST ? -1 : 1;
        return a.currencyId < b.currencyId ? -1 : 1;
      });
    return [{ row: { txid, blockHeight: height, changes }, height, txIndex }];
  });
  rows.sort((a, b) => a.height - b.height || a.txIndex - b.txIndex);
  const inOrder = rows.map(({ row }) => row);
  return order === 'ASC' ? inOrder : inOrder.reverse();
}

test(`a wallet's transactions and net changes are those of its outputs, each counted once (--seed ${seed})`, async () => {
  const random = new Random(seed);
  const pool = [...recorded, ...KEYS, ...KEYS, ...KEYS, LOCKED];
  let zero = 0;
  for (let round = 0; round < WALLETS; round += 1) {
    const size = random.pick([1, 2, 3, 8, 40, recorded.length]);
    const drawn = Array.from({ length: size }, () => random.pick(pool));
    const fromHeight = random.chance(0.3) ? random.integer(0, 400) : null;
    const wallet: Case = {
      addresses: [...new Set(random.chance(0.5) ? [...drawn, ...KEYS] : drawn)],
      currencyId: random.pick([null, null, VRSCTEST, TOKEN]),
      fromHeight,
      toHeight: random.chance(0.3) ? random.integer(fromHeight ?? 0, TIP + 4) : null,
      order: random.pick(['ASC', 'DESC']),
      asOf: { height: TIP + 4 - random.pick([0, 0, 1, 4, random.integer(0, 300)]) },
    };
    const rows = fold(wallet);
    const limitOf = () => random.pick(rows.length > 400 ? [37, 90, 100] : [1, 2, 3, 10, 100]);
    expect({ wallet, rows: await walk(wallet, limitOf) }).toEqual({ wallet, rows });
    zero += rows.filter(({ changes }) => changes.some(({ satoshis }) => satoshis === '0')).length;
  }
  const all: Case = {
    addresses: [...recorded, ...KEYS],
    currencyId: null,
    fromHeight: null,
    toHeight: null,
    order: 'DESC',
  };
  const whole = fold(all);
  expect(await walk(all, () => 61)).toEqual(whole);
  expect(whole.length).toBeGreaterThan(TIP);
  // A currency that the wallet only pays to itself is listed as zero.
  expect(zero + whole.filter(({ changes }) => changes.some(({ satoshis }) => satoshis === '0')).length).toBeGreaterThan(
    0,
  );
});

test('the keys of one output get it once, and give it once', async () => {
  const all: Case = { addresses: KEYS, currencyId: null, fromHeight: TIP + 1, toHeight: null, order: 'ASC' };
  const changes = (await walk(all, () => 100)).map(({ changes }) => changes);
  // Three satoshis of a and b, five of c and an identity, seven and a token of b, c and d, eleven of d. The last block takes those of the
  // second, and pays four back.
  const moved = (satoshis: string, ofToken: string) => [
    { currencyId: VRSCTEST, satoshis },
    { currencyId: TOKEN, satoshis: ofToken },
  ];
  expect(changes).toEqual([moved('26', '1'), moved('26', '1'), moved('26', '1'), moved('26', '1'), moved('-22', '-1')]);
});

test.each([
  {
    paid: 'by 15 addresses, with change at a new one',
    id: 'c9f889f0',
    height: 118,
    others: [] as string[],
    lost: '-100.00000000',
  },
  {
    paid: 'by 11 addresses, without change',
    id: '805c7c6d',
    height: 169,
    others: [] as string[],
    lost: '-100.00000000',
  },
  {
    paid: 'with shares for an own referrer and another',
    id: '948eedc6',
    height: 138,
    others: [BETA],
    lost: '-60.00000000',
  },
])(
  'a wallet that registers an identity from several addresses loses the price and the fee, whichever of them got change: $paid',
  async ({ id, height, others, lost }) => {
    const own = moves.filter(({ txid }) => txid.startsWith(id)).flatMap(({ addresses }) => addresses);
    const addresses = [...new Set(own)].filter((address) => !others.includes(address));
    expect(addresses.length).toBeGreaterThan(10);
    const { data } = await graph.ask(
      `query ($addresses: [String!]!) { walletTransactions(addresses: $addresses, fromHeight: ${height}, toHeight: ${height}) {
      transactions { txid changes { currencyId amount } } } }`,
      { addresses },
    );
    const registration = data.walletTransactions.transactions.find(({ txid }: Untyped) => txid.startsWith(id));
    expect(registration.changes).toEqual([{ currencyId: VRSCTEST, amount: lost }]);
  },
);
