import { postOperation, type Untyped } from '@ledgergraph/test-kit/client';
import { type Received, receiveServerSentEvents } from '@ledgergraph/test-kit/event-client';
import { startTestStack, type TestStack } from '@ledgergraph/test-kit/stack';
import { waitFor } from '@ledgergraph/test-kit/wait-for';
import { type RecordedSend, readRecordedSends } from './recorded-sends.ts';

const SENDS = readRecordedSends();
const FROM = 468;
const PAYER = 'RMQWuTQrAqB4X4Abt89MTPgmy1y24DWx8K';
const PAYEE = 'RJ9WGHWQvLPrkhwsDpNEz9t2VFnpweC2Q6';
const SPENT = '127.00000000';
const PAID = '126.99990000';

const SEND = 'mutation ($hex: String!) { sendTransaction(hex: $hex) { txid state isNew } }';
const STATUS = `query ($txid: String!) { transactionStatus(txid: $txid) {
  txid state confirmations conflictsWith transaction { blockHeight } pending { fee dependsOn } } }`;

let stack: TestStack;

beforeAll(async () => {
  stack = await startTestStack({ recordings: ['mempool-a'], from: FROM });
});
afterAll(() => stack?.stop());

function recorded(action: string): RecordedSend & { txid: string } {
  const send = SENDS.get(action);
  if (send === undefined) throw new Error(`nothing was recorded as ${action}`);
  return { ...send, txid: send.txid ?? '' };
}

async function send({ hex }: RecordedSend): Promise<Untyped> {
  const { data, errors } = await stack.query('test', SEND, { hex });
  return errors?.[0]?.extensions ?? data.sendTransaction;
}

async function statusOf(txid: string): Promise<Untyped> {
  const { data, errors } = await stack.query('test', STATUS, { txid });
  return errors?.[0]?.extensions ?? data.transactionStatus;
}

async function waitForState(txid: string, state: string, isWhole = (_status: Untyped) => true): Promise<Untyped> {
  return waitFor(
    async () => {
      const status = await statusOf(txid);
      return status.state === state && isWhole(status) && status;
    },
    { what: `${txid} to be ${state}` },
  );
}

/** It is PENDING at once, but its contents are known only from the mempool. */
function waitUntilRead(txid: string): Promise<Untyped> {
  return waitForState(txid, 'PENDING', ({ pending }) => pending !== null);
}

async function advanceTo(height: number): Promise<void> {
  await stack.waitForTip('test', await stack.node('mempool-a').advanceTo(height));
}

function subscribe(query: string): Promise<Received> {
  const { gatewayUrl, keys } = stack.address;
  return receiveServerSentEvents({ gatewayUrl, key: keys.test, query });
}

async function waitForEvents(stream: Received, count: number, root: string): Promise<Untyped[]> {
  await waitFor(() => stream.events.length >= count, { what: `${count} events of ${root}` });
  return stream.events.map(({ data }) => data[root]);
}

test('a wallet pays: it lists what it can spend, sends, sees it pending, sees it mined, and hears of it at depth', async () => {
  const payment = recorded('sendrawtransaction: a payment');
  const pending = await subscribe(`subscription { pendingChanges(addresses: ["${PAYEE}"]) { __typename
    ... on PendingAdded { transaction { txid fee changes { changes { address amounts { amount } } } } }
    ... on PendingLeft { txid state blockHeight } } }`);
  const deep = await subscribe(`subscription { addressActivity(addresses: ["${PAYEE}"], minConfirmations: 2) {
    ... on AddressActivity { blockHeight activity { txid amounts { amount } } } } }`);

  const coins = await stack.query(
    'test',
    `{ addressUtxos(address: "${PAYER}", limit: 100) { utxos { txid value } } address(address: "${PAYEE}") { balance } }`,
  );
  expect(coins.data.addressUtxos.utxos.map(({ value }: Untyped) => value)).toContain(SPENT);
  expect(coins.data.address.balance).toBe('0.00000000');

  expect(await send(payment)).toEqual({ txid: payment.txid, state: 'PENDING', isNew: true });
  expect(await send(payment)).toEqual({ txid: payment.txid, state: 'PENDING', isNew: false });

  expect(await waitUntilRead(payment.txid)).toMatchObject({
    confirmations: 0,
    transaction: null,
    pending: { fee: '0.00010000', dependsOn: [] },
  });
  const seen = await stack.query(
    'test',
    `{ address(address: "${PAYEE}") { balance pending { changes { amount } transactions { totalCount transactions { txid vin { inputs { address value } } } } } } }`,
  );
  expect(seen.data.address).toEqual({
    balance: '0.00000000',
    pending: {
      changes: [{ amount: PAID }],
      transactions: {
        totalCount: 1,
        transactions: [{ txid: payment.txid, vin: { inputs: [{ address: PAYER, value: SPENT }] } }],
      },
    },
  });
  expect(seen.pools).toEqual([expect.objectContaining({ tipHeight: FROM, readAt: expect.any(String) })]);

  const chosen = await stack.query(
    'test',
    `{ address(address: "${PAYER}") { balance balanceParts { spendable immature locked pendingIn pendingOut }
      pending { changes { amount } } all: utxos(limit: 100) { totalCount utxos { value spendable spentByPending } }
      free: utxos(spendableOnly: true, excludePending: true, limit: 100) { utxos { value spentByPending } }
      left: utxos(excludePending: true, limit: 100) { totalCount } }
      ofWallet: walletUtxos(addresses: ["${PAYER}"], excludePending: true, limit: 1) { totalCount } }`,
  );
  expect(chosen.errors).toEqual([]);
  const { balance, balanceParts, pending: net, all, free, left: others } = chosen.data.address;
  const satoshis = (amount: string) => BigInt(amount.replace('.', ''));
  const { spendable, immature, locked, pendingIn, pendingOut } = balanceParts;
  expect(satoshis(spendable) + satoshis(immature) + satoshis(locked)).toBe(satoshis(balance));
  expect(satoshis(pendingIn) - satoshis(pendingOut)).toBe(satoshis(net.changes[0].amount));
  expect([pendingIn, pendingOut]).toEqual(['0.00000000', SPENT]);
  const spent = all.utxos.filter(({ spentByPending }: Untyped) => spentByPending !== null);
  expect(spent).toEqual([{ value: SPENT, spendable: true, spentByPending: payment.txid }]);
  expect(free.utxos).toEqual(
    all.utxos
      .filter(({ spendable: isFree, spentByPending }: Untyped) => isFree && spentByPending === null)
      .map(({ value }: Untyped) => ({ value, spentByPending: null })),
  );
  expect(others.totalCount).toBe(all.totalCount - 1);
  expect(chosen.data.ofWallet.totalCount).toBe(others.totalCount);
  expect(chosen.pools).toEqual([expect.objectContaining({ tipHeight: FROM })]);

  await advanceTo(FROM + 1);
  expect(await waitForState(payment.txid, 'CONFIRMED')).toMatchObject({
    confirmations: 1,
    transaction: { blockHeight: FROM + 1 },
    pending: null,
  });
  expect(await send(payment)).toEqual({ txid: payment.txid, state: 'CONFIRMED', isNew: false });
  const [added, left] = await waitForEvents(pending, 2, 'pendingChanges');
  expect(added).toMatchObject({
    __typename: 'PendingAdded',
    transaction: {
      txid: payment.txid,
      changes: { changes: expect.arrayContaining([{ address: PAYEE, amounts: [{ amount: PAID }] }]) },
    },
  });
  expect(left).toEqual({ __typename: 'PendingLeft', txid: payment.txid, state: 'CONFIRMED', blockHeight: FROM + 1 });

  expect(deep.events).toEqual([]);
  await advanceTo(FROM + 2);
  const [confirmed] = await waitForEvents(deep, 1, 'addressActivity');
  expect(confirmed).toMatchObject({ blockHeight: FROM + 1, activity: { txid: payment.txid } });
  pending.close();
  deep.close();
});

test('of two payments of one coin the second is refused, and when it is mined elsewhere the first and its child conflict', async () => {
  const first = recorded('sendrawtransaction: the first');
  const second = recorded('sendrawtransaction: the second: the coin is spent in the pool');
  const child = recorded('sendrawtransaction: a child of the first');
  const minedSecond = recorded('sendrawtransaction: the second again: it is in a block');
  await advanceTo(472);
  expect(await send(first)).toMatchObject({ txid: first.txid, state: 'PENDING' });
  const code = 'TRANSACTION_REJECTED';
  expect(await send(second)).toMatchObject({ code, rejection: 'INPUTS_SPENT_PENDING', canRetry: true });
  expect(await send(child)).toMatchObject({ txid: child.txid, state: 'PENDING' });
  expect((await waitUntilRead(child.txid)).pending.dependsOn).toEqual([first.txid]);

  await advanceTo(473);
  const lost = await waitForState(first.txid, 'CONFLICTED');
  const { conflictsWith } = await waitForState(child.txid, 'CONFLICTED');
  expect(conflictsWith).toEqual(lost.conflictsWith);
  expect(lost.conflictsWith).toHaveLength(1);
  expect(await statusOf(lost.conflictsWith[0])).toMatchObject({ state: 'CONFIRMED', confirmations: 1 });
  expect(await send(minedSecond)).toMatchObject({ txid: lost.conflictsWith[0], state: 'CONFIRMED', isNew: false });
  const spent = { code, rejection: 'INPUTS_SPENT', canRetry: false };
  expect(await send(first)).toMatchObject({ ...spent, conflictsWith: lost.conflictsWith });
});

test('a payment that no block takes expires', async () => {
  const payment = recorded('sendrawtransaction: expiryheight 479 at tip 473');
  expect(await send(payment)).toMatchObject({ txid: payment.txid, state: 'PENDING', isNew: true });
  await advanceTo(478);
  expect(await waitForState(payment.txid, 'PENDING')).toMatchObject({ confirmations: 0 });
  await advanceTo(480);
  expect(await waitForState(payment.txid, 'EXPIRED')).toMatchObject({ confirmations: 0, transaction: null });
  expect(await send(payment)).toMatchObject({ code: 'TRANSACTION_REJECTED', rejection: 'EXPIRING_SOON' });
});

test('what is no transaction is refused before a node sees it', async () => {
  const sent = stack.node('mempool-a').countCalls('sendrawtransaction');
  for (const action of ['no hex', 'empty', 'cut off', 'version group unknown']) {
    expect(await send(recorded(`sendrawtransaction: ${action}`))).toMatchObject({
      code: 'VALIDATION_ERROR',
      argument: 'hex',
    });
  }
  expect(stack.node('mempool-a').countCalls('sendrawtransaction')).toBe(sent);
});

test('a key without the permission to send gets a 403, and nothing reaches a node', async () => {
  const sent = stack.node('mempool-a').countCalls('sendrawtransaction');
  const { gatewayUrl, keys } = stack.address;
  const answer = await postOperation(gatewayUrl, keys.live, SEND, {
    hex: recorded('sendrawtransaction: a payment').hex,
  });
  expect(answer.status).toBe(403);
  expect(stack.node('mempool-a').countCalls('sendrawtransaction')).toBe(sent);
});
