import { Code, ConnectError } from '@connectrpc/connect';
import type { Block } from '@ledgergraph/proto-schemas/chain/v1/block';
import { AddressDatabase, VRSCTEST } from './address-database.ts';
import { type AddressGraph, openAddressGraph, type Untyped } from './address-graph.ts';
import { buildBlock, carryToken, identityOf, keyAddress, pay, payConditions, writeIdentity } from './guarded-blocks.ts';
import { StubPool } from './stub-pool.ts';

const KEY = keyAddress(1);
const ANN = identityOf('ann');
const TOKEN = identityOf('token');
const TIP = 8;
const LIST = `query ($currencyId: String, $spendableOnly: Boolean, $excludePending: Boolean, $limit: Int, $cursor: String, $asOf: AsOf) {
  addressUtxos(address: "${KEY}", currency: $currencyId, spendableOnly: $spendableOnly, excludePending: $excludePending,
    limit: $limit, cursor: $cursor, asOf: $asOf) { totalCount nextCursor utxos { txid blockHeight vout spendable at poolAt } } }`;

const pool = new StubPool(TIP);
let database: AddressDatabase;
let graph: AddressGraph;

const blocks: Block[] = Array.from({ length: TIP + 1 }, (_, height) =>
  buildBlock(
    VRSCTEST,
    height,
    height === 0
      ? []
      : [
          pay(KEY),
          pay(KEY),
          carryToken(pay(KEY), TOKEN),
          payConditions(1, [{ needed: 2, of: [KEY, ANN] }]),
          ...(height === 1 ? [writeIdentity(ANN, { flags: 2, timelock: 1 })] : []),
        ],
  ),
);

beforeAll(async () => {
  database = await AddressDatabase.create();
  await database.apply(blocks);
  graph = await openAddressGraph(database, pool.client);
});
beforeEach(() => pool.reset());
afterAll(async () => {
  await graph.close();
  await database.close();
});

async function ask(variables: object): Promise<Untyped> {
  const { data, errors } = await graph.ask(LIST, { ...variables });
  return errors === undefined ? data.addressUtxos : errors[0]?.extensions;
}

const nameOf = ({ txid, vout }: Untyped): string => `${txid}:${vout}`;

const FILTERS = [null, VRSCTEST, TOKEN].flatMap((currencyId) =>
  [false, true].map((spendableOnly) => ({ currencyId, spendableOnly })),
);

test.each(FILTERS)('what is being spent is left out of pages and counts, whatever the filter: %o', async (filter) => {
  const all = (await ask({ limit: 100 })).utxos;
  const whole = await ask({ ...filter, limit: 100 });
  expect(whole.utxos).toHaveLength(whole.totalCount);
  expect(whole.totalCount).toBeGreaterThan(7);
  // The newest ones, so that a page has to continue behind them; every third of the others.
  const spent = all.filter((_: unknown, index: number) => index < 9 || index % 3 === 0);
  pool.change(spent);
  const left = new Set(spent.map(nameOf));
  const expected = whole.utxos.map(nameOf).filter((name: string) => !left.has(name));
  const walked: string[] = [];
  let cursor: string | null = null;
  do {
    const page: Untyped = await ask({ ...filter, excludePending: true, limit: 3, cursor });
    walked.push(...page.utxos.map(nameOf));
    expect(page.totalCount).toBe(expected.length);
    cursor = page.nextCursor;
  } while (cursor !== null);
  expect(walked).toEqual(expected);
  expect(expected.length).toBeLessThan(whole.totalCount);
});

test('a walk goes on in the mempool of its first page, and its outputs name that change', async () => {
  const { utxos } = await ask({ limit: 100 });
  pool.change(utxos.slice(0, 2));
  const first = await ask({ excludePending: true, limit: 3 });
  pool.change(utxos.slice(0, 20));
  const second = await ask({ excludePending: true, limit: 3, cursor: first.nextCursor });
  expect(pool.requests.map(({ poolSerial }) => poolSerial)).toEqual([undefined, 1n]);
  expect([...first.utxos, ...second.utxos].map(nameOf)).toEqual(utxos.slice(2, 8).map(nameOf));
  expect(first.utxos[0]).toMatchObject({ at: null, poolAt: `${TIP} 1` });
});

test('without it blocks is not asked; with it the response states when the mempool was read', async () => {
  await ask({ excludePending: false });
  expect(pool.requests).toEqual([]);
  const answer = await graph.ask(LIST, { excludePending: true });
  expect(answer).toMatchObject({ extensions: { pending: [{ chainId: VRSCTEST, ...pool.mark }] } });
  expect(pool.requests).toEqual([{ chainId: VRSCTEST, height: TIP, addresses: [KEY] }]);
});

test('a block in the past is refused, and blocks is not asked', async () => {
  expect(await ask({ excludePending: true, asOf: { height: TIP - 1 } })).toMatchObject({
    code: 'VALIDATION_ERROR',
    argument: 'asOf',
  });
  expect(pool.requests).toEqual([]);
  expect((await ask({ excludePending: true, asOf: { height: TIP } })).utxos[0].at).toBe(TIP);
});

test.each([
  ['is away', Code.Unavailable, { code: 'SUBGRAPH_UNAVAILABLE' }],
  ['does not know the call', Code.Unimplemented, { code: 'SUBGRAPH_UNAVAILABLE' }],
  ['takes too long', Code.DeadlineExceeded, { code: 'SUBGRAPH_TIMEOUT' }],
  ['has too many', Code.ResourceExhausted, { code: 'VALIDATION_ERROR', argument: 'excludePending' }],
])(
  'when blocks %s, the list is an error, and not a list with coins that are being spent',
  async (_, code, expected) => {
    pool.fault = new ConnectError('secret words of another service', code);
    const { data, errors } = await graph.ask(LIST, { excludePending: true });
    expect(data.addressUtxos).toBeNull();
    expect(errors?.[0]).toMatchObject({ extensions: expected });
    expect(JSON.stringify(errors)).not.toContain('secret words');
  },
);
