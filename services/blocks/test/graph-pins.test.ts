import { readNormalizedBlocks, readNormalizedOrphans } from '@ledgergraph/test-kit/normalized-blocks';
import { saveNodeTip } from '#/db/node-tip.ts';
import { insertReorg } from '#/db/reorg-rows.ts';
import { saveProgress } from '#/db/subgraph-progress.ts';
import { announceVrsctest, apply, hashOf, revert, VRSCTEST } from './apply-recording.ts';
import { openDatabase, type TestDatabase } from './open-database.ts';
import { openApi, type Pin } from './query-api.ts';

const main = readNormalizedBlocks('vrsctest-a');
const orphans = readNormalizedOrphans('vrsctest-a')[0]?.blocks ?? [];
const hash = (height: number): string => hashOf(main[height]);
const pinAt = (height: number): Pin => ({ chainId: VRSCTEST, height, hash: hash(height) });

let database: TestDatabase;
let api: Awaited<ReturnType<typeof openApi>>;

/** Blocks 0 to 440 of the main chain, and the orphans 413 to 416. */
beforeAll(async () => {
  database = await openDatabase();
  await announceVrsctest(database.db);
  await apply(database.db, main.slice(0, 413));
  await apply(database.db, orphans);
  await revert(database.db, 412);
  await apply(database.db, main.slice(413, 441));
  api = await openApi(database.db, ['identities']);
});
afterAll(async () => {
  await api.close();
  await database.close();
});

const ask = async (query: string, variables: object = {}, pin: Pin | null = pinAt(430)) =>
  api.query(query, variables, { pins: pin === null ? [] : [pin] });

async function codeOf(query: string, variables: object = {}, pin: Pin | null = pinAt(430)) {
  const { data, errors } = await ask(query, variables, pin);
  expect(errors).toHaveLength(1);
  const [error] = errors ?? [];
  return { ...error?.extensions, path: error?.path, data };
}

const BLOCK =
  'query ($height: BigInt, $hash: String) { block(height: $height, hash: $hash) { height hash nextHash confirmations isFinal } }';

test('the pinned block is the last visible block', async () => {
  const { data } = await ask(BLOCK, { height: 430 });
  expect(data.block).toEqual({ height: 430, hash: hash(430), nextHash: null, confirmations: 1, isFinal: false });
  const below = await ask(BLOCK, { height: 330 });
  expect(below.data.block).toEqual({
    height: 330,
    hash: hash(330),
    nextHash: hash(331),
    confirmations: 101,
    isFinal: true,
  });
  expect((await ask(BLOCK, { height: 331 })).data.block.isFinal).toBe(false);
  expect(await codeOf(BLOCK, { height: 431 })).toMatchObject({
    code: 'NOT_FOUND',
    path: ['block'],
    data: { block: null },
  });
  expect(await codeOf(BLOCK, { hash: hash(431) })).toMatchObject({ code: 'NOT_FOUND' });
});

test('genesis is a block like any other', async () => {
  const { data } = await ask(
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
  const { data, errors } = await ask(
    'query ($hash: String) { block(hash: $hash) { height confirmations isFinal nextHash transactions { totalCount transactions { index vin { value } } } } }',
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
  expect((await ask(TRANSACTION, { txid: coinbase(main[430]) })).data.transaction).toEqual({ blockHeight: 430 });
  for (const block of [main[431], orphans[0]]) {
    expect(await codeOf(TRANSACTION, { txid: coinbase(block) })).toMatchObject({
      code: 'NOT_FOUND',
      path: ['transaction'],
    });
  }
});

test('an output is spent from the block of its spender on', async () => {
  const [spend] = await database.db.$queryRaw<
    { txid: string; vout: number; spender: string; index: number; height: number }[]
  >`
    SELECT encode(spend.txid, 'hex') AS txid, spend.vout, encode(spender_txid, 'hex') AS spender, input_index AS index, spend.height
      FROM spend JOIN transaction tx ON tx.txid = spend.txid JOIN block ON block.hash = tx.block_hash AND block.main
     WHERE block.height < spend.height ORDER BY spend.height DESC, spend.txid, spend.vout LIMIT 1`;
  if (spend === undefined) throw new Error('the recording spends nothing');
  const query = `query ($txid: String!, $offset: Int) {
    transaction(txid: $txid) { vout(limit: 1, offset: $offset) { index spentBy { txid index height } } } }`;
  const variables = { txid: spend.txid, offset: spend.vout };
  const before = await ask(query, variables, pinAt(spend.height - 1));
  expect(before.data.transaction.vout).toEqual([{ index: spend.vout, spentBy: null }]);
  const after = await ask(query, variables, pinAt(spend.height));
  expect(after.data.transaction.vout[0].spentBy).toEqual({
    txid: spend.spender,
    index: spend.index,
    height: spend.height,
  });
});

test('a walk stays at its first block while new blocks arrive', async () => {
  const query =
    'query ($cursor: String, $order: SortOrder) { blocks(limit: 2, order: $order, fromHeight: 420, cursor: $cursor) { totalCount hasMore nextCursor blocks { height } } }';
  const first = await ask(query, { order: 'DESC' }, pinAt(425));
  expect(first.data.blocks).toMatchObject({ totalCount: 6, hasMore: true, blocks: [{ height: 425 }, { height: 424 }] });
  const second = await ask(query, { order: 'DESC', cursor: first.data.blocks.nextCursor }, pinAt(430));
  expect(second.data.blocks).toMatchObject({ totalCount: 6, blocks: [{ height: 423 }, { height: 422 }] });
  const last = await ask(query, { order: 'DESC', cursor: second.data.blocks.nextCursor }, pinAt(440));
  expect(last.data.blocks).toMatchObject({
    hasMore: false,
    nextCursor: null,
    blocks: [{ height: 421 }, { height: 420 }],
  });
  const up = await ask(query, { order: 'ASC' }, pinAt(421));
  expect(up.data.blocks).toMatchObject({ totalCount: 2, hasMore: false, blocks: [{ height: 420 }, { height: 421 }] });
});

test('a range outside of the chain is an empty list', async () => {
  const { data } = await ask('{ blocks(fromHeight: 431) { totalCount hasMore nextCursor blocks { height } } }');
  expect(data.blocks).toEqual({ totalCount: 0, hasMore: false, nextCursor: null, blocks: [] });
});

test('transactions of a block are paged by cursor', async () => {
  const height = main.findIndex((block) => block.transactions.length > 4);
  const query =
    'query ($height: BigInt, $cursor: String) { block(height: $height) { transactions(limit: 2, cursor: $cursor) { totalCount hasMore nextCursor transactions { index } } } }';
  const seen: number[] = [];
  let cursor: string | null = null;
  do {
    const { data } = await ask(query, { height, cursor });
    const page = data.block.transactions;
    seen.push(...page.transactions.map(({ index }: { index: number }) => index));
    cursor = page.nextCursor;
  } while (cursor !== null);
  expect(seen).toEqual(main[height]?.transactions.map(({ index }) => index));
});

test.each([
  ['neither height nor hash', '{ block { hash } }', 'height'],
  ['height and hash', `{ block(height: 1, hash: "${'0'.repeat(64)}") { hash } }`, 'hash'],
  ['a malformed hash', '{ block(hash: "xyz") { hash } }', 'hash'],
  ['a negative height', '{ block(height: -1) { hash } }', 'height'],
  ['a malformed txid', '{ transaction(txid: "12") { txid } }', 'txid'],
  ['a limit of 0', '{ blocks(limit: 0) { hasMore } }', 'limit'],
  ['a limit over 100', '{ blocks(limit: 101) { hasMore } }', 'limit'],
  ['an empty range', '{ blocks(fromHeight: 5, toHeight: 4) { hasMore } }', 'fromHeight'],
  ['a malformed cursor', '{ blocks(cursor: "nonsense") { hasMore } }', 'cursor'],
  ['a limit over 100 below', '{ block(height: 1) { transactions(limit: 101) { hasMore } } }', 'limit'],
  [
    'a negative offset',
    '{ block(height: 1) { transactions { transactions { vin(offset: -1) { index } } } } }',
    'offset',
  ],
  [
    'a limit over 100 of outputs',
    '{ block(height: 1) { transactions { transactions { vout(limit: 101) { index } } } } }',
    'limit',
  ],
])('%s is a validation error that names the argument', async (_what, query, argument) => {
  expect(await codeOf(query)).toMatchObject({ code: 'VALIDATION_ERROR', argument });
});

test('a cursor of another query, chain or block is refused', async () => {
  const { data } = await ask(
    '{ blocks(limit: 1) { nextCursor } block(height: 400) { transactions(limit: 1) { nextCursor } } }',
  );
  const cursors = [data.blocks.nextCursor, data.block.transactions.nextCursor];
  for (const cursor of cursors.filter((text) => text !== null)) {
    expect(
      await codeOf('query ($cursor: String) { blocks(fromHeight: 1, cursor: $cursor) { hasMore } }', { cursor }),
    ).toMatchObject({
      code: 'VALIDATION_ERROR',
      argument: 'cursor',
    });
  }
});

test('a pin that left the chain gives PIN_LOST, and nothing is read without it', async () => {
  const pin = { chainId: VRSCTEST, height: 414, hash: hashOf(orphans[1]) };
  expect(await codeOf('{ blocks { totalCount } }', {}, pin)).toMatchObject({ code: 'PIN_LOST' });
});

test('networks of the other environment do not exist', async () => {
  const query = `{ networks { chainId } network(chainId: "${VRSCTEST}") { name } block(chainId: "${VRSCTEST}", height: 1) { hash } }`;
  const { data, errors } = await api.query(query, {}, { environment: 'MAINNET' });
  expect(data).toEqual({ networks: [], network: null, block: null });
  expect(errors?.map(({ extensions, path }) => [extensions.code, path])).toEqual([
    ['NOT_FOUND', ['network']],
    ['NOT_FOUND', ['block']],
  ]);
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
  const { data, errors } = await ask(
    'query ($representations: [_Any!]!) { _entities(representations: $representations) { ... on Block { height } ... on Transaction { blockHeight } } }',
    { representations },
  );
  expect(data._entities).toEqual([{ height: 5 }, null, { blockHeight: 5 }]);
  expect(errors).toMatchObject([{ path: ['_entities', 1], extensions: { code: 'NOT_FOUND' } }]);
});

test('the sync state gives the block that all have, the tip of the node, and the last reorganisation', async () => {
  const query = `{ network(chainId: "${VRSCTEST}") { name environment isDefault blockTimeSeconds nativeCurrency { currencyId } }
    syncState { chainId lastBlockHeight lastBlockHash lastBlockTime chainTipHeight blocksBehind finalizedHeight status isHealthy lastSyncedAt
      subgraphs { name height hash updatedAt } lastReorg { forkHeight depth finalBlocks oldTipHash newTipHash at } lastFinalityBreak { depth } } }`;
  expect(await codeOf(query, {}, null)).toMatchObject({ code: 'NOT_FOUND', path: ['syncState'] });

  const word = { chainId: VRSCTEST, consumer: 'identities', reporter: 'process', sequence: 1n };
  await saveProgress(database.db, { ...word, place: { height: 435, hash: hash(435) } });
  await saveNodeTip(database.db, VRSCTEST, { height: 445, isAhead: true, notarizedHash: hash(350) });
  await seen(new Date(Date.now() + 3_600_000));
  await insertReorg(database.db, VRSCTEST, {
    forkHeight: 412,
    depth: 4,
    oldTipHash: hashOf(orphans[3]),
    newTipHash: hash(417),
    finalBlocks: 0,
  });
  const { data, errors } = await ask(query, {}, null);
  expect(errors).toBeUndefined();
  expect(data.network).toEqual({
    name: 'VRSCTEST',
    environment: 'TESTNET',
    isDefault: true,
    blockTimeSeconds: 60,
    nativeCurrency: { currencyId: VRSCTEST },
  });
  expect(data.syncState).toMatchObject({
    chainId: VRSCTEST,
    lastBlockHeight: 435,
    lastBlockHash: hash(435),
    lastBlockTime: new Date(Number(main[435]?.time) * 1000).toISOString().replace('.000Z', 'Z'),
    chainTipHeight: 445,
    blocksBehind: 10,
    finalizedHeight: 350,
    status: 'SYNCING',
    isHealthy: true,
    subgraphs: [
      { name: 'blocks', height: 440, hash: hash(440) },
      { name: 'identities', height: 435, hash: hash(435) },
    ],
    lastFinalityBreak: null,
    lastReorg: { forkHeight: 412, depth: 4, finalBlocks: 0, oldTipHash: hashOf(orphans[3]), newTipHash: hash(417) },
  });
  expect((await ask('{ syncState { lastBlockHeight blocksBehind } }', {}, pinAt(430))).data.syncState).toEqual({
    lastBlockHeight: 430,
    blocksBehind: 15,
  });

  // One missed poll proves nothing, eight seconds of silence do.
  const tipQuery = '{ syncState { chainTipHeight blocksBehind isHealthy } }';
  await saveNodeTip(database.db, VRSCTEST, null);
  expect((await ask(tipQuery)).data.syncState).toEqual({ chainTipHeight: 445, blocksBehind: 15, isHealthy: true });
  await seen(new Date(Date.now() - 8_000));
  expect((await ask('{ syncState { status chainTipHeight blocksBehind isHealthy } }')).data.syncState).toEqual({
    status: 'NODE_UNAVAILABLE',
    chainTipHeight: null,
    blocksBehind: null,
    isHealthy: false,
  });
});

/** Sets when the node answered last. */
async function seen(seenAt: Date): Promise<void> {
  await database.db.nodeTip.update({ where: { chainId: VRSCTEST }, data: { seenAt } });
}

test('blocks are named lowest first, on the main chain alone, and none above the pin', async () => {
  const names = `query ($to: BigInt!) { mainHashes(chainId: "${VRSCTEST}", fromHeight: 411, toHeight: $to) }`;
  const expected = main.slice(411, 431).map(hashOf);
  expect((await ask(names, { to: 418 })).data.mainHashes).toEqual(expected.slice(0, 8));
  expect((await ask(names, { to: 440 })).data.mainHashes).toEqual(expected);
});
