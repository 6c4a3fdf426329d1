import { hashOf, VRSCTEST } from './apply-recording.ts';
import { hash, main, openRecordedApi, orphans, pinAt, type RecordedApi } from './recorded-api.ts';

let api: RecordedApi;

beforeAll(async () => {
  api = await openRecordedApi();
});
afterAll(() => api.close());

const BLOCK =
  'query ($height: BigInt, $hash: String) { block(height: $height, hash: $hash) { height hash nextHash confirmations isFinal } }';

test('the pinned block is the last visible block', async () => {
  const { data } = await api.ask(BLOCK, { height: 430 });
  expect(data.block).toEqual({ height: 430, hash: hash(430), nextHash: null, confirmations: 1, isFinal: false });
  const below = await api.ask(BLOCK, { height: 330 });
  expect(below.data.block).toEqual({
    height: 330,
    hash: hash(330),
    nextHash: hash(331),
    confirmations: 101,
    isFinal: true,
  });
  expect((await api.ask(BLOCK, { height: 331 })).data.block.isFinal).toBe(false);
  expect(await api.codeOf(BLOCK, { height: 431 })).toMatchObject({
    code: 'NOT_FOUND',
    path: ['block'],
    data: { block: null },
  });
  expect(await api.codeOf(BLOCK, { hash: hash(431) })).toMatchObject({ code: 'NOT_FOUND' });
});

test('genesis is a block like any other', async () => {
  const { data } = await api.ask(
    '{ block(height: 0) { hash previousHash nextHash confirmations txCount transactions { transactions { txid isCoinbase fee } } } }',
  );
  expect(data.block).toMatchObject({
    hash: hash(0),
    previousHash: null,
    nextHash: hash(1),
    confirmations: 431,
    txCount: 1,
  });
  expect(data.block.transactions.transactions).toMatchObject([{ isCoinbase: true, fee: null }]);
});

test('an orphaned block reads by hash, as verusd answers it', async () => {
  const { data, errors } = await api.ask(
    'query ($hash: String) { block(hash: $hash) { height confirmations isFinal nextHash transactions { totalCount transactions { index vin { inputs { value } } } } } }',
    { hash: hashOf(orphans[1]) },
  );
  expect(errors).toBeUndefined();
  expect(data.block).toMatchObject({ height: 414, confirmations: -1, isFinal: false, nextHash: null });
  expect(data.block.transactions.transactions).toHaveLength(orphans[1]?.transactions.length ?? 0);
});

test('a transaction exists from its block on, and never by an orphaned block alone', async () => {
  const TRANSACTION = 'query ($txid: String!) { transaction(txid: $txid) { blockHeight } }';
  const coinbase = (block: (typeof main)[number] | undefined) =>
    Buffer.from(block?.transactions[0]?.txid ?? []).toString('hex');
  expect((await api.ask(TRANSACTION, { txid: coinbase(main[430]) })).data.transaction).toEqual({ blockHeight: 430 });
  for (const block of [main[431], orphans[0]]) {
    expect(await api.codeOf(TRANSACTION, { txid: coinbase(block) })).toMatchObject({
      code: 'NOT_FOUND',
      path: ['transaction'],
    });
  }
});

test('an output is spent from the block of its spender on', async () => {
  const [spend] = await api.db.$queryRawUnsafe<
    { txid: string; vout: number; spender: string; index: number; height: number }[]
  >(
    `SELECT encode(spend.txid, 'hex') AS txid, spend.vout, input_index AS index, spend.height,
           (SELECT encode(spender.txid, 'hex') FROM transaction spender JOIN block USING (chain, height, ordinal)
             WHERE block.main AND spender.height = spend.height AND spender.index = spend.spender_tx_index) AS spender
      FROM spend JOIN transaction tx ON tx.txid = spend.txid JOIN block ON block.height = tx.height AND block.ordinal = tx.ordinal AND block.main
     WHERE block.height < spend.height ORDER BY spend.height DESC, spend.txid, spend.vout LIMIT 1`,
  );
  if (spend === undefined) throw new Error('the recording spends nothing');
  const query = `query ($txid: String!) {
    transaction(txid: $txid) { vout(limit: 100) { outputs { index spentBy { txid index blockHeight } } } } }`;
  const variables = { txid: spend.txid };
  const before = await api.ask(query, variables, pinAt(spend.height - 1));
  expect(before.data.transaction.vout.outputs[spend.vout]).toEqual({ index: spend.vout, spentBy: null });
  const after = await api.ask(query, variables, pinAt(spend.height));
  expect(after.data.transaction.vout.outputs[spend.vout].spentBy).toEqual({
    txid: spend.spender,
    index: spend.index,
    blockHeight: spend.height,
  });
});

test('a walk stays at its first block while new blocks arrive', async () => {
  const query =
    'query ($cursor: String, $order: SortOrder) { blocks(limit: 2, order: $order, fromHeight: 420, cursor: $cursor) { totalCount hasMore nextCursor blocks { height } } }';
  const first = await api.ask(query, { order: 'DESC' }, pinAt(425));
  expect(first.data.blocks).toMatchObject({ totalCount: 6, hasMore: true, blocks: [{ height: 425 }, { height: 424 }] });
  const second = await api.ask(query, { order: 'DESC', cursor: first.data.blocks.nextCursor }, pinAt(430));
  expect(second.data.blocks).toMatchObject({ totalCount: 6, blocks: [{ height: 423 }, { height: 422 }] });
  const last = await api.ask(query, { order: 'DESC', cursor: second.data.blocks.nextCursor }, pinAt(440));
  expect(last.data.blocks).toMatchObject({
    hasMore: false,
    nextCursor: null,
    blocks: [{ height: 421 }, { height: 420 }],
  });
  const up = await api.ask(query, { order: 'ASC' }, pinAt(421));
  expect(up.data.blocks).toMatchObject({ totalCount: 2, hasMore: false, blocks: [{ height: 420 }, { height: 421 }] });
});

test('a range outside of the chain is an empty list', async () => {
  const { data } = await api.ask('{ blocks(fromHeight: 431) { totalCount hasMore nextCursor blocks { height } } }');
  expect(data.blocks).toEqual({ totalCount: 0, hasMore: false, nextCursor: null, blocks: [] });
});

test('transactions of a block are paged by cursor', async () => {
  const height = main.findIndex((block) => block.transactions.length > 4);
  const query =
    'query ($height: BigInt, $cursor: String) { block(height: $height) { transactions(limit: 2, cursor: $cursor) { totalCount hasMore nextCursor transactions { index } } } }';
  const seen: number[] = [];
  let cursor: string | null = null;
  do {
    const { data } = await api.ask(query, { height, cursor });
    const page = data.block.transactions;
    seen.push(...page.transactions.map(({ index }: { index: number }) => index));
    cursor = page.nextCursor;
  } while (cursor !== null);
  expect(seen).toEqual(main[height]?.transactions.map(({ index }) => index));
});

test('a pin that left the chain gives PIN_LOST, and nothing is read without it', async () => {
  const pin = { chainId: VRSCTEST, height: 414, hash: hashOf(orphans[1]) };
  expect(await api.codeOf('{ blocks { totalCount } }', {}, pin)).toMatchObject({ code: 'PIN_LOST' });
});

test('entities resolve by key in one read', async () => {
  const representations = [
    { __typename: 'Block', chainId: VRSCTEST, hash: hash(5) },
    { __typename: 'Block', chainId: VRSCTEST, hash: 'ab'.repeat(32) },
    {
      __typename: 'Transaction',
      chainId: VRSCTEST,
      txid: Buffer.from(main[5]?.transactions[0]?.txid ?? []).toString('hex'),
    },
  ];
  const { data, errors } = await api.ask(
    'query ($representations: [_Any!]!) { _entities(representations: $representations) { ... on Block { height } ... on Transaction { blockHeight } } }',
    { representations },
  );
  expect(data._entities).toEqual([{ height: 5 }, null, { blockHeight: 5 }]);
  expect(errors).toMatchObject([{ path: ['_entities', 1], extensions: { code: 'NOT_FOUND' } }]);
});

test('blocks are named lowest first, on the main chain alone, and none above the pin', async () => {
  const names = `query ($to: BigInt!) { mainHashes(chainId: "${VRSCTEST}", fromHeight: 411, toHeight: $to) }`;
  const expected = main.slice(411, 431).map(hashOf);
  expect((await api.ask(names, { to: 418 })).data.mainHashes).toEqual(expected.slice(0, 8));
  expect((await api.ask(names, { to: 440 })).data.mainHashes).toEqual(expected);
});
