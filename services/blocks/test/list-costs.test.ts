import { createClient, createRouterTransport } from '@connectrpc/connect';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { hex } from '@ledgergraph/chain-kit/hex';
import { NodeService } from '@ledgergraph/proto-schemas/chain/v1/node';
import { openListCosts } from '@ledgergraph/test-kit/list-costs/open-list-costs';
import { testListCosts } from '@ledgergraph/test-kit/list-costs/test-list-costs';
import { readNormalizedBlocks } from '@ledgergraph/test-kit/normalized-blocks';
import { createLoaders } from '#/graph/loaders.ts';
import { resolvers } from '#/graph/resolvers.ts';
import { announceVrsctest, apply, VRSCTEST } from './apply-recording.ts';
import { generateBlocks } from './generate-blocks.ts';
import { addOrphan, generatePool, pooledAddress, pooledTxid } from './generate-pool.ts';
import { openDatabase, readRows, type TestDatabase } from './open-database.ts';

const RECORDED = readNormalizedBlocks('vrsctest-a').slice(0, 131);
const SPENT = RECORDED.flatMap(({ transactions }) => transactions.flatMap(({ inputs }) => inputs))
  .filter(({ txid }) => txid.length > 0)
  .map(({ txid, vout }) => ({ chainId: VRSCTEST, txid: hex(txid), vout }));
const BLOCKS = 10_000;
const TRANSACTIONS = 5_000;
const GONE = 20_000;
const PENDING = 10_000;

let database: TestDatabase;
let stand: Awaited<ReturnType<typeof openListCosts>>;

beforeAll(async () => {
  database = await openDatabase();
  const { db } = database;
  await announceVrsctest(db);
  await apply(db, RECORDED);
  await keepRaw(db);
  const tip = RECORDED.length - 1;
  await generateBlocks(db, { chainId: VRSCTEST, blocks: BLOCKS, transactions: TRANSACTIONS, tip });
  await keepTexts(db);
  const serial = await generatePool(db, { chainId: VRSCTEST, gone: GONE, pending: PENDING, tip });
  const middle = tip + BLOCKS / 2;
  const ofLast = await readRows(db, 'transaction', 'WHERE height = (SELECT height FROM sync_cursor) LIMIT 200');
  const txids = ofLast.map(({ txid }) => Buffer.from(txid).toString('hex'));
  const [{ producer, validation }] = await readRows(db, 'block', 'WHERE height = $1', middle);
  const otherValidation = validation === 'WORK' ? 'STAKE' : 'WORK';
  const orphan = await addOrphan(db, VRSCTEST);
  const timeAt = (copy: number) => new Date((Number(RECORDED.at(-1)?.time) + 60 * copy) * 1_000).toISOString();
  stand = await openListCosts({
    db,
    chainId: VRSCTEST,
    schema: new URL('../schema.graphql', import.meta.url),
    resolvers,
    loaders: (context) => createLoaders(context, [], nodes),
    cases: ({ anchor, hashes, deep }) => ({
      roots: {
        networks: [{ args: '' }],
        network: [{ args: `chainId: "${VRSCTEST}"` }],
        syncState: [{ args: '' }],
        blocks: [
          { args: '' },
          { args: 'order: ASC' },
          { args: `fromHeight: ${tip}, toHeight: ${middle}` },
          { args: `producer: "${producer}"` },
          { args: `producer: "${producer}", order: ASC, fromHeight: ${middle}` },
          { args: `producer: "${producer}", validation: ${validation}` },
          { args: `validation: ${validation}, toHeight: ${middle}` },
          { args: `validation: ${otherValidation}` },
          {
            args: `producer: "${producer}", cursor: $cursor`,
            cursor: deep('blocks', { producer, order: 'DESC' }, [middle]),
          },
          { args: `fromTime: "${timeAt(10)}", toTime: "${timeAt(BLOCKS / 2)}"` },
          { args: 'cursor: $cursor', cursor: deep('blocks', { order: 'DESC' }, [middle]) },
          { args: 'order: ASC, cursor: $cursor', cursor: deep('blocks', { order: 'ASC' }, [middle]) },
        ],
        blockAt: [{ args: `time: "${timeAt(0)}"` }, { args: `time: "${timeAt(BLOCKS / 2)}"` }],
        block: [{ args: `height: ${anchor.height}` }, { args: `hash: "${anchor.hash}"` }],
        transaction: [{ args: `txid: "${txids[0]}"` }],
        transactions: [{ args: `txids: ${JSON.stringify(txids.slice(0, 100))}` }],
        pendingTransactions: [
          { args: '' },
          { args: `address: "${VRSCTEST}"` },
          {
            args: 'cursor: $cursor',
            cursor: deep('pendingTransactions', {}, [String(serial), String(serial - PENDING / 2)]),
          },
        ],
        transactionStatus: [txids[0], pooledTxid(1), pooledTxid(GONE + 1), orphan].map((txid) => ({
          args: `txid: "${txid}"`,
        })),
        mempool: [{ args: '' }],
        chainTips: [{ args: '' }],
        minimumFee: [{ args: 'transaction: { payment: { outputs: 2 } }' }],
        mainHashes: [{ args: `chainId: "${VRSCTEST}", fromHeight: ${middle}, toHeight: ${middle + 99}` }],
        poolChanges: [
          { args: `chainId: "${VRSCTEST}"` },
          { args: `chainId: "${VRSCTEST}", after: ${GONE}` },
          { args: `chainId: "${VRSCTEST}", after: ${serial - PENDING / 2}` },
        ],
      },
      entities: {
        Block: (count) => hashes.slice(0, count).map((hash) => ({ chainId: VRSCTEST, hash, at: null })),
        Transaction: (count) => txids.slice(0, count).map((txid) => ({ chainId: VRSCTEST, txid, at: null })),
        WalletTransaction: (count) => txids.slice(0, count).map((txid) => ({ chainId: VRSCTEST, txid, at: null })),
        Movement: (count) =>
          txids.slice(0, count).map((txid) => ({
            chainId: VRSCTEST,
            addresses: [pooledAddress(1)],
            currencyId: VRSCTEST,
            txid,
            at: null,
          })),
        PendingTransaction: (count) =>
          Array.from({ length: count }, (_, index) => ({ chainId: VRSCTEST, txid: pooledTxid(GONE + index + 1) })),
        BalanceParts: (count) =>
          Array.from({ length: count }, (_, index) => ({
            chainId: VRSCTEST,
            address: pooledAddress(GONE + index + 1),
            at: null,
          })),
        Utxo: (count) =>
          Array.from({ length: count }, (_, index) => ({
            chainId: VRSCTEST,
            txid: pooledTxid(GONE + index + 1),
            vout: 0,
            at: null,
            poolAt: null,
          })),
        SpentOutput: (count) => SPENT.slice(0, count),
        Address: (count) =>
          Array.from({ length: count }, (_, index) => ({
            chainId: VRSCTEST,
            address: pooledAddress(GONE + index + 1),
            at: null,
          })),
      },
      nested: { output: 'index: 0' },
      bounded: [
        // A count reads everything that it counts.
        { sql: /^\s*SELECT count\(\*\) AS count/, rows: Number.POSITIVE_INFINITY },
        // An address's list reads all its kept transactions: one in a thousand for the chain's own.
        { sql: /pool_change change/, rows: (GONE + PENDING) / 1_000 },
        // Tips of branches are those of the newest hundred reorganisations.
        { sql: /WITH RECURSIVE left_tip/, rows: 100 },
      ],
    }),
  });
});
afterAll(async () => {
  await stand.close();
  await database.close();
});

/** With an output whose spender is looked up. */
const TEXT = `{"tx":\u0001[\u0001[]\u0001]\u0001,"vout":[{"n":0\u0001s${'ab'.repeat(32)}:0\u0001}]}`;

const nodes = createClient(
  NodeService,
  createRouterTransport((router) =>
    router.service(NodeService, {
      fetchTexts: ({ texts }) => ({ texts: texts.map(() => ({ raw: Buffer.from(TEXT) })) }),
    }),
  ),
);

async function keepTexts(db: SqlExecutor): Promise<void> {
  await db.$executeRawUnsafe(
    `INSERT INTO node_text (chain_id, kind, hash, raw)
     SELECT DISTINCT chain_id, 'TRANSACTION', txid, convert_to($1, 'UTF8') FROM transaction JOIN chain ON chain.id = transaction.chain`,
    TEXT,
  );
}

async function keepRaw(db: SqlExecutor): Promise<void> {
  await db.$executeRawUnsafe('UPDATE transaction SET size = 200');
  await db.$executeRawUnsafe(
    `INSERT INTO raw_transaction (chain_id, txid, raw)
     SELECT DISTINCT chain_id, txid, decode(repeat('ab', 200), 'hex') FROM transaction JOIN chain ON chain.id = transaction.chain`,
  );
}

testListCosts(
  () => stand.costs,
  // Answered by a node.
  (field) => /^(Mutation|SentTransaction|NodeAnswer|NodeError)\.|^Query\.nodeAnswer$/.test(field),
);
