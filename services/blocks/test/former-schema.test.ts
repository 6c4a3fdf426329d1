import { findCursor } from '@ledgergraph/chain-kit/chain/cursor';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { readNormalizedBlocks, readNormalizedOrphans } from '@ledgergraph/test-kit/normalized-blocks';
import { readBlock } from '#/indexing/read-blocks.ts';
import { writeLeftBranch } from '#/indexing/write-left-branch.ts';
import { announceVrsctest, apply, revert, VRSCTEST } from './apply-recording.ts';
import { followRecording } from './follow-recording.ts';
import { openFormer } from './former-rows.ts';
import { openDatabase } from './open-database.ts';

const main = readNormalizedBlocks('vrsctest-a');
const [first = [], second = []] = readNormalizedOrphans('vrsctest-a').map(({ blocks }) => blocks);
const forkOf = (branch: typeof first): number => Number(branch[0]?.height) - 1;

/** Facts that the rows state, without the numbers and ordinals that a database gives by itself. */
const FACTS: Readonly<Record<string, string>> = {
  block: `SELECT chain.chain_id, to_jsonb(block) - '{chain,ordinal}'::text[] AS row
    FROM block JOIN chain ON chain.id = block.chain`,
  transaction: `SELECT chain.chain_id, to_jsonb(tx) - '{chain,ordinal}'::text[] AS row, block.hash FROM transaction tx
    JOIN block USING (chain, height, ordinal) JOIN chain ON chain.id = tx.chain`,
  spend: `SELECT chain.chain_id, to_jsonb(spend) - 'chain' AS row FROM spend JOIN chain ON chain.id = spend.chain`,
  produced_block: `SELECT chain.chain_id, to_jsonb(one) - 'chain' AS row FROM produced_block one JOIN chain ON chain.id = one.chain`,
  produced_tip: `SELECT chain.chain_id, tip.hash FROM produced_tip tip JOIN chain ON chain.id = tip.chain`,
};

async function readFacts(db: SqlExecutor): Promise<Record<string, string[]>> {
  const facts: Record<string, string[]> = {};
  for (const [table, select] of Object.entries(FACTS)) {
    const rows = await db.$queryRawUnsafe<{ text: string }[]>(
      `SELECT to_jsonb(fact)::text AS text FROM (${select}) AS fact ORDER BY 1`,
    );
    facts[table] = rows.map(({ text }) => text);
  }
  return facts;
}

test('a database of blocks by hash keeps every row by place, also of removed blocks and left branches, and goes on', async () => {
  await using cleanup = new AsyncDisposableStack();
  const database = await openDatabase();
  cleanup.defer(() => database.close());
  const { db } = database;
  // Two chains. Of the first a branch left the main chain, came back and left again; another one was never on it here.
  const other = await followRecording('pchain-a', db, 40);
  cleanup.defer(() => other.close());
  await other.step();
  await announceVrsctest(db);
  await apply(db, main.slice(0, forkOf(first) + 1));
  await apply(db, first);
  await revert(db, forkOf(first));
  await apply(db, main.slice(forkOf(first) + 1, forkOf(first) + 3));
  await revert(db, forkOf(first));
  await apply(db, first);
  await revert(db, forkOf(first));
  const tip = forkOf(second) + 3;
  await apply(db, main.slice(forkOf(first) + 1, tip + 1));
  const cursor = await findCursor(db, VRSCTEST);
  const keep = { height: forkOf(second), hash: Buffer.from(second[0]?.previousHash ?? []).toString('hex') };
  const blocks = second.map((block) => readBlock(block));
  await writeLeftBranch(db, VRSCTEST, { keep, blocks }, { height: tip, hash: cursor?.hash ?? '' });

  const former = await openFormer(db, 'blocks_by_place');
  cleanup.defer(() => former.close());
  expect(await former.migrate()).toContainEqual(expect.stringMatching(/_blocks_by_place$/));
  const facts = await readFacts(db);
  expect(facts.block?.length).toBe(tip + 1 + first.length + second.length + 41);
  expect(facts.spend?.length).toBeGreaterThan(100);
  expect(await readFacts(former.db)).toEqual(facts);
  // Blocks of a height count from 0.
  const ordinals = await former.db.$queryRaw`
    SELECT DISTINCT max(ordinal) + 1 - count(*) AS gaps, min(ordinal) AS first FROM block GROUP BY chain, height`;
  expect(ordinals).toEqual([{ gaps: 0n, first: 0 }]);

  for (const each of [db, former.db]) {
    await revert(each, forkOf(second));
    await apply(each, second);
    await revert(each, forkOf(second));
    await apply(each, main.slice(forkOf(second) + 1));
  }
  const [ours, theirs] = await Promise.all([db, former.db].map(readFactsButTimes));
  expect(theirs).toEqual(ours);
});

/** Both have applied the last blocks at other times. */
async function readFactsButTimes(db: SqlExecutor): Promise<Record<string, string[]>> {
  const facts = await readFacts(db);
  return { ...facts, block: (facts.block ?? []).map((text) => text.replace(/"applied_at": "[^"]*"/, '')).sort() };
}
