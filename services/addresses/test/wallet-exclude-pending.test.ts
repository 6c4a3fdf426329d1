import { Code, ConnectError } from '@connectrpc/connect';
import { Random } from '@ledgergraph/chain-generator/random';
import { AddressDatabase, VRSCTEST } from './address-database.ts';
import { type AddressGraph, openAddressGraph, type Untyped } from './address-graph.ts';
import { buildBlock, identityOf, keyAddress, pay, payConditions } from './guarded-blocks.ts';
import { readAddresses } from './recorded-answers.ts';
import { applyShared, KEYS, LOCKED, TIP, TOKEN } from './shared-outputs.ts';
import { StubPool } from './stub-pool.ts';

const WALLETS = 12;
const BUSY_BLOCKS = 20;
const LATEST = TIP + 5 + BUSY_BLOCKS;
const BUSY = keyAddress(20);
const QUIET = keyAddress(21);

// To repeat a run: --seed with the number in the title.
const seed = jest.getSeed();
const recorded = readAddresses('vrsctest-a').map(({ address }) => address);
let statementsBefore = 0;
const pool = new StubPool(LATEST, () => {
  statementsBefore = database.statements.length;
});
let database: AddressDatabase;
let graph: AddressGraph;

beforeAll(async () => {
  database = await AddressDatabase.create();
  await applyShared(database);
  await database.apply(
    Array.from({ length: BUSY_BLOCKS }, (_, index) =>
      buildBlock(VRSCTEST, TIP + 6 + index, [
        ...Array.from({ length: 8 }, () => pay(BUSY)),
        payConditions(1, [{ needed: 1, of: [BUSY, QUIET] }]),
        pay(QUIET),
      ]),
    ),
  );
  graph = await openAddressGraph(database, pool.client);
});
beforeEach(() => pool.reset());
afterAll(async () => {
  await graph.close();
  await database.close();
});

const LIST = `totalCount nextCursor utxos { txid vout address blockHeight satoshis spendable unlockHeight at poolAt }`;
const OF_WALLET = `query ($addresses: [String!]!, $currencyId: String, $spendableOnly: Boolean, $excludePending: Boolean, $limit: Int, $cursor: String, $asOf: AsOf) {
  list: walletUtxos(addresses: $addresses, currency: $currencyId, spendableOnly: $spendableOnly, excludePending: $excludePending,
    limit: $limit, cursor: $cursor, asOf: $asOf) { ${LIST} } }`;
const OF_ADDRESS = `query ($address: String!, $currencyId: String, $spendableOnly: Boolean, $excludePending: Boolean, $limit: Int, $cursor: String) {
  list: addressUtxos(address: $address, currency: $currencyId, spendableOnly: $spendableOnly, excludePending: $excludePending,
    limit: $limit, cursor: $cursor) { ${LIST} } }`;

const nameOf = ({ txid, vout }: Untyped): string => `${txid}:${vout}`;

async function ask(query: string, variables: object): Promise<Untyped> {
  const { data, errors } = await graph.ask(query, { ...variables });
  return errors === undefined ? data.list : errors[0]?.extensions;
}

async function walk(query: string, variables: object, limitOf: () => number = () => 100): Promise<Untyped[]> {
  const rows: Untyped[] = [];
  const totals = new Set<number>();
  let cursor: string | null = null;
  do {
    const limit = limitOf();
    const page: Untyped = await ask(query, { ...variables, limit, cursor });
    if (page.nextCursor !== null) expect(page.utxos).toHaveLength(limit);
    rows.push(...page.utxos);
    totals.add(page.totalCount);
    cursor = page.nextCursor;
  } while (cursor !== null);
  expect([...totals]).toEqual([rows.length]);
  return rows;
}

async function fold({
  addresses,
  ...filter
}: {
  addresses: readonly string[];
  excludePending: true;
}): Promise<Map<string, string>> {
  const first = new Map<string, string>();
  for (const address of addresses) {
    for (const utxo of await walk(OF_ADDRESS, { ...filter, address })) {
      if (!first.has(nameOf(utxo))) first.set(nameOf(utxo), address);
    }
  }
  return first;
}

test(`a wallet without what is being spent is the fold of its addresses' lists without it, in pages of any size (--seed ${seed})`, async () => {
  const random = new Random(seed);
  const owners = [...recorded, ...KEYS, ...KEYS, ...KEYS, LOCKED, BUSY, QUIET];
  let left = 0;
  for (let round = 0; round < WALLETS; round += 1) {
    const drawn = Array.from({ length: random.pick([1, 2, 3, 8, 30]) }, () => random.pick(owners));
    const wallet = {
      addresses: [...new Set(random.chance(0.5) ? [...drawn, ...KEYS, BUSY, QUIET] : drawn)],
      currencyId: random.pick([null, null, VRSCTEST, TOKEN]),
      spendableOnly: random.chance(0.5),
    };
    const whole = await walk(OF_WALLET, wallet);
    const front = random.integer(0, Math.min(whole.length, 60));
    const chance = random.pick([0, 0.2, 0.9]);
    const spent = whole.filter((_, index) => index < front || random.chance(chance));
    pool.change(spent);
    const names = new Set(spent.map(nameOf));
    const expected = whole.filter((utxo) => !names.has(nameOf(utxo)));
    const limitOf = () => random.pick(expected.length > 300 ? [37, 90, 100] : [1, 2, 3, 10, 100]);
    const rows = await walk(OF_WALLET, { ...wallet, excludePending: true }, limitOf);
    const poolAt = `${LATEST} ${pool.newest}`;
    expect({ wallet, rows }).toEqual({ wallet, rows: expected.map((row) => ({ ...row, poolAt })) });
    const ofRows = new Map(rows.map((row) => [nameOf(row), row.address]));
    expect({ wallet, ofRows }).toEqual({ wallet, ofRows: await fold({ ...wallet, excludePending: true }) });
    left += spent.length;
  }
  expect(left).toBeGreaterThan(WALLETS);
});

test.each([2, 40])(
  'no output is lost behind many that are left out of one range: a wallet of %i addresses',
  async (size) => {
    const others = Array.from({ length: size - 2 }, (_, index) => identityOf(`other${index}`));
    const wallet = { addresses: [BUSY, QUIET, ...others] };
    const whole = await walk(OF_WALLET, wallet);
    expect(whole).toHaveLength(10 * BUSY_BLOCKS);
    // The range begins with many that are left out.
    const isSpent = ({ address, blockHeight: height }: Untyped, index: number) =>
      address === BUSY && (height > LATEST - BUSY_BLOCKS / 2 || index % 3 > 0);
    const expected = whole.filter((utxo, index) => !isSpent(utxo, index)).map(nameOf);
    pool.change(whole.filter(isSpent));
    expect(whole.length - expected.length).toBeGreaterThan(100);
    for (const limit of [1, 2, 3, 4, 5, 7, 11, 16, 30, 99]) {
      const rows = await walk(OF_WALLET, { ...wallet, excludePending: true }, () => limit);
      expect({ limit, rows: rows.map(nameOf) }).toEqual({ limit, rows: expected });
    }
  },
);

test('an output of several addresses of the wallet counts once when it is left out', async () => {
  const whole = await walk(OF_WALLET, { addresses: [BUSY, QUIET] });
  const alone = new Set((await walk(OF_ADDRESS, { address: QUIET })).map(nameOf));
  const shared = whole.filter((utxo) => utxo.address === BUSY && alone.has(nameOf(utxo)));
  expect(shared).toHaveLength(BUSY_BLOCKS);
  pool.change(shared);
  const { totalCount } = await ask(OF_WALLET, { addresses: [BUSY, QUIET], excludePending: true });
  expect(totalCount).toBe(whole.length - BUSY_BLOCKS);
});

test('a walk of a wallet goes on in the mempool of its first page, whatever changes between its pages', async () => {
  const wallet = { addresses: [BUSY, QUIET, ...KEYS] };
  const whole = await walk(OF_WALLET, wallet);
  pool.change(whole.slice(0, 5));
  const expected = whole.slice(5).map((row) => ({ ...row, poolAt: `${LATEST} 1` }));
  let pages = 0;
  const rows = await walk(OF_WALLET, { ...wallet, excludePending: true }, () => {
    if (pages > 0) pool.change(whole.slice(3, 60 + pages));
    pages += 1;
    return 17;
  });
  expect(rows).toEqual(expected);
  expect(pages).toBeGreaterThan(5);
  expect(pool.requests.map(({ poolSerial }) => poolSerial)).toEqual([undefined, ...Array(pages - 1).fill(1n)]);
});

test('a thousand addresses are one request to blocks, before any statement on outputs', async () => {
  const others = Array.from({ length: 998 }, (_, index) => identityOf(`wallet${index}`));
  const wallet = { addresses: [BUSY, QUIET, BUSY, ...others.slice(1)] };
  const before = database.statements.length;
  const answer = await graph.ask(OF_WALLET, { ...wallet, excludePending: true, limit: 2 });
  expect(answer.errors).toBeUndefined();
  expect(pool.requests).toEqual([{ chainId: VRSCTEST, height: LATEST, addresses: [...new Set(wallet.addresses)] }]);
  expect(answer).toMatchObject({ extensions: { pending: [{ chainId: VRSCTEST, ...pool.mark }] } });
  const isOfOutputs = (sql: string) => /address_utxo|transaction_place|\boutput\b/.test(sql);
  expect(database.statements.slice(before, statementsBefore).filter(isOfOutputs)).toEqual([]);
  expect(database.statements.slice(statementsBefore).filter(isOfOutputs).length).toBeGreaterThan(0);
  const cursor = answer.data.list.nextCursor;
  expect(cursor.length).toBeLessThan(200);
  // A cursor has its moment: lists that leave nothing out refuse it, and vice versa.
  const plain = await ask(OF_WALLET, { ...wallet, limit: 2 });
  expect(pool.requests).toHaveLength(1);
  expect(await ask(OF_WALLET, { ...wallet, excludePending: false, cursor: plain.nextCursor })).toHaveProperty('utxos');
  for (const mixed of [{ cursor }, { cursor: plain.nextCursor, excludePending: true }]) {
    expect(await ask(OF_WALLET, { ...wallet, ...mixed })).toMatchObject({
      code: 'VALIDATION_ERROR',
      argument: 'cursor',
    });
  }
});

test('for a wallet too a block in the past is refused, and blocks is not asked', async () => {
  const wallet = { addresses: [BUSY, QUIET], excludePending: true };
  expect(await ask(OF_WALLET, { ...wallet, asOf: { height: LATEST - 1 } })).toMatchObject({
    code: 'VALIDATION_ERROR',
    argument: 'asOf',
  });
  expect(pool.requests).toEqual([]);
  expect((await ask(OF_WALLET, { ...wallet, asOf: { height: LATEST } })).utxos[0].at).toBe(LATEST);
});

test.each([
  ['is away', Code.Unavailable, { code: 'SUBGRAPH_UNAVAILABLE' }],
  ['takes too long', Code.DeadlineExceeded, { code: 'SUBGRAPH_TIMEOUT' }],
  ['has too many', Code.ResourceExhausted, { code: 'VALIDATION_ERROR', argument: 'excludePending' }],
])(
  'when blocks %s, the list of a wallet is an error, and not a list with coins that are being spent',
  async (_, code, extensions) => {
    pool.fault = new ConnectError('secret words of another service', code);
    const { data, errors } = await graph.ask(OF_WALLET, { addresses: KEYS, excludePending: true });
    expect(data.list).toBeNull();
    expect(errors?.[0]).toMatchObject({ path: ['list'], extensions });
    expect(JSON.stringify(errors)).not.toContain('secret words');
  },
);
