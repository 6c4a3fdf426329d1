import { sealCursor } from '@ledgergraph/generators/generated-rows/seal-cursor';
import { ListCosts } from '@ledgergraph/test-kit/list-costs/list-costs';
import { recordStatements } from '@ledgergraph/test-kit/list-costs/record-statements';
import { readNormalizedBlocks } from '@ledgergraph/test-kit/normalized-blocks';
import { openTestSubgraph, type TestSubgraph } from '@ledgergraph/test-kit/subgraph';
import { createLoaders } from '../src/graph/loaders.ts';
import { resolvers } from '../src/graph/resolvers.ts';
import { announceVrsctest, apply, VRSCTEST } from './apply-recording.ts';
import { generateBlocks } from './generate-blocks.ts';
import { openDatabase, type TestDatabase } from './open-database.ts';

const RECORDED = readNormalizedBlocks('vrsctest-a').slice(0, 131);
const BLOCKS = 10_000;
const TRANSACTIONS = 5_000;

let database: TestDatabase;
let subgraph: TestSubgraph;
let costs: ListCosts;

beforeAll(async () => {
  database = await openDatabase();
  const { db } = database;
  await announceVrsctest(db);
  await apply(db, RECORDED);
  const tip = RECORDED.length - 1;
  await generateBlocks(db, { chainId: VRSCTEST, blocks: BLOCKS, transactions: TRANSACTIONS, tip });
  const recorder = recordStatements(db);
  subgraph = await openTestSubgraph({
    schema: new URL('../schema.graphql', import.meta.url),
    resolvers,
    db: recorder.db,
    loaders: () => createLoaders(recorder.db, []),
  });
  const anchor = await db.syncCursor.findUniqueOrThrow({ where: { chainId: VRSCTEST } });
  const middle = tip + BLOCKS / 2;
  const deep = (args: Record<string, unknown>, position: (string | number)[]): string =>
    sealCursor({ field: 'blocks', chainId: VRSCTEST, args }, anchor, position);
  const ofLast = await db.transaction.findMany({ where: { blockHash: Buffer.from(anchor.hash, 'hex') }, take: 200 });
  const hashes = await db.appliedBlock.findMany({
    where: { height: { gt: tip } },
    take: 200,
    orderBy: { height: 'desc' },
  });
  const txids = ofLast.map(({ txid }) => Buffer.from(txid).toString('hex'));
  costs = await ListCosts.open({
    subgraph,
    recorder,
    db,
    roots: {
      networks: [{ args: '' }],
      network: [{ args: `chainId: "${VRSCTEST}"` }],
      syncState: [{ args: '' }],
      blocks: [
        { args: '' },
        { args: 'order: ASC' },
        { args: `fromHeight: ${tip}, toHeight: ${middle}` },
        { args: 'cursor: $cursor', cursor: deep({ order: 'DESC' }, [middle]) },
        { args: 'order: ASC, cursor: $cursor', cursor: deep({ order: 'ASC' }, [middle]) },
      ],
      block: [{ args: `height: ${anchor.height}` }, { args: `hash: "${anchor.hash}"` }],
      transaction: [{ args: `txid: "${txids[0]}"` }],
    },
    entities: {
      Block: (count) => hashes.slice(0, count).map(({ hash }) => ({ chainId: VRSCTEST, hash, at: null })),
      Transaction: (count) => txids.slice(0, count).map((txid) => ({ chainId: VRSCTEST, txid, at: null })),
    },
  });
});
afterAll(async () => {
  await subgraph.close();
  await database.close();
});

test('every field of the schema is asked for', () => {
  expect(costs.unasked()).toEqual([]);
});

test('the number of SQL statements does not grow with any list', async () => {
  expect(await costs.growingCounts()).toEqual({});
});

test('every statement reads, filters and sorts about as much as its page, on the first page and in the middle', async () => {
  expect(await costs.costlyStatements()).toEqual({});
});
