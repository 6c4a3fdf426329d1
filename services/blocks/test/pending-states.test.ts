import { apply, hashOf, revert, VRSCTEST } from './apply-recording.ts';
import { enter, leave, poolable, read, serialOf, txidOf } from './fill-pool.ts';
import { readRows } from './open-database.ts';
import { main, openPendingSetting, type PendingSetting, pinAt, TIP } from './pending-setting.ts';

const STATUS = `query ($txid: String!) {
  transactionStatus(txid: $txid) { txid state confirmations transaction { txid blockHeight } pending { txid size firstSeenAt }
    conflictsWith lastSeenAt }
  pendingTransactions(limit: 100) { totalCount transactions { txid } } }`;

const next = main[TIP + 1];
const mined = poolable([next].filter((block) => block !== undefined))[0];
const others = poolable(main.slice(TIP + 2, TIP + 9));
const MINED = txidOf(mined);

let setting: PendingSetting;
beforeAll(async () => {
  setting = await openPendingSetting();
});
beforeEach(() => setting.reset());
afterAll(() => setting.close());

async function see(txid: string, height: number, serial?: bigint) {
  const { data, errors } = await setting.ask(STATUS, { txid }, pinAt(height, serial));
  if (errors !== undefined) return { code: errors[0]?.extensions.code, message: errors[0]?.message };
  const { state, confirmations, transaction, pending } = data.transactionStatus;
  const listed = data.pendingTransactions.transactions.filter((one: { txid: string }) => one.txid === txid).length;
  expect(data.pendingTransactions.totalCount).toBe(data.pendingTransactions.transactions.length);
  return { state, confirmations, blockHeight: transaction?.blockHeight ?? null, hasPending: pending !== null, listed };
}

const PENDING = { state: 'PENDING', confirmations: 0, blockHeight: null, hasPending: true, listed: 1 };

test('a transaction is pending from its entry until the pin reaches its block, and confirmed from there', async () => {
  const { db } = setting;
  if (mined === undefined || next === undefined) throw new Error('the block holds no payment');
  const entered = await enter(db, [mined]);
  expect(await see(MINED, TIP, entered - 1n)).toMatchObject({ code: 'NOT_FOUND' });
  expect(await see(MINED, TIP, entered)).toEqual(PENDING);

  await apply(db, [next, ...main.slice(TIP + 2, TIP + 4)]);
  const after = await serialOf(db);
  expect(after).toBeGreaterThan(entered);
  for (const serial of [entered, after, undefined]) expect(await see(MINED, TIP, serial)).toEqual(PENDING);
  const confirmed = { state: 'CONFIRMED', blockHeight: TIP + 1, hasPending: false, listed: 0 };
  for (const serial of [entered, after, undefined]) {
    expect(await see(MINED, TIP + 1, serial)).toEqual({ ...confirmed, confirmations: 1 });
    expect(await see(MINED, TIP + 3, serial)).toEqual({ ...confirmed, confirmations: 3 });
  }
});

test('a transaction whose block is removed is pending again, also at a pin from before its return', async () => {
  const { db } = setting;
  if (mined === undefined || next === undefined) throw new Error('the block holds no payment');
  const entered = await enter(db, [mined]);
  await apply(db, [next]);
  const inBlock = await serialOf(db);
  await revert(db, TIP);
  const returned = await serialOf(db);
  expect(returned).toBeGreaterThan(inBlock);
  for (const serial of [entered, inBlock, returned, undefined]) expect(await see(MINED, TIP, serial)).toEqual(PENDING);

  await apply(db, [next]);
  expect(await see(MINED, TIP, returned)).toEqual(PENDING);
  expect(await see(MINED, TIP + 1)).toMatchObject({ state: 'CONFIRMED', listed: 0 });
});

test('a transaction that left gives the reason, its details and when it was seen last', async () => {
  const { db } = setting;
  const [expired, conflicted, removed] = others.map(txidOf);
  if (expired === undefined || conflicted === undefined || removed === undefined) throw new Error('too few payments');
  const entered = await enter(db, others.slice(0, 3));
  const noConflict = { height: TIP, conflictsWith: [] };
  await leave(db, { ...noConflict, txid: expired, reason: 'EXPIRED' });
  await leave(db, { height: TIP, txid: conflicted, reason: 'CONFLICTED', conflictsWith: [MINED] });
  await leave(db, { ...noConflict, txid: removed, reason: 'REMOVED' });
  for (const [txid, state, conflictsWith] of [
    [expired, 'EXPIRED', []],
    [conflicted, 'CONFLICTED', [MINED]],
    [removed, 'REMOVED', []],
  ] as const) {
    expect(await see(txid, TIP, entered)).toEqual(PENDING);
    const { data } = await setting.ask(STATUS, { txid }, pinAt(TIP));
    const [stay] = await readRows(db, 'pool_stay', "WHERE txid = decode($1, 'hex')", txid);
    expect(data.transactionStatus).toMatchObject({ txid, state, confirmations: 0, transaction: null, conflictsWith });
    expect(data.transactionStatus.pending).toMatchObject({ txid, size: 300 });
    expect(new Date(data.transactionStatus.lastSeenAt)).toEqual(stay.leftAt);
    expect(data.pendingTransactions).toEqual({ totalCount: 0, transactions: [] });
  }

  const again = await enter(db, others.slice(0, 1));
  expect(await see(expired, TIP, again)).toEqual(PENDING);
  expect(await see(expired, TIP, again - 1n)).toMatchObject({ state: 'EXPIRED' });
});

test('the reading of the mempool is when a pending transaction was seen last', async () => {
  const { db, ask } = setting;
  await enter(db, others.slice(0, 1));
  await read(db, { height: TIP, hash: hashOf(main[TIP]) });
  const { data } = await ask(STATUS, { txid: txidOf(others[0]) }, pinAt(TIP));
  const [{ readAt }] = await readRows(db, 'pool');
  expect(new Date(data.transactionStatus.lastSeenAt)).toEqual(readAt);
});

test('a transaction that stands only in a removed block and was never in the mempool is removed', async () => {
  const { db } = setting;
  if (next === undefined) throw new Error('no block');
  const coinbase = txidOf(next.transactions[0]);
  expect(await see(coinbase, TIP)).toMatchObject({ code: 'NOT_FOUND' });
  await apply(db, [next]);
  expect(await see(coinbase, TIP)).toMatchObject({ code: 'NOT_FOUND' });
  await revert(db, TIP);
  expect(await see(coinbase, TIP)).toEqual({ ...PENDING, state: 'REMOVED', hasPending: false, listed: 0 });
});

test('for a transaction that only a client knows, the state or the message reports what became of it', async () => {
  const { db, codeOf } = setting;
  const submit = (txid: string, state: string, settledAt: Date | null) =>
    db.$executeRawUnsafe(
      "INSERT INTO submission (chain_id, txid, raw, state, settled_at) VALUES ($1, decode($2, 'hex'), '\\x01', $3, $4)",
      VRSCTEST,
      txid,
      state,
      settledAt,
    );
  const txids = ['11', '22', '33', '44', '55'].map((pair) => pair.repeat(32));
  const [refused = '', unsettled = '', accepted = '', lost = '', never = ''] = txids;
  await submit(refused, 'REJECTED', new Date());
  await submit(unsettled, 'SENDING', null);
  await submit(accepted, 'ACCEPTED', new Date());
  await submit(lost, 'ACCEPTED', new Date(Date.now() - 120_000));
  for (const [txid, words] of [
    [refused, 'the node refused it'],
    [unsettled, 'the outcome is not known yet'],
    [never, `no transaction ${never}`],
  ] as const) {
    const error = await codeOf('query ($txid: String!) { transactionStatus(txid: $txid) { state } }', { txid });
    expect(error).toMatchObject({ code: 'NOT_FOUND', message: expect.stringContaining(words) });
  }
  expect(await see(accepted, TIP)).toMatchObject({ state: 'PENDING', hasPending: false });
  expect(await see(lost, TIP)).toMatchObject({ state: 'REMOVED', hasPending: false });
});

test('a malformed txid is a validation error', async () => {
  expect(await setting.codeOf('{ transactionStatus(txid: "12") { state } }')).toMatchObject({
    code: 'VALIDATION_ERROR',
    argument: 'txid',
  });
});

test('another environment sees nothing of a mempool', async () => {
  const { db, ask } = setting;
  await enter(db, others.slice(0, 1));
  const txid = txidOf(others[0]);
  const chain = `chainId: "${VRSCTEST}"`;
  const entities = (representation: string, fields: string) =>
    `{ _entities(representations: [{ ${representation}, ${chain} }]) { ${fields} } }`;
  const queries = [
    `{ transactionStatus(${chain}, txid: "${txid}") { state } }`,
    `{ mempool(${chain}) { size } }`,
    `{ pendingTransactions(${chain}) { totalCount } }`,
    `{ poolChanges(${chain}, limit: 10) { upTo } }`,
    entities(`__typename: "PendingTransaction", txid: "${txid}"`, '... on PendingTransaction { size }'),
    entities(`__typename: "Address", address: "${VRSCTEST}"`, '... on Address { pending { changes { amount } } }'),
  ];
  for (const query of queries) {
    const { data, errors, extensions } = await ask(query, {}, null, { environment: 'MAINNET' });
    expect(errors).toMatchObject([{ extensions: { code: 'NOT_FOUND' } }]);
    expect([null, [null]]).toContainEqual(Object.values(data)[0]);
    expect(extensions).toBeUndefined();
  }
});
