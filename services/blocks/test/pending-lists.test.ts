import { apply, hashOf, VRSCTEST } from './apply-recording.ts';
import { enter, leave, POOLED_BYTES, read, txidOf } from './fill-pool.ts';
import { readRows } from './open-database.ts';
import { main, openPendingSetting, type PendingSetting, pinAt, TIP } from './pending-setting.ts';
import { findBusyAddress, pooled, pooledTxids as txids } from './sum-changes.ts';

let setting: PendingSetting;
beforeAll(async () => {
  setting = await openPendingSetting();
});
beforeEach(() => setting.reset());
afterAll(() => setting.close());

test('a mempool that was never read is empty, and the answer states it', async () => {
  const { ask, codeOf } = setting;
  const { data, extensions } = await ask(
    '{ pendingTransactions { totalCount hasMore nextCursor transactions { txid } } }',
  );
  expect(data.pendingTransactions).toEqual({ totalCount: 0, hasMore: false, nextCursor: null, transactions: [] });
  expect(extensions).toEqual({ pending: [{ chainId: VRSCTEST, readAt: null, tipHeight: null, tipHash: null }] });
  expect(await codeOf('{ mempool { size } }')).toMatchObject({
    code: 'NOT_FOUND',
    message: expect.stringContaining('not been read yet'),
  });
});

test('an answer about the mempool states when it was read, any other does not', async () => {
  const { db, ask } = setting;
  await enter(db, pooled);
  await read(db, { height: TIP, hash: hashOf(main[TIP]) });
  const [{ readAt }] = await readRows(db, 'pool');
  const mark = [{ chainId: VRSCTEST, readAt: readAt?.toISOString(), tipHeight: TIP, tipHash: hashOf(main[TIP]) }];
  const representations = [
    { __typename: 'Address', chainId: VRSCTEST, address: findBusyAddress(), at: null },
    { __typename: 'PendingTransaction', chainId: VRSCTEST, txid: txids[0] },
  ];
  const ENTITIES = `query ($representations: [_Any!]!) { _entities(representations: $representations) {
    ... on Address { pending { changes { amount } } } ... on PendingTransaction { size } } }`;
  for (const query of [
    '{ mempool { size } }',
    '{ pendingTransactions { hasMore } }',
    `{ transactionStatus(txid: "${txids[0]}") { state } }`,
    `{ poolChanges(chainId: "${VRSCTEST}", limit: 5) { upTo } }`,
  ]) {
    expect((await ask(query)).extensions).toEqual({ pending: mark });
  }
  for (const representation of representations) {
    expect((await ask(ENTITIES, { representations: [representation] })).extensions).toEqual({ pending: mark });
  }
  expect((await ask('{ block(height: 1) { hash } }')).extensions).toBeUndefined();
});

test('the mempool as a whole is counted at the pin', async () => {
  const { db, ask } = setting;
  const entered = await enter(db, pooled);
  await read(db, { height: TIP, hash: hashOf(main[TIP]) });
  const query = '{ mempool { chainId size bytes readAt } pendingTransactions { totalCount } }';
  const total = (count: number) => ({ chainId: VRSCTEST, size: count, bytes: count * POOLED_BYTES });
  expect((await ask(query)).data).toMatchObject({
    mempool: total(pooled.length),
    pendingTransactions: { totalCount: pooled.length },
  });
  expect((await ask(query, {}, pinAt(TIP, entered - 2n))).data.mempool).toMatchObject(total(pooled.length - 2));
  const block = main[TIP + 1];
  if (block === undefined) throw new Error('no block');
  await apply(db, [block]);
  expect((await ask(query, {}, pinAt(TIP))).data.mempool).toMatchObject(total(pooled.length));
  const rest = pooled.length - (block.transactions.length - 1);
  expect((await ask(query, {}, pinAt(TIP + 1))).data.mempool).toMatchObject(total(rest));
});

const PAGE = `query ($cursor: String, $address: String, $limit: Int) {
  pendingTransactions(limit: $limit, cursor: $cursor, address: $address) { totalCount hasMore nextCursor transactions { txid } } }`;

test('a walk stays at its first page while transactions enter, leave and are mined', async () => {
  const { db, ask } = setting;
  const late = pooled.slice(-2);
  await enter(db, pooled.slice(0, -2));
  const expected = pooled.slice(0, -2).map(txidOf).toReversed();
  const block = main[TIP + 1];
  const removed = expected[8];
  if (block === undefined || removed === undefined) throw new Error('too few transactions');
  const meanwhile = [
    () => enter(db, late),
    () => leave(db, { txid: removed, reason: 'REMOVED', height: TIP, conflictsWith: [] }),
    () => apply(db, [block]),
  ];
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const { data }: Awaited<ReturnType<typeof ask>> = await ask(PAGE, { cursor, limit: 3 });
    const page = data.pendingTransactions;
    expect(page.totalCount).toBe(expected.length);
    expect(page.hasMore).toBe(page.nextCursor !== null);
    seen.push(...page.transactions.map(({ txid }: { txid: string }) => txid));
    cursor = page.nextCursor;
    await meanwhile.shift()?.();
  } while (cursor !== null);
  expect(meanwhile).toEqual([]);
  expect(seen).toEqual(expected);

  const now = (await ask(PAGE, { limit: 100 })).data.pendingTransactions.transactions;
  expect(now.slice(0, 2)).toEqual(late.map((one) => ({ txid: txidOf(one) })).toReversed());
  expect(now).toHaveLength(expected.length + 2 - 1 - (block.transactions.length - 1));
});

test('the list of an address holds what pays, spends from or mentions it', async () => {
  const { db, ask, codeOf } = setting;
  await enter(db, pooled);
  const address = findBusyAddress();
  const { data } = await ask(
    `{ pendingTransactions(limit: 100) { transactions { txid vin(limit: 100) { inputs { address } } vout(limit: 100) { outputs { addresses } } } } }`,
  );
  const touching = data.pendingTransactions.transactions
    .filter(
      (one: { vin: { inputs: { address: string }[] }; vout: { outputs: { addresses: string[] }[] } }) =>
        one.vin.inputs.some((input) => input.address === address) ||
        one.vout.outputs.some(({ addresses }) => addresses.includes(address)),
    )
    .map(({ txid }: { txid: string }) => txid);
  expect(touching.length).toBeGreaterThan(3);
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const { data }: Awaited<ReturnType<typeof ask>> = await ask(PAGE, { cursor, address, limit: 2 });
    expect(data.pendingTransactions.totalCount).toBe(touching.length);
    seen.push(...data.pendingTransactions.transactions.map(({ txid }: { txid: string }) => txid));
    cursor = data.pendingTransactions.nextCursor;
    if (seen.length === 2) {
      await leave(db, { txid: touching.at(-1) ?? '', reason: 'REMOVED', height: TIP, conflictsWith: [] });
    }
  } while (cursor !== null);
  expect(seen).toEqual(touching);
  for (const wrong of ['name', 'RXYZ', '']) {
    expect(await codeOf(PAGE, { address: wrong })).toMatchObject({ code: 'VALIDATION_ERROR', argument: 'address' });
  }
  const { nextCursor } = (await ask(PAGE, { address, limit: 1 })).data.pendingTransactions;
  expect(await codeOf(PAGE, { cursor: nextCursor })).toMatchObject({ code: 'VALIDATION_ERROR', argument: 'cursor' });
});
