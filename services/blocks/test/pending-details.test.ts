import { hex } from '@ledgergraph/chain-kit/hex';
import { VRSCTEST } from './apply-recording.ts';
import { enter, leave, POOLED_BYTES, serialOf, txidOf } from './fill-pool.ts';
import { main, openPendingSetting, type PendingSetting, pinAt, TIP } from './pending-setting.ts';
import { AMOUNTS, amountsOf, findBusyAddress, pooled, sumChanges, pooledTxids as txids } from './sum-changes.ts';

const newestFirst = txids.toReversed();

let setting: PendingSetting;
beforeAll(async () => {
  setting = await openPendingSetting();
});
beforeEach(() => setting.reset());
afterAll(() => setting.close());

test('a pending transaction lists its inputs, outputs, parents and changes', async () => {
  const { db, ask } = setting;
  await enter(db, pooled);
  const { data, errors } =
    await ask(`{ pendingTransactions(limit: 100) { transactions { chainId txid size fee expiryHeight dependsOn firstSeenAt
    inputCount outputCount vin(limit: 100) { inputs { index txid vout sequence address value } }
    vout(limit: 100) { outputs { index satoshis addresses spentBy { txid } } }
    changes(limit: 100) { changes { address amounts ${AMOUNTS} } } } } }`);
  expect(errors).toBeUndefined();
  const answered = data.pendingTransactions.transactions;
  expect(answered.map(({ txid }: { txid: string }) => txid)).toEqual(newestFirst);
  const outputs = new Map(
    main.flatMap((block) => block.transactions.map((one) => [hex(one.txid), one.outputs] as const)),
  );
  for (const [index, one] of pooled.toReversed().entries()) {
    const parents = [...new Set(one.inputs.map(({ txid }) => hex(txid)))];
    const rows = sumChanges([txidOf(one)]);
    const addresses = answered[index].changes.changes.map(({ address }: { address: string }) => address);
    expect(addresses).toEqual(addresses.toSorted());
    expect(answered[index]).toMatchObject({
      chainId: VRSCTEST,
      size: POOLED_BYTES,
      expiryHeight: one.expiryHeight ?? null,
      dependsOn: parents.filter((txid) => txids.includes(txid)).sort(),
      inputCount: one.inputs.length,
      outputCount: one.outputs.length,
      vin: {
        inputs: one.inputs.map(({ txid, vout, sequence }, position) => ({
          index: position,
          txid: hex(txid),
          vout,
          sequence,
          address: outputs.get(hex(txid))?.[vout]?.addresses[0] ?? null,
        })),
      },
      vout: {
        outputs: one.outputs.map((output) => ({
          index: output.index,
          satoshis: String(output.satoshis),
          spentBy: null,
        })),
      },
      changes: { changes: addresses.map((address: string) => ({ address, amounts: amountsOf(rows, address) })) },
    });
    expect(answered[index].vin.inputs.every(({ value }: { value: string | null }) => value !== null)).toBe(true);
  }
  expect(answered.some(({ dependsOn }: { dependsOn: string[] }) => dependsOn.length > 0)).toBe(true);
  expect(answered.every(({ fee }: { fee: string | null }) => fee === null || /^\d+\.\d{8}$/.test(fee))).toBe(true);
});

test.each([
  ['vin', 'inputs { index }', 'inputs'],
  ['vout', 'outputs { index }', 'outputs'],
  ['changes', 'changes { address }', 'changes'],
])('%s of a pending transaction is walked by cursors of its own', async (list, rows, name) => {
  const { db, ask, codeOf } = setting;
  const long = pooled.find(({ inputs, outputs }) => inputs.length > 1 && outputs.length > 1);
  if (long === undefined) throw new Error('no transaction has several inputs and outputs');
  await enter(db, [long]);
  const query = (rest: string) => `query ($cursor: String) { pendingTransactions { transactions { ${rest} } } }`;
  const read = async (page: string, cursor: string | null = null) =>
    (await ask(query(`${list}(${page}, cursor: $cursor) { hasMore nextCursor ${rows} }`), { cursor })).data
      .pendingTransactions.transactions[0][list];
  const whole = await read('limit: 100');
  expect([whole.hasMore, whole.nextCursor]).toEqual([false, null]);
  const walked: unknown[] = [];
  let cursor: string | null = null;
  do {
    const page = await read('limit: 1', cursor);
    walked.push(...page[name]);
    cursor = page.nextCursor;
    expect(page.hasMore).toBe(cursor !== null);
  } while (cursor !== null);
  expect(walked).toEqual(whole[name]);
  const faulty = (rest: string) => query(rest).replace('($cursor: String) ', '');
  expect(await codeOf(faulty(`${list}(limit: 101) { hasMore }`))).toMatchObject({ argument: 'limit' });
  const first = await read('limit: 1');
  const other = list === 'vin' ? 'vout' : 'vin';
  if (first.nextCursor === null) throw new Error('the list has one row');
  expect(await codeOf(query(`${other}(cursor: $cursor) { hasMore }`), { cursor: first.nextCursor })).toMatchObject({
    argument: 'cursor',
  });
});

test('an output of a pending or mined transaction names the pending transaction that spends it', async () => {
  const { db, ask, codeOf } = setting;
  await enter(db, pooled);
  const query = `query ($txid: String!, $index: Int!) { transactionStatus(txid: $txid) {
    transaction { output(index: $index) { payload spentByPending } } pending { output(index: $index) { payload spentByPending } } } }`;
  for (const spender of pooled) {
    for (const { txid, vout } of spender.inputs) {
      const { data } = await ask(query, { txid: hex(txid), index: vout });
      const { transaction, pending } = data.transactionStatus;
      expect((transaction ?? pending).output).toHaveProperty('spentByPending', txidOf(spender));
    }
  }
  const [first] = pooled;
  if (first === undefined) throw new Error('nothing is pending');
  const { outputs } = (
    await ask(
      `{ transactionStatus(txid: "${txidOf(first)}") { pending { vout(limit: 100) { outputs { payload } } } } }`,
    )
  ).data.transactionStatus.pending.vout;
  expect(outputs).toEqual(first.outputs.map(({ payloadJson }) => ({ payload: payloadJson || null })));
  const [spent] = first.inputs;
  const below = `{ transaction(txid: "${hex(spent?.txid ?? new Uint8Array())}", asOf: { height: ${TIP - 1} }) {
    output(index: ${spent?.vout}) { spentByPending } } }`;
  expect(await codeOf(below)).toMatchObject({ code: 'VALIDATION_ERROR', argument: 'asOf' });
});

test('a parent is named only while it is pending itself', async () => {
  const { db, ask } = setting;
  await enter(db, pooled);
  const child = pooled.find(({ inputs }) => inputs.some(({ txid }) => txids.includes(hex(txid))));
  const parent = child?.inputs.map(({ txid }) => hex(txid)).find((txid) => txids.includes(txid));
  if (child === undefined || parent === undefined) throw new Error('no transaction spends from another');
  const query = `{ transactionStatus(txid: "${txidOf(child)}") { pending { dependsOn vin(limit: 100) { inputs { value } } } } }`;
  const before = await serialOf(db);
  await leave(db, { txid: parent, reason: 'REMOVED', height: TIP, conflictsWith: [] });
  const then = (await ask(query, {}, pinAt(TIP, before))).data.transactionStatus.pending;
  const now = (await ask(query)).data.transactionStatus.pending;
  expect(then.dependsOn).toContain(parent);
  expect(now.dependsOn).not.toContain(parent);
  expect(now.vin).toEqual(then.vin);
});

test('an address reports the sum of all that is pending, by currency', async () => {
  const { db, ask } = setting;
  const entered = await enter(db, pooled);
  const query = `query ($representations: [_Any!]!) { _entities(representations: $representations) { ... on Address {
    address pending { changes ${AMOUNTS} transactions(limit: 100) { totalCount transactions { txid } } } } } }`;
  const addresses = [...new Set(pooled.flatMap(({ outputs }) => outputs.flatMap((output) => output.addresses)))];
  const representations = addresses.map((address) => ({ __typename: 'Address', chainId: VRSCTEST, address, at: null }));
  expect(sumChanges(txids).some(({ currencyId }) => currencyId !== VRSCTEST)).toBe(true);
  for (const count of [0, 1, pooled.length]) {
    const rows = sumChanges(txids.slice(0, count));
    const { data } = await ask(query, { representations }, pinAt(TIP, entered - BigInt(pooled.length - count)));
    expect(data._entities.map(({ pending }: { pending: { changes: object[] } }) => pending.changes)).toEqual(
      addresses.map((address) => amountsOf(rows, address)),
    );
  }
  const { data } = await ask(query, { representations });
  for (const { pending } of data._entities) {
    expect(pending.transactions.transactions).toHaveLength(pending.transactions.totalCount);
    expect(pending.transactions.totalCount).toBeGreaterThan(0);
  }
  const unknown = { __typename: 'Address', chainId: VRSCTEST, address: 'iJhCezBExJHvtyH3fGhNnt2NhU4Ztkf2yq', at: null };
  const nothing = (await ask(query, { representations: [unknown] })).data._entities[0].pending;
  expect(nothing).toEqual({ changes: [], transactions: { totalCount: 0, transactions: [] } });
});

test('the list of an address is walked as one snapshot too', async () => {
  const { db, ask } = setting;
  await enter(db, pooled);
  const address = findBusyAddress();
  const query = `query ($representations: [_Any!]!, $cursor: String) { _entities(representations: $representations) { ... on Address {
    pending { transactions(limit: 2, cursor: $cursor) { totalCount nextCursor transactions { txid } } } } } }`;
  const representations = [{ __typename: 'Address', chainId: VRSCTEST, address, at: null }];
  const walk = async (between: () => Promise<unknown>): Promise<string[]> => {
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const { data }: Awaited<ReturnType<typeof ask>> = await ask(query, { representations, cursor });
      const page = data._entities[0].pending.transactions;
      seen.push(...page.transactions.map(({ txid }: { txid: string }) => txid));
      cursor = page.nextCursor;
      await between();
    } while (cursor !== null);
    return seen;
  };
  const quiet = await walk(async () => undefined);
  expect(quiet.length).toBeGreaterThan(2);
  const leaving = quiet.toReversed();
  const busy = await walk(async () => {
    const txid = leaving.shift();
    if (txid !== undefined) await leave(db, { txid, reason: 'REMOVED', height: TIP, conflictsWith: [] });
  });
  expect(busy).toEqual(quiet);
});

test('an address or a list at an earlier block has nothing pending', async () => {
  const { ask } = setting;
  const query = `query ($representations: [_Any!]!) { _entities(representations: $representations) { ... on Address { pending { changes { amount } } } } }`;
  const at = (height: number | null) => [{ __typename: 'Address', chainId: VRSCTEST, address: VRSCTEST, at: height }];
  const below = await ask(query, { representations: at(TIP - 1) });
  expect(below.data._entities).toEqual([null]);
  expect(below.errors).toMatchObject([{ extensions: { code: 'VALIDATION_ERROR', argument: 'asOf' } }]);
  for (const height of [TIP, null]) {
    const { data, errors } = await ask(query, { representations: at(height) });
    expect(errors).toBeUndefined();
    expect(data._entities).toEqual([{ pending: { changes: [] } }]);
  }
});

test('a pending transaction resolves by its key, also after it has left, but not before it has entered', async () => {
  const { db, ask } = setting;
  const entered = await enter(db, pooled.slice(0, 2));
  await leave(db, { txid: txids[0] ?? '', reason: 'REMOVED', height: TIP, conflictsWith: [] });
  const query = `query ($representations: [_Any!]!) { _entities(representations: $representations) { ... on PendingTransaction { txid outputCount } } }`;
  const representations = [txids[0], txids[1], '00'.repeat(32)].map((txid) => ({
    __typename: 'PendingTransaction',
    chainId: VRSCTEST,
    txid,
  }));
  const [left, here] = pooled.map((one) => ({ txid: txidOf(one), outputCount: one.outputs.length }));
  expect((await ask(query, { representations })).data._entities).toEqual([left, here, null]);
  const before = await ask(query, { representations }, pinAt(TIP, entered - 1n));
  expect(before.data._entities).toEqual([left, null, null]);
  expect(before.errors).toMatchObject(
    [1, 2].map((index) => ({ path: ['_entities', index], extensions: { code: 'NOT_FOUND' } })),
  );
});
