import { createHash } from 'node:crypto';
import { findChain } from '@ledgergraph/chain-kit/chain/chain-numbers';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { explainStatement, type PlanNode } from '@ledgergraph/test-kit/list-costs/explain-statement';
import { readNormalizedBlocks } from '@ledgergraph/test-kit/normalized-blocks';
import { placeBlocks } from '#/db/block-places.ts';
import { orphanBlocksAbove } from '#/db/block-rows.ts';
import { listEncodedBlocks } from '#/db/encoded-blocks.ts';
import { findBlocksByHash } from '#/db/find-blocks.ts';
import { findMissed } from '#/db/find-missed.ts';
import { findOutputs } from '#/db/find-outputs.ts';
import { findTraces } from '#/db/find-pool-stays.ts';
import { findSpends } from '#/db/find-spends.ts';
import { findMainTransactions, findTransactionBodies, listBlockTransactions } from '#/db/find-transactions.ts';
import { findMainAncestor } from '#/db/main-chain.ts';
import { saveRaw } from '#/db/raw-rows.ts';
import { deleteSpendsAbove } from '#/db/spend-rows.ts';
import { listProgress } from '#/db/subgraph-progress.ts';
import { announceVrsctest, apply, VRSCTEST } from './apply-recording.ts';
import { generateBlocks } from './generate-blocks.ts';
import { addOrphan } from './generate-pool.ts';
import { openDatabase, type TestDatabase } from './open-database.ts';

const RECORDED = readNormalizedBlocks('vrsctest-a').slice(0, 131);
const TIP = RECORDED.length - 1;
const BLOCKS = 20_000;
const KEYS = 100;
/** A key is looked up in the indexes and rows of up to three tables. */
const PAGES_PER_KEY = 15;

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const copies = Array.from({ length: KEYS }, (_, index) => 1 + (index * BLOCKS) / KEYS);
const hashes = copies.map((copy) => ({ chainId: VRSCTEST, hash: sha256(`block ${copy}`) }));
const txids = copies.map((copy) => ({ chainId: VRSCTEST, txid: sha256(`${TIP + copy} 0`) }));
const plain = txids.map(({ txid }) => txid);

let database: TestDatabase;
beforeAll(async () => {
  database = await openDatabase();
  const { db } = database;
  for (const table of ['block', 'transaction', 'spend']) {
    await db.$executeRawUnsafe(`ALTER TABLE ${table} SET (autovacuum_enabled = false)`);
  }
  await announceVrsctest(db);
  await apply(db, RECORDED);
  await addOrphan(db, VRSCTEST);
  await generateBlocks(db, { chainId: VRSCTEST, blocks: BLOCKS, transactions: 1_000, tip: TIP, isAnalyzed: false });
  // Each of them spends an output that another one spends too.
  await db.$executeRawUnsafe(
    `INSERT INTO pool_transaction (chain_id, txid, size, fragment)
     SELECT $1, decode(txid, 'hex'), 1, '' FROM unnest($2::text[]) AS txid`,
    VRSCTEST,
    plain,
  );
  await db.$executeRawUnsafe(
    `INSERT INTO pool_spend (chain_id, spent_txid, vout, txid)
     SELECT $1, sha256(convert_to(($3::integer + i) || ' 0', 'UTF8')), 0, decode(txid, 'hex')
       FROM unnest($2::text[]) WITH ORDINALITY AS pooled (txid, i)`,
    VRSCTEST,
    plain,
    TIP,
  );
});
afterAll(() => database.close());

interface Work {
  pages: number;
  nodes: PlanNode[];
}

/** Undoes the statements. @returns their work in total */
async function measure(run: (db: SqlExecutor) => PromiseLike<unknown>): Promise<Work> {
  const work: Work = { pages: 0, nodes: [] };
  const undone = new Error('undone');
  const collect = (node: PlanNode): void => {
    work.nodes.push(node);
    node.Plans?.forEach(collect);
  };
  const transaction = database.db.$transaction(async (tx) => {
    const explained = async (sql: string, ...values: unknown[]): Promise<void> => {
      const { pages, plan } = await explainStatement(tx, { sql, values });
      work.pages += pages;
      collect(plan);
    };
    await run({
      $queryRawUnsafe: async <Rows>(sql: string, ...values: unknown[]) => {
        if (!sql.includes('RETURNING')) await explained(sql, ...values);
        return tx.$queryRawUnsafe<Rows>(sql, ...values);
      },
      $executeRawUnsafe: async (sql: string, ...values: unknown[]) => {
        await explained(sql, ...values);
        return 0;
      },
    });
    throw undone;
  });
  await expect(transaction).rejects.toBe(undone);
  return work;
}

const LOOK_UPS: [name: string, keys: number, run: (db: SqlExecutor) => PromiseLike<unknown>][] = [
  ['blocks by hash', KEYS, (db) => findBlocksByHash(db, hashes)],
  ['transactions by txid', KEYS, (db) => findMainTransactions(db, txids)],
  ['bodies of transactions', KEYS, (db) => findTransactionBodies(db, txids)],
  ['outputs of transactions', KEYS, (db) => findOutputs(db, VRSCTEST, plain)],
  [
    'transactions of blocks',
    KEYS,
    (db) =>
      listBlockTransactions(
        db,
        hashes.map(({ chainId, hash }) => ({ chainId, blockHash: hash, after: -1, limit: 1 })),
      ),
  ],
  [
    'spenders of outputs',
    KEYS,
    (db) =>
      findSpends(
        db,
        txids.map((key) => ({ ...key, vout: 0 })),
      ),
  ],
  [
    'outputs that nothing spends',
    KEYS,
    (db) =>
      findSpends(
        db,
        txids.map((key) => ({ ...key, vout: 1 })),
      ),
  ],
  ['traces of transactions', KEYS, (db) => findTraces(db, txids)],
  [
    'sizes of fetched transactions',
    KEYS,
    (db) =>
      saveRaw(
        db,
        VRSCTEST,
        plain.map((txid) => ({ txid, raw: new Uint8Array(200) })),
      ),
  ],
  ['places of new blocks', KEYS, (db) => place(db, TIP + BLOCKS + 1)],
  ['places of known blocks', KEYS, (db) => place(db, TIP + 100)],
  ['a block of the main chain', 1, (db) => findMainAncestor(db, VRSCTEST, hashes[50]?.hash ?? '')],
  ['a block of a branch', 2, (db) => findMainAncestor(db, VRSCTEST, '00')],
  ['progress of subgraphs', 4, (db) => listProgress(db, VRSCTEST, 'blocks', ['blocks', 'addresses', 'identities'])],
  // By its txid, by its inputs, and by its parents.
  ['missed transactions', 3 * KEYS, (db) => findMissed(db, VRSCTEST, plain)],
  ['a reorganisation of blocks', KEYS, (db) => orphanBlocksAbove(db, VRSCTEST, TIP + BLOCKS - KEYS)],
  ['a reorganisation of spends', KEYS + 1_000, (db) => deleteSpendsAbove(db, VRSCTEST, TIP + BLOCKS - KEYS)],
];

async function place(db: SqlExecutor, from: number): Promise<unknown> {
  const chain = (await findChain(database.db, VRSCTEST)) ?? 0;
  const blocks = Array.from({ length: KEYS }, (_, index) => ({
    block: { height: from + index, hash: new Uint8Array(32) },
  }));
  return placeBlocks(db, chain, blocks);
}

describe.each([
  ['before Postgres has counted the rows', false],
  ['after it has', true],
])('%s', (_, isAnalyzed) => {
  beforeAll(async () => {
    if (isAnalyzed) await database.db.$executeRawUnsafe('ANALYZE');
  });

  test.each(LOOK_UPS)('%s: pages by the keys, not by the rows there are', async (_name, keys, run) => {
    const { pages, nodes } = await measure(run);
    expect(pages).toBeLessThan(PAGES_PER_KEY * keys);
    const tables = ['block', 'transaction', 'spend'];
    const scanned = nodes.filter(
      (node) => node['Node Type'] === 'Seq Scan' && tables.includes(node['Relation Name'] ?? ''),
    );
    expect(scanned).toEqual([]);
  });

  test('the stream reads a range of blocks and of transactions by their keys', async () => {
    const { pages, nodes } = await measure((db) => listEncodedBlocks(db, VRSCTEST, TIP + 1, 1_000, 2 ** 30));
    const used = new Set(nodes.map((node) => node['Index Name']).filter((name) => name !== undefined));
    expect([...used].filter((name) => name !== 'chain_chain_id_key').sort()).toEqual([
      'block_pkey',
      'transaction_pkey',
    ]);
    // Three pages of the key and one of rows for each block.
    expect(pages).toBeLessThan(5 * 1_000);
  });
});
