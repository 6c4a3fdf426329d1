import { Code, createClient, createRouterTransport } from '@connectrpc/connect';
import { NodeService } from '@ledgergraph/proto-schemas/chain/v1/node';
import { ofAllChains } from '@ledgergraph/service-kit/db/database-map';
import { decodeTransactionHex } from '@ledgergraph/verus-protocol/raw-transaction';
import { saveRaw } from '#/db/raw-rows.ts';
import type { RawNode } from '#/following/client-nodes.ts';
import type { NodeServiceClient } from '#/indexer-client/connect-node-service.ts';
import { nodeService } from '#/node-service.ts';
import { NodeDoor } from '#/passing/node-door.ts';
import { RawReader } from '#/raw/raw-reader.ts';
import { TRANSACTION_SOURCE } from '#/raw/transaction-source.ts';
import { TransactionSender } from '#/sending/transaction-sender.ts';
import { ConnectionError } from '#/verus-rpc/errors.ts';
import { VRSCTEST } from './apply-recording.ts';
import { followRecording, silent } from './follow-recording.ts';
import { countRows, openDatabase, readRows, type TestDatabase } from './open-database.ts';
import { openApi } from './query-api.ts';
import { main } from './recorded-api.ts';

const HEX = 'query ($txids: [String!]!) { transactions(txids: $txids) { txid hex size } }';
/** Parameter: hexadecimal txids. */
const OF_TXIDS = "WHERE encode(txid, 'hex') = ANY ($1::text[])";
const SIZE = 'query ($txids: [String!]!) { transactions(txids: $txids) { size } }';

const txids = main.flatMap(({ transactions }) => transactions.map(({ txid }) => Buffer.from(txid).toString('hex')));
const [GENESIS = '', COINBASE = ''] = txids;
const payments = main.flatMap(({ transactions }) =>
  transactions.slice(1).map(({ txid }) => Buffer.from(txid).toString('hex')),
);
const [PAYMENT = '', OTHER = ''] = payments;

let database: TestDatabase;
let follower: Awaited<ReturnType<typeof followRecording>>;
let api: Awaited<ReturnType<typeof openApi>>;
let withoutNodes: Awaited<ReturnType<typeof openApi>>;
let client: NodeServiceClient;
let asked: string[][] = [];
let answer: RawNode['readRaw'] | undefined;

beforeAll(async () => {
  database = await openDatabase();
  const { db } = database;
  follower = await followRecording('vrsctest-a', db, 'end');
  while ((await follower.step()) !== 'at-tip');
  const readRaw: RawNode['readRaw'] = (wanted) => {
    asked.push([...wanted]);
    const [recorded] = follower.nodes.rawNodes();
    return answer?.(wanted) ?? recorded?.readRaw(wanted) ?? Promise.reject(new Error('no node was chosen'));
  };
  const chains = new Map([[VRSCTEST, { rawNodes: () => [{ name: 'node', readRaw }] }]]);
  const reader = new RawReader({ source: TRANSACTION_SOURCE, databases: ofAllChains(db), logger: silent, chains });
  const sender = new TransactionSender({
    databases: ofAllChains(db),
    logger: silent,
    chains: new Map([[VRSCTEST, follower.nodes]]),
  });
  const door = new NodeDoor({ logger: silent, chains: new Map(), methods: [] });
  client = createClient(
    NodeService,
    createRouterTransport((router) =>
      router.service(NodeService, nodeService({ sender, reader, texts: reader, door })),
    ),
  );
  api = await openApi(db, [], client);
  withoutNodes = await openApi(db);
});
beforeEach(() => {
  asked = [];
  answer = undefined;
});
const forget = () => database.db.$executeRawUnsafe('DELETE FROM raw_transaction');
afterEach(forget);
afterAll(async () => {
  await withoutNodes.close();
  await api.close();
  await follower.close();
  await database.close();
});

const keep = () => countRows(database.db, 'raw_transaction');
const codes = (errors: Awaited<ReturnType<typeof api.query>>['errors']) =>
  errors?.map(({ path, extensions: { code, canRetry } }) => [path?.join('.'), code, canRetry]);

test('every transaction of the recorded chain has its bytes, and a node is asked once for each that is no coinbase', async () => {
  for (const again of [false, true]) {
    asked = [];
    for (let start = 0; start < txids.length; start += 100) {
      const wanted = txids.slice(start, start + 100);
      const { data, errors } = await api.query(HEX, { txids: wanted });
      expect(errors).toBeUndefined();
      for (const [index, { txid, hex, size }] of data.transactions.entries()) {
        const { transaction } = decodeTransactionHex(hex);
        expect([txid, transaction.txid, transaction.size]).toEqual([wanted[index], wanted[index], size]);
      }
    }
    expect(asked.flat().toSorted()).toEqual(again ? [] : payments.toSorted());
  }
  expect(await keep()).toBe(payments.length);
});

test('a coinbase, that of genesis too, needs no node and is kept nowhere else', async () => {
  const { data, errors } = await withoutNodes.query(HEX, { txids: [GENESIS, COINBASE] });
  expect(errors).toBeUndefined();
  for (const { txid, hex } of data.transactions) expect(decodeTransactionHex(hex).transaction.txid).toBe(txid);
  expect(await keep()).toBe(0);
});

test('a hundred requests at once for one transaction ask the node once and keep it once', async () => {
  const all = await Promise.all(Array.from({ length: 100 }, () => api.query(HEX, { txids: [PAYMENT] })));
  expect(new Set(all.map(({ data }) => data.transactions[0].hex)).size).toBe(1);
  expect(asked).toEqual([[PAYMENT]]);
  expect(await keep()).toBe(1);
});

test('other bytes than those of the transaction are never served and never kept', async () => {
  const genuine = (await api.query(HEX, { txids: [OTHER] })).data.transactions[0].hex;
  await forget();
  answer = async (wanted) => wanted.map(() => Buffer.from(genuine, 'hex'));
  const { data, errors } = await api.query(HEX, { txids: [PAYMENT, OTHER] });
  expect(data.transactions).toMatchObject([{ txid: PAYMENT, hex: null }, { hex: genuine }]);
  expect(codes(errors)).toEqual([['transactions.0.hex', 'NODE_UNAVAILABLE', true]]);
  expect(await keep()).toBe(1);
});

test('each reason for missing bytes has its code, and costs the field alone', async () => {
  answer = async (wanted) => wanted.map(() => null);
  const absent = await api.query(HEX, { txids: [PAYMENT] });
  expect(absent.data.transactions).toMatchObject([{ txid: PAYMENT, hex: null }]);
  expect(codes(absent.errors)).toEqual([['transactions.0.hex', 'NOT_FOUND', undefined]]);
  answer = () => Promise.reject(new ConnectionError('node', 'the node cannot be reached at 10.0.0.1'));
  const away = await api.query(HEX, { txids: [PAYMENT, COINBASE] });
  expect(codes(away.errors)).toEqual([['transactions.0.hex', 'NODE_UNAVAILABLE', true]]);
  expect(JSON.stringify(away.errors)).not.toContain('10.0.0.1');
  expect(away.data.transactions[1].hex).toMatch(/^[0-9a-f]+$/);
  const none = await withoutNodes.query(HEX, { txids: [PAYMENT] });
  expect(codes(none.errors)).toEqual([['transactions.0.hex', 'NODE_UNAVAILABLE', false]]);
});

test('more bytes than a response may hold are refused before a node is asked', async () => {
  const { db } = database;
  const wanted = payments.slice(0, 3);
  const before = await readRows(db, 'transaction', OF_TXIDS, wanted);
  await db.$executeRawUnsafe(`UPDATE transaction SET size = 1900000 ${OF_TXIDS}`, wanted);
  const { data, errors } = await api.query(HEX, { txids: wanted });
  expect(data.transactions.filter(({ hex }: { hex: string | null }) => hex === null)).toHaveLength(1);
  expect(codes(errors)).toEqual([['transactions.2.hex', 'VALIDATION_ERROR', undefined]]);
  expect(asked.flat()).toEqual(wanted.slice(0, 2));
  for (const { txid, size } of before) {
    await db.$executeRawUnsafe('UPDATE transaction SET size = $2 WHERE txid = $1', txid, size);
  }
});

test('rows without a size have that of their bytes, and keep it', async () => {
  const { db } = database;
  const wanted = [GENESIS, COINBASE, PAYMENT];
  const sizes = (await withoutNodes.query(SIZE, { txids: wanted })).data.transactions;
  await db.$executeRawUnsafe(`UPDATE transaction SET size = NULL ${OF_TXIDS}`, wanted);
  const alone = await withoutNodes.query(SIZE, { txids: wanted });
  expect(alone.data.transactions).toEqual([...sizes.slice(0, 2), null]);
  expect(codes(alone.errors)).toEqual([['transactions.2.size', 'NODE_UNAVAILABLE', false]]);
  expect((await api.query(SIZE, { txids: wanted })).data.transactions).toEqual(sizes);
  expect((await withoutNodes.query(SIZE, { txids: wanted })).data.transactions).toEqual(sizes);
  await forget();
  expect((await withoutNodes.query(SIZE, { txids: wanted })).data.transactions).toEqual(sizes);
});

test('the bytes that are kept of a chain are bounded: the oldest leave', async () => {
  const { db } = database;
  const [recorded] = follower.nodes.rawNodes();
  const keptBytesMax = 20_000;
  const open = () =>
    new RawReader({
      source: TRANSACTION_SOURCE,
      databases: ofAllChains(db),
      logger: silent,
      keptBytesMax,
      chains: new Map([[VRSCTEST, { rawNodes: () => (recorded === undefined ? [] : [recorded]) }]]),
    });
  const reader = open();
  await saveRaw(db, 'iOther', [{ txid: '00'.repeat(32), raw: Buffer.alloc(50_000) }]);
  for (const txid of payments) await reader.read(VRSCTEST, [txid]);
  // A restarted process looks at once.
  await db.$executeRawUnsafe('DELETE FROM raw_transaction WHERE txid = $1', Buffer.from(payments.at(-1) ?? '', 'hex'));
  await open().read(VRSCTEST, payments.slice(-1));
  const kept = await readRows(db, 'raw_transaction', 'WHERE chain_id = $1 ORDER BY serial', VRSCTEST);
  expect(kept.map(({ txid }) => Buffer.from(txid).toString('hex'))).toEqual(payments.slice(-kept.length));
  expect(kept.length).toBeLessThan(payments.length);
  expect(kept.reduce((sum, { raw }) => sum + raw.length, 0)).toBeLessThanOrEqual(keptBytesMax);
  expect(kept.length).toBeGreaterThan(5);
  expect(await keep()).toBe(kept.length + 1);
});

test('the service refuses chains that it does not follow, and what are no txids', async () => {
  const ask = (chainId: string, wanted: Uint8Array[]) => client.fetchRawTransactions({ chainId, txids: wanted });
  const txid = Buffer.from(PAYMENT, 'hex');
  await expect(ask('iOther', [txid])).rejects.toMatchObject({ code: Code.NotFound });
  await expect(ask(VRSCTEST, new Array(101).fill(txid))).rejects.toMatchObject({ code: Code.InvalidArgument });
  await expect(ask(VRSCTEST, [txid.subarray(1)])).rejects.toMatchObject({ code: Code.InvalidArgument });
  expect((await ask(VRSCTEST, [])).transactions).toEqual([]);
  expect(asked).toEqual([]);
});
