import { hash, main, openRecordedApi, orphans, pinAt, type RecordedApi } from './recorded-api.ts';

let api: RecordedApi;

beforeAll(async () => {
  api = await openRecordedApi();
});
afterAll(() => api.close());

const txidsOf = (blocks: typeof main): string[] =>
  blocks.flatMap(({ transactions }) => transactions.map(({ txid }) => Buffer.from(txid).toString('hex')));

const MANY = 'query ($txids: [String!]!) { transactions(txids: $txids) { txid blockHeight } }';

test('a hundred transactions are answered in the order asked for, a repeated one at each of its places', async () => {
  const txids = txidsOf(main.slice(300, 420)).slice(0, 98).reverse();
  const asked = [...txids, txids[5], txids[0]?.toUpperCase()];
  const { data, errors } = await api.ask(MANY, { txids: asked });
  expect(errors).toBeUndefined();
  expect(data.transactions.map(({ txid }: { txid: string }) => txid)).toEqual(asked.map((txid) => txid?.toLowerCase()));
  for (const txid of [txids[0], txids[97]]) {
    const one = await api.ask('query ($txid: String!) { transaction(txid: $txid) { txid blockHeight } }', { txid });
    expect(data.transactions).toContainEqual(one.data.transaction);
  }
});

test('an element without a transaction is null with an error at its place, and the others have their data', async () => {
  const [known] = txidsOf(main.slice(400, 401));
  // The pin is block 430, and blocks 413 to 416 of the other branch were left.
  const [above] = txidsOf(main.slice(431, 432));
  const [removed] = txidsOf(orphans.slice(0, 1));
  const txids = ['f'.repeat(64), known, 'xyz', above, removed, known];
  const { data, errors } = await api.ask(MANY, { txids });
  const one = { txid: known, blockHeight: 400 };
  expect(data.transactions).toEqual([null, one, null, null, null, one]);
  expect(
    errors?.map(({ path, message, extensions }) => [path?.join('.'), extensions.code, extensions.argument, message]),
  ).toEqual([
    ['transactions.0', 'NOT_FOUND', undefined, `no transaction ${'f'.repeat(64)}`],
    ['transactions.2', 'VALIDATION_ERROR', 'txids', 'txids[2] must be 64 hexadecimal digits'],
    ['transactions.3', 'NOT_FOUND', undefined, `no transaction ${above}`],
    ['transactions.4', 'NOT_FOUND', undefined, `no transaction ${removed}`],
  ]);
});

test('no txid is no transaction, and more than a hundred are refused', async () => {
  expect(await api.ask(MANY, { txids: [] })).toEqual({ data: { transactions: [] } });
  expect(await api.codeOf(MANY, { txids: new Array(101).fill(hash(1)) })).toMatchObject({
    code: 'VALIDATION_ERROR',
    argument: 'txids',
    data: { transactions: null },
  });
});

test('the time of a transaction is that of its block, and its confirmations end at the block that is read', async () => {
  const [txid] = txidsOf(main.slice(425, 426));
  const query = `query ($txid: String!, $removed: String!) {
    transaction(txid: $txid) { timestamp confirmations block { timestamp confirmations } }
    block(hash: $removed) { transactions { transactions { timestamp confirmations block { timestamp confirmations } } } } }`;
  for (const height of [425, 430, 440]) {
    const removed = Buffer.from(orphans[0]?.hash ?? []).toString('hex');
    const { data } = await api.ask(query, { txid, removed }, pinAt(height));
    const { block, ...own } = data.transaction;
    expect(own).toEqual(block);
    expect(own.confirmations).toBe(height - 424);
    const [{ block: orphan, ...ofOrphan }] = data.block.transactions.transactions;
    expect(ofOrphan).toEqual(orphan);
    expect(ofOrphan.confirmations).toBe(-1);
  }
});

test('an output is found by its position, with the payload that the node printed', async () => {
  const outputs = main
    .slice(0, 431)
    .flatMap(({ transactions }) =>
      transactions.flatMap(({ txid, outputs }) => outputs.map((output) => ({ txid, ...output }))),
    );
  const kinds = [...Map.groupBy(outputs, ({ kind }) => kind).values()].map(([first]) => first);
  expect(kinds.length).toBeGreaterThan(10);
  const query = `query ($txid: String!, $index: Int!) { transaction(txid: $txid) {
    output(index: $index) { index kind payload satoshis } outputCount } }`;
  for (const output of kinds) {
    const txid = Buffer.from(output?.txid ?? []).toString('hex');
    const { data } = await api.ask(query, { txid, index: output?.index });
    expect(data.transaction.output).toMatchObject({
      index: output?.index,
      payload: output?.payloadJson || null,
      satoshis: String(output?.satoshis),
    });
    for (const index of [-1, data.transaction.outputCount]) {
      expect((await api.ask(query, { txid, index })).data.transaction.output).toBeNull();
    }
  }
});

test('a transaction of removed blocks only is found where these are included', async () => {
  const query = `query ($txid: String!, $removed: Boolean) { transaction(txid: $txid, includeRemoved: $removed) {
    txid confirmations block { hash confirmations } } }`;
  const mined = new Set(txidsOf(main));
  const removed = txidsOf(orphans).filter((txid) => !mined.has(txid));
  expect(removed.length).toBeGreaterThan(3);
  for (const txid of removed) {
    expect(await api.codeOf(query, { txid })).toMatchObject({ code: 'NOT_FOUND' });
    const { data } = await api.ask(query, { txid, removed: true });
    expect(data.transaction).toMatchObject({ txid, confirmations: -1, block: { confirmations: -1 } });
  }
  const [known] = txidsOf(main.slice(415, 416));
  expect((await api.ask(query, { txid: known, removed: true })).data.transaction.confirmations).toBe(16);
});
