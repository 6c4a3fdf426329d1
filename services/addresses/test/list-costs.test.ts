import { GENESIS_TIME } from '@ledgergraph/generators/generated-rows/address-history';
import { inventAddress } from '@ledgergraph/generators/generated-rows/addresses';
import {
  type BigAndSmall,
  generateBigAndSmall,
  inventExtreme,
  listExtremeReads,
  SMALL_EXTENT,
} from '@ledgergraph/generators/generated-rows/big-address';
import { generateSharedOutputs } from '@ledgergraph/generators/generated-rows/shared-outputs';
import { openListCosts } from '@ledgergraph/test-kit/list-costs/open-list-costs';
import { testListCosts } from '@ledgergraph/test-kit/list-costs/test-list-costs';
import { sealCursor } from '@ledgergraph/test-kit/seal-cursor';
import { listUtxos } from '#/db/list-utxos.ts';
import { GROUPS_MAX } from '#/db/wallet-balances.ts';
import { createLoaders } from '#/graph/loaders.ts';
import { resolvers } from '#/graph/resolvers.ts';
import { AddressDatabase, VRSCTEST } from './address-database.ts';
import { StubPool } from './stub-pool.ts';

const TIP = 10_000;
const MIDDLE = TIP / 2;
const AT = [MIDDLE, 1, 0];
const ALL: BigAndSmall = {
  chainId: VRSCTEST,
  tip: TIP,
  big: inventExtreme('big', { transactions: 20_000, utxos: 5_000, currencies: 501, holders: 10_000 }),
  small: inventExtreme('small', SMALL_EXTENT),
  ordinary: 10_000,
};
const { big: BIG, small: SMALL } = ALL;
const TOKEN = BIG.tokens[249] ?? '';
const OWNERS = [BIG.address, SMALL.address, ...BIG.holderAddresses];
const listOwners = (count: number) =>
  OWNERS.slice(0, count).map((address) => ({ chainId: VRSCTEST, address, at: null }));
const SHARING = [inventAddress('PUBLIC_KEY_HASH', 'one key'), inventAddress('PUBLIC_KEY_HASH', 'other key')] as const;
const SPENT = 20;
/** Two outputs in each immature block. */
const IMMATURE = 2 * 100;
/** Arguments of a list of outputs as its cursors hold them. */
const LISTED = { spendableOnly: false, excludePending: false, order: 'DESC' } as const;

const pool = new StubPool(TIP);
let database: AddressDatabase;
let stand: Awaited<ReturnType<typeof openListCosts>>;

beforeAll(async () => {
  database = await AddressDatabase.create();
  const db = database.db;
  await generateBigAndSmall(db, ALL);
  await generateSharedOutputs(db, { chainId: VRSCTEST, addresses: SHARING, outputs: TIP, txIndex: 900_000 });
  const ofBig = `address: "${BIG.address}"`;
  const { address, richCurrencyId: currencyId } = BIG;
  const timeAt = (height: number) => new Date((GENESIS_TIME + 60 * height) * 1_000).toISOString();
  const wallet = OWNERS.slice(0, 4);
  const ofWallet = `addresses: ${JSON.stringify(wallet)}`;
  // Each first page begins with outputs that it leaves out.
  const ofAddress = [{ chainId: VRSCTEST, address, height: TIP, matureHeight: TIP }];
  pool.change(await listUtxos(db, ofAddress, { currencyId: null, spendableOnly: false, limit: SPENT, after: null }));
  const asOfNear = `asOf: { height: ${TIP - 20} }`;
  stand = await openListCosts({
    db,
    chainId: VRSCTEST,
    schema: new URL('../schema.graphql', import.meta.url),
    resolvers,
    loaders: (context) => createLoaders(context, pool.client),
    cases: ({ deep }) => ({
      roots: {
        addressChanges: [
          { args: `chainId: "${VRSCTEST}", fromHeight: ${TIP}, toHeight: ${TIP}` },
          { args: `chainId: "${VRSCTEST}", fromHeight: ${MIDDLE}, toHeight: ${TIP}, ids: ["${address}"]` },
        ],
        address: [ofBig, `${ofBig}, ${asOfNear}`].map((args) => ({ args })),
        addresses: [{ args: `addresses: ["${BIG.address}", "${SMALL.address}"]` }],
        addressBalances: [
          { args: ofBig },
          { args: `${ofBig}, ${asOfNear}` },
          {
            args: `${ofBig}, cursor: $cursor`,
            cursor: deep('addressBalances', { address }, [TOKEN, '2500']),
          },
        ],
        addressUtxos: [
          { args: ofBig },
          { args: `${ofBig}, order: ASC, ${asOfNear}` },
          {
            args: `${ofBig}, order: ASC, cursor: $cursor`,
            cursor: deep('addressUtxos', { address, ...LISTED, order: 'ASC' }, AT),
          },
          { args: `${ofBig}, ${asOfNear}` },
          { args: `${ofBig}, spendableOnly: true` },
          { args: `${ofBig}, currency: "${VRSCTEST}"` },
          { args: `${ofBig}, currency: "${VRSCTEST}", spendableOnly: true, ${asOfNear}` },
          { args: `${ofBig}, currency: "${TOKEN}"` },
          { args: `${ofBig}, currency: "${TOKEN}", spendableOnly: true` },
          { args: `${ofBig}, spendableOnly: true, excludePending: true` },
          { args: `${ofBig}, currency: "${TOKEN}", excludePending: true` },
          { args: `${ofBig}, cursor: $cursor`, cursor: deep('addressUtxos', { address, ...LISTED }, AT) },
          {
            args: `${ofBig}, spendableOnly: true, cursor: $cursor`,
            cursor: deep('addressUtxos', { address, ...LISTED, spendableOnly: true }, AT),
          },
        ],
        addressDeltas: [
          { args: ofBig },
          { args: `${ofBig}, order: DESC` },
          { args: `${ofBig}, fromHeight: ${MIDDLE}, ${asOfNear}` },
          {
            args: `${ofBig}, cursor: $cursor`,
            cursor: deep('addressDeltas', { address, order: 'ASC' }, [MIDDLE, 1, 0, MIDDLE, 1, 0]),
          },
        ],
        walletUtxos: [
          { args: ofWallet },
          { args: `${ofWallet}, currency: "${TOKEN}", order: ASC, ${asOfNear}` },
          { args: `${ofWallet}, ${asOfNear}` },
          { args: `${ofWallet}, spendableOnly: true` },
          { args: `${ofWallet}, currency: "${VRSCTEST}", spendableOnly: true, ${asOfNear}` },
          { args: `${ofWallet}, currency: "${TOKEN}"` },
          { args: `${ofWallet}, spendableOnly: true, excludePending: true` },
          { args: `${ofWallet}, currency: "${TOKEN}", excludePending: true` },
          { args: `${ofWallet}, cursor: $cursor`, cursor: deep('walletUtxos', { addresses: wallet, ...LISTED }, AT) },
          {
            args: `${ofWallet}, currency: "${TOKEN}", spendableOnly: true, cursor: $cursor`,
            cursor: deep('walletUtxos', { addresses: wallet, currency: TOKEN, ...LISTED, spendableOnly: true }, AT),
          },
        ],
        walletTransactions: [
          { args: ofWallet },
          { args: `${ofWallet}, order: ASC` },
          { args: `${ofWallet}, currency: "${VRSCTEST}", toHeight: ${MIDDLE}` },
          { args: `${ofWallet}, currency: "${TOKEN}"` },
          {
            args: `${ofWallet}, cursor: $cursor`,
            cursor: deep('walletTransactions', { addresses: wallet, order: 'DESC' }, [MIDDLE, 1]),
          },
          {
            args: `${ofWallet}, currency: "${VRSCTEST}", order: ASC, cursor: $cursor`,
            cursor: deep('walletTransactions', { addresses: wallet, currency: VRSCTEST, order: 'ASC' }, [MIDDLE, 1]),
          },
        ],
        walletStatement: [
          { args: ofWallet },
          { args: `${ofWallet}, currency: "${TOKEN}", order: DESC` },
          { args: `${ofWallet}, currency: "${VRSCTEST}", toHeight: ${MIDDLE}` },
          { args: `${ofBig.replace('address: ', 'addresses: ')}, currency: "${VRSCTEST}"` },
          { args: `addresses: ${JSON.stringify(SHARING)}, toHeight: ${MIDDLE}` },
          {
            args: `${ofWallet}, cursor: $cursor`,
            cursor: deep('walletStatement', { addresses: wallet, order: 'ASC' }, [MIDDLE, 1, 1]),
          },
        ],
        addressTransactions: [
          { args: ofBig },
          { args: `${ofBig}, order: ASC` },
          { args: `${ofBig}, currency: "${VRSCTEST}", toHeight: ${MIDDLE}` },
          { args: `${ofBig}, currency: "${TOKEN}"` },
          { args: `${ofBig}, fromHeight: ${MIDDLE}, order: ASC` },
          { args: `${ofBig}, fromTime: "${timeAt(10)}", toTime: "${timeAt(MIDDLE)}"` },
          {
            args: `${ofBig}, cursor: $cursor`,
            cursor: deep('addressTransactions', { address, order: 'DESC' }, [MIDDLE, 1]),
          },
          {
            args: `${ofBig}, currency: "${VRSCTEST}", order: ASC, cursor: $cursor`,
            cursor: deep('addressTransactions', { address, currency: VRSCTEST, order: 'ASC' }, [MIDDLE, 1]),
          },
        ],
        richList: [
          { args: `currency: "${currencyId}"` },
          {
            args: `currency: "${currencyId}", cursor: $cursor`,
            cursor: deep('richList', { currency: currencyId }, [
              MIDDLE,
              String(MIDDLE),
              BIG.holderAddresses[MIDDLE - 1] ?? '',
            ]),
          },
        ],
      },
      entities: {
        Address: listOwners,
        BalanceParts: listOwners,
        Currency: (count) =>
          [BIG.richCurrencyId, SMALL.richCurrencyId, ...BIG.tokens]
            .slice(0, count)
            .map((id) => ({ chainId: VRSCTEST, currencyId: id, at: null })),
        Statistics: (count) =>
          Array.from({ length: count }, (_, index) => {
            const fromHeight = MIDDLE + index * 60;
            return { chainId: VRSCTEST, interval: 'HOUR', fromHeight, toHeight: fromHeight + 59, at: null };
          }),
      },
      nested: { balanceHistory: 'interval: HOUR' },
      bounded: [
        { sql: /behind.count \+ immature.count/, rows: IMMATURE },
        { sql: /young AS MATERIALIZED/, rows: IMMATURE },
        // Places of a statement are found by binary search over 14 bits.
        { sql: /WITH RECURSIVE extent/, rows: 20 * 14 },
        // Each transaction of the page has two addresses, and the output that they share.
        { sql: /several AS MATERIALIZED/, rows: 5 * 3 },
        // The outputs of a wallet are counted one by one.
        { sql: /SELECT count\(\*\)::integer AS count/, rows: Number.POSITIVE_INFINITY },
      ],
    }),
  });
});
afterAll(async () => {
  await stand.close();
  await database.close();
});

testListCosts(() => stand.costs);

test('an address with much costs what one with little does: first pages, pages in the middle, balance and rich list', async () => {
  const readsOf = (address: typeof BIG) => listExtremeReads(ALL, address, stand.anchor.hash);
  const ofSmall = readsOf(SMALL);
  for (const [index, { name, query, variables }] of readsOf(BIG).entries()) {
    const big = await stand.costs.pagesOf(query, variables);
    const small = await stand.costs.pagesOf(query, ofSmall[index]?.variables ?? {});
    // A large index is a level or two deeper, and each row may need that once more.
    expect({ name, big, small, flat: big <= 2 * small + 10 }).toEqual({ name, big, small, flat: true });
  }
});

const THOUSAND = OWNERS.slice(0, 1_000);
/** Up to four ranges of outputs: with native value and without, spendable or not. */
const ROWS_OF_ADDRESS = 5;

const OUTPUTS = `query ($addresses: [String!]!, $cursor: String, $spendableOnly: Boolean, $order: SortOrder) {
  walletUtxos(addresses: $addresses, limit: 100, cursor: $cursor, spendableOnly: $spendableOnly, order: $order) { nextCursor utxos { txid unlockHeight } } }`;
const TRANSACTIONS = `query ($addresses: [String!]!, $cursor: String, $order: SortOrder) {
  walletTransactions(addresses: $addresses, limit: 100, cursor: $cursor, order: $order) { nextCursor transactions { txid changes { satoshis } } } }`;

test.each([
  ['outputs', OUTPUTS, { ...LISTED }, AT],
  ['outputs, oldest first', OUTPUTS, { ...LISTED, order: 'ASC' }, AT],
  ['outputs to spend', OUTPUTS, { ...LISTED, spendableOnly: true }, AT],
  ['transactions', TRANSACTIONS, { order: 'DESC' }, [TIP / 2, 1]],
  ['transactions, oldest first', TRANSACTIONS, { order: 'ASC' }, [TIP / 2, 1]],
])(
  'a page of a thousand addresses reads a few rows of each, wherever it stands: %s',
  async (_what, query, args, place) => {
    const field = query === OUTPUTS ? 'walletUtxos' : 'walletTransactions';
    const deep = sealCursor({ field, chainId: VRSCTEST, args: { addresses: THOUSAND, ...args } }, stand.anchor, place);
    for (const cursor of [null, deep]) {
      const rows = await stand.costs.mostRowsOf(query, { addresses: THOUSAND, cursor, ...args });
      expect({ cursor, rows, few: rows <= ROWS_OF_ADDRESS * THOUSAND.length }).toEqual({ cursor, rows, few: true });
    }
  },
);

const STATEMENT = `query ($addresses: [String!]!, $currency: String, $cursor: String, $order: SortOrder) {
  walletStatement(addresses: $addresses, currency: $currency, limit: 10, cursor: $cursor, order: $order) {
    nextCursor movements { txid amount balance }
    openingBalances { balances { amount } } closingBalances { balances { amount } } } }`;

test('a page of the statement of two addresses that share ten thousand outputs costs what its rows do, wherever it stands', async () => {
  const [address] = SHARING;
  const wallets = [
    { addresses: SHARING, currency: null },
    { addresses: [address], currency: VRSCTEST },
    { addresses: [address], currency: null },
  ];
  for (const { addresses, currency } of wallets) {
    for (const order of ['ASC', 'DESC']) {
      const args = { addresses, ...(currency !== null && { currency }), order };
      for (const height of [20, TIP / 2, TIP - 20]) {
        const key = { field: 'walletStatement', chainId: VRSCTEST, args };
        const variables = { ...args, cursor: sealCursor(key, stand.anchor, [height, 900_000, 1]) };
        const rows = await stand.costs.mostRowsOf(STATEMENT, variables);
        const pages = await stand.costs.pagesOf(STATEMENT, variables);
        const cost = { ...args, height, rows, pages };
        expect({ ...cost, few: rows <= 100 && pages <= 700 }).toEqual({ ...cost, few: true });
      }
    }
  }
});

test('addresses that anyone put into many groups cost what ten thousand groups of two do, and one more is refused', async () => {
  const addresses = [SMALL.address, BIG.holderAddresses[0]];
  const query = `query ($addresses: [String!]!) { walletStatement(addresses: $addresses, limit: 1) {
    closingBalances(limit: 1) { balances { amount } } } }`;
  const addGroups = (first: number, last: number) =>
    database.db.$executeRawUnsafe(
      `INSERT INTO sharer (chain, address_id, currency_id, group_id, height, address_ids)
       SELECT named.chain, named.id, 1, group_id, 1, ARRAY[1, named.id]
         FROM address named CROSS JOIN generate_series($2::integer, $3::integer) AS series (group_id) WHERE named.address = $1`,
      SMALL.address,
      3_000_000 + first,
      3_000_000 + last,
    );
  await addGroups(1, GROUPS_MAX);
  expect(await stand.costs.mostRowsOf(query, { addresses })).toBeLessThanOrEqual(2 * GROUPS_MAX);
  await addGroups(GROUPS_MAX + 1, GROUPS_MAX + 1);
  await expect(stand.costs.mostRowsOf(query, { addresses })).rejects.toThrow(
    /in more than 10000 groups.*VALIDATION_ERROR/,
  );
});
