import { hex } from '@ledgergraph/chain-kit/hex';
import { decimalText } from '@ledgergraph/verus-protocol/amount';
import { apply, VRSCTEST } from './apply-recording.ts';
import { enter, leave, txidOf } from './fill-pool.ts';
import { main, openPendingSetting, type PendingSetting, pinAt, TIP } from './pending-setting.ts';
import { pooled, pooledTxids, sumChanges } from './sum-changes.ts';

const PARTS = `query ($representations: [_Any!]!) { _entities(representations: $representations) { ... on BalanceParts {
  pendingIn pendingOut } } }`;
const SPENT = `query ($representations: [_Any!]!) { _entities(representations: $representations) { ... on Utxo {
  spentByPending } } }`;

let setting: PendingSetting;
beforeAll(async () => {
  setting = await openPendingSetting();
});
beforeEach(() => setting.reset());
afterAll(() => setting.close());

const addresses = [...new Set(pooled.flatMap(({ outputs }) => outputs.flatMap((output) => output.addresses)))];
const partsOf = (at: number | null) =>
  addresses.map((address) => ({ __typename: 'BalanceParts', chainId: VRSCTEST, address, at }));

const outputs = pooled.flatMap((one) => [
  ...one.inputs.map(({ txid, vout }) => ({ txid: hex(txid), vout })),
  { txid: txidOf(one), vout: 0 },
]);
const utxosAt = (at: number | null, poolAt: string | null = null) =>
  outputs.map((output) => ({ __typename: 'Utxo', chainId: VRSCTEST, ...output, at, poolAt }));

const spendersAmong = (some: typeof pooled) =>
  outputs.map(({ txid, vout }) => {
    const spender = some.find(({ inputs }) => inputs.some((input) => hex(input.txid) === txid && input.vout === vout));
    return { spentByPending: spender === undefined ? null : txidOf(spender) };
  });

test('pendingIn and pendingOut sum the net amounts of each transaction by their sign, at each change of the mempool', async () => {
  const { db, ask } = setting;
  const entered = await enter(db, pooled);
  for (const count of [0, 1, 3, pooled.length]) {
    const pin = pinAt(TIP, entered - BigInt(pooled.length - count));
    const { data, errors } = await ask(PARTS, { representations: partsOf(null) }, pin);
    expect(errors).toBeUndefined();
    const rows = pooledTxids.slice(0, count).flatMap((txid) => sumChanges([txid]));
    const expected = addresses.map((address) => {
      const own = rows.filter((row) => row.address === address && row.currencyId === VRSCTEST);
      const sum = (some: typeof own) => decimalText(some.reduce((total, { satoshis }) => total + satoshis, 0n));
      const debit = own.filter(({ satoshis }) => satoshis < 0n).map((row) => ({ ...row, satoshis: -row.satoshis }));
      return { pendingIn: sum(own.filter(({ satoshis }) => satoshis > 0n)), pendingOut: sum(debit) };
    });
    expect(data._entities).toEqual(expected);
    if (count > 1) expect(expected.filter(({ pendingOut }) => pendingOut !== '0.00000000').length).toBeGreaterThan(0);
  }
});

test('an output names the pending transaction that spends it, until that leaves', async () => {
  const { db, ask } = setting;
  const entered = await enter(db, pooled);
  for (const count of [0, 2, pooled.length]) {
    const pin = pinAt(TIP, entered - BigInt(pooled.length - count));
    const { data, errors } = await ask(SPENT, { representations: utxosAt(null) }, pin);
    expect(errors).toBeUndefined();
    expect(data._entities).toEqual(spendersAmong(pooled.slice(0, count)));
  }
  const [first] = pooledTxids;
  await leave(db, { txid: first ?? '', reason: 'EXPIRED', height: TIP, conflictsWith: [] });
  const { data } = await ask(SPENT, { representations: utxosAt(null) });
  expect(data._entities).toEqual(spendersAmong(pooled.slice(1)));
});

test('a later page of a list shows the block and the change that its first page saw', async () => {
  const { db, ask } = setting;
  const entered = await enter(db, pooled);
  await apply(db, main.slice(TIP + 1, TIP + 2));
  const mined = (main[TIP + 1]?.transactions ?? []).map((one) => txidOf(one));
  const now = await ask(SPENT, { representations: utxosAt(null) });
  expect(now.data._entities).toEqual(spendersAmong(pooled.filter((one) => !mined.includes(txidOf(one)))));
  for (const poolAt of [String(TIP), `${TIP} ${entered}`]) {
    const page = await ask(SPENT, { representations: utxosAt(null, poolAt) });
    expect(page.data._entities).toEqual(spendersAmong(pooled));
  }
  const earlier = await ask(SPENT, { representations: utxosAt(null, `${TIP} ${entered - BigInt(pooled.length - 1)}`) });
  expect(earlier.data._entities).toEqual(spendersAmong(pooled.slice(0, 1)));
  expect(mined.length).toBeGreaterThan(1);
});

test.each([
  ['BalanceParts', PARTS, partsOf(TIP - 1), { pendingIn: null, pendingOut: null }],
  ['Utxo', SPENT, utxosAt(TIP - 1), { spentByPending: null }],
])(
  'below the latest block, each pending field of %s is an error of its own',
  async (_, query, representations, nothing) => {
    const { data, errors } = await setting.ask(query, { representations: representations.slice(0, 1) });
    expect(data._entities).toEqual([nothing]);
    expect(errors).toHaveLength(Object.keys(nothing).length);
    for (const error of errors ?? []) {
      expect(error).toMatchObject({ extensions: { code: 'VALIDATION_ERROR', argument: 'asOf' } });
    }
  },
);
