import { Random } from '@ledgergraph/chain-generator/random';
import { findCursor } from '@ledgergraph/chain-kit/chain/cursor';
import { openWriter } from '@ledgergraph/chain-kit/db/sql-writer';
import { hex } from '@ledgergraph/chain-kit/hex';
import type { Block, Transaction } from '@ledgergraph/proto-schemas/chain/v1/block';
import { readNormalizedBlocks, readNormalizedOrphans } from '@ledgergraph/test-kit/normalized-blocks';
import { POOL_CONTRADICTIONS, type PoolContradiction } from '@ledgergraph/test-kit/pool-contradictions';
import { TipMovedError } from '#/pool/enter-new.ts';
import { OpenStays } from '#/pool/open-stays.ts';
import { syncPool } from '#/pool/sync-pool.ts';
import { apply, revert, VRSCTEST } from './apply-recording.ts';
import { openDatabase, type TestDatabase } from './open-database.ts';

const MAIN = readNormalizedBlocks('vrsctest-a');
const BLOCKS = new Map(
  [...MAIN, ...readNormalizedOrphans('vrsctest-a').flatMap(({ blocks }) => blocks)].map((block) => [
    hex(block.hash),
    block,
  ]),
);
const START = 360;
const STEPS = 40;

/** Its chain and pool change randomly, and it answers as they are at the moment of the call. */
class DrawnNode {
  readonly #random: Random;
  tip: Block;
  readonly pool = new Map<string, Transaction>();
  fetches = 0;
  meanwhile: () => Promise<void> = async () => undefined;

  constructor(random: Random, tip: Block) {
    this.#random = random;
    this.tip = tip;
  }

  live(): void {
    const chance = this.#random.integer(0, 9);
    if (chance < 5) this.#enter();
    else if (chance < 8) this.#mine();
    else if (chance < 9) this.#reorganise();
    else this.pool.clear();
  }

  readPool = async () => ({ txids: [...this.pool.keys()], tipHash: hex(this.tip.hash) });

  readPoolTransactions = async (txids: readonly string[]) => {
    this.fetches += txids.length;
    const answers = this.find(txids);
    // The node changes while its answer is on its way.
    this.live();
    await this.meanwhile();
    return answers;
  };

  find(txids: readonly string[]) {
    return txids.map((txid) => {
      const transaction = this.pool.get(txid);
      return transaction === undefined ? null : { transaction, size: 200 };
    });
  }

  #enter(): void {
    const next = this.#children()[0];
    for (const transaction of next?.transactions.slice(1) ?? []) {
      if (this.#random.integer(0, 2) > 0) this.pool.set(hex(transaction.txid), transaction);
    }
  }

  #mine(): void {
    const children = this.#children();
    if (children.length === 0) return;
    this.tip = children[this.#random.integer(0, children.length - 1)] as Block;
    for (const { txid } of this.tip.transactions) this.pool.delete(hex(txid));
  }

  /** Transactions of one to three blocks wait again, or are lost. */
  #reorganise(): void {
    for (let left = this.#random.integer(1, 3); left > 0 && this.tip.height > START; left -= 1) {
      for (const transaction of this.tip.transactions.slice(1)) {
        if (this.#random.integer(0, 3) > 0) this.pool.set(hex(transaction.txid), transaction);
      }
      this.tip = BLOCKS.get(hex(this.tip.previousHash)) as Block;
    }
  }

  #children(): Block[] {
    const parent = hex(this.tip.hash);
    return [...BLOCKS.values()].filter(({ previousHash }) => hex(previousHash) === parent);
  }
}

let fetches = 0;
let database: TestDatabase;
let db: ReturnType<typeof openWriter>;

beforeAll(async () => {
  database = await openDatabase();
  db = openWriter(database.url);
  await apply(db, MAIN.slice(0, START + 1));
});
afterAll(async () => {
  await db.$disconnect();
  await database.close();
});

async function followBlocks({ tip }: DrawnNode): Promise<void> {
  const rows = await db.$queryRawUnsafe<{ hash: string }[]>("SELECT encode(hash, 'hex') AS hash FROM applied_block");
  const applied = new Set(rows.map(({ hash }) => hash));
  const missing: Block[] = [];
  let block: Block | undefined = tip;
  for (; block !== undefined && !applied.has(hex(block.hash)); block = BLOCKS.get(hex(block.previousHash))) {
    missing.unshift(block);
  }
  const cursor = await findCursor(db, VRSCTEST);
  if (block !== undefined && cursor !== null && cursor.height > block.height) await revert(db, block.height);
  if (missing.length > 0) await apply(db, missing);
}

/** @param open kept from step to step, as the follower keeps it */
async function followPool(node: DrawnNode, open: OpenStays): Promise<void> {
  try {
    await syncPool({ db, chainId: VRSCTEST, node, fetched: new Map(), open, onWritten: () => undefined });
  } catch (error) {
    if (!(error instanceof TipMovedError)) throw error;
  }
}

async function findContradictions(): Promise<PoolContradiction[]> {
  return await db.$queryRawUnsafe<PoolContradiction[]>(POOL_CONTRADICTIONS, VRSCTEST);
}

test.each([1, 2, 3, 4])(
  'whatever node, blocks and pool do at once, each transaction has one state, and in the end the pool is the node’s (draw %i)',
  async (seed) => {
    const random = new Random(seed);
    const open = new OpenStays();
    const cursor = await findCursor(db, VRSCTEST);
    const node = new DrawnNode(random, BLOCKS.get(cursor?.hash ?? '') as Block);
    for (let step = 0; step < STEPS; step += 1) {
      node.live();
      const isInside = random.chance(0.5);
      node.meanwhile = () => (isInside ? followBlocks(node) : Promise.resolve());
      await Promise.all([isInside ? undefined : followBlocks(node), followPool(node, open)]);
      expect({ step, faults: await findContradictions() }).toEqual({ step, faults: [] });
    }
    await followBlocks(node);
    const still = {
      readPool: node.readPool,
      readPoolTransactions: async (txids: readonly string[]) => node.find(txids),
    };
    await syncPool({ db, chainId: VRSCTEST, node: still, fetched: new Map(), open, onWritten: () => undefined });
    expect(await findContradictions()).toEqual([]);
    const stays = await db.$queryRawUnsafe<{ txid: string }[]>(
      `SELECT encode(txid, 'hex') AS txid FROM pool_stay WHERE chain_id = $1 AND left_serial IS NULL ORDER BY 1`,
      VRSCTEST,
    );
    expect(stays.map(({ txid }) => txid)).toEqual([...node.pool.keys()].sort());
    fetches += node.fetches;
    expect(fetches).toBeGreaterThan(0);
  },
);
