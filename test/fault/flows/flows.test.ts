import { Random } from '@ledgergraph/chain-generator/random';
import { generateFlowPair } from '@ledgergraph/generators/flow-chain/generate-flow-pair';
import { type JsonObject, parseLossless } from '@ledgergraph/verus-protocol/lossless-json';
import { readMainChainRows } from '../../e2e/reorganisations/main-chain-rows.ts';
import type { RecordedBlock } from '../chain/write-recording.ts';
import { compareWithCleanSync } from '../checks/compare-with-clean-sync.ts';
import { CHAIN_ID } from '../plan/plan.ts';
import { type OpenChain, openChain } from '../seeds/open-chain.ts';
import { waitForTip } from '../stage/ask-stage.ts';
import { LATER_SUBGRAPHS } from '../stage/programs.ts';
import { type Stage, startStage } from '../stage/start-stage.ts';

const SEED = 7;
/** Before currencies are defined, so that a reorganisation removes rows of every table. */
const FORK_HEIGHT = 104;
/** The left one goes on until candles are sealed. */
const LENGTHS = { left: 260, right: 300 };
/** Both branches have the plan of a launch, from which these rows follow. */
const EQUAL_TABLES = ['currency_system', 'market', 'network'];
const KILLS = 1;

/** The longer one is last; the first blocks are the same objects. */
function growBranches(): { left: RecordedBlock[]; right: RecordedBlock[] } {
  const blocks = new Map<string, RecordedBlock>();
  const grow = (length: number, fork?: { height: number; seed: number }): RecordedBlock[] => {
    const chain: RecordedBlock[] = [];
    const options = { seed: SEED, blocks: length, chainId: CHAIN_ID, name: 'VRSCTEST', ...(fork && { fork }) };
    for (const { height, hash, text } of generateFlowPair(options).launcher.blocks) {
      const made = { height, hash, parent: chain.at(-1) ?? null, json: parseLossless(text) as JsonObject };
      chain.push(blocks.get(hash) ?? made);
      blocks.set(hash, chain.at(-1) ?? made);
    }
    return chain;
  };
  return { left: grow(LENGTHS.left), right: grow(LENGTHS.right, { height: FORK_HEIGHT, seed: SEED + 1 }) };
}

const { left, right } = growBranches();
const at = (chain: readonly RecordedBlock[], height: number): RecordedBlock => chain[height] as RecordedBlock;

let stage: Stage;
let chain: OpenChain | undefined;

beforeAll(async () => {
  stage = await startStage(new Random(SEED));
});

afterAll(async () => {
  await chain?.close();
  await stage?.stop();
});

test('where value flows, all rows equal those of a straight sync after kills and reorganisations', async () => {
  expect([at(left, FORK_HEIGHT - 1), left.length]).toEqual([at(right, FORK_HEIGHT - 1), LENGTHS.left]);
  expect(at(left, FORK_HEIGHT).hash).not.toBe(at(right, FORK_HEIGHT).hash);
  const tips = [at(left, 90), at(left, 150), at(right, 160), at(left, LENGTHS.left - 1), at(right, LENGTHS.right - 1)];
  const tree = { genesis: at(left, 0), blocks: [...new Set([...left, ...right])] };
  const nodes = [{ kind: 'leading', tips: tips.map(({ hash }) => hash) } as const];
  chain = await openChain(stage, { seed: SEED, tree, tips, nodes });
  const random = new Random(SEED);
  const removed = new Map<string, string[]>();
  for (const [tick, { hash }] of tips.entries()) {
    await chain.nodes[0]?.moveTo(tick);
    for (let kill = 0; kill < KILLS; kill += 1) {
      const indexer = stage.process(`${random.pick(LATER_SUBGRAPHS)}-indexer`);
      await indexer.kill();
      await indexer.start();
    }
    if (tick % 2 === 1) await stage.databases.kill();
    await waitForTip(stage, hash);
    if (hash === at(left, LENGTHS.left - 1).hash)
      for (const [table, rows] of await readRows()) removed.set(table, rows);
  }
  expect(await compareWithCleanSync(stage.databases, chain.recordingDir)).toEqual([]);
  expect(stage.unexpectedEnds).toEqual([]);
  // Each table has rows that the last reorganisation removes.
  const kept = await readRows();
  expect([...kept].flatMap(([table, { length }]) => (length === 0 ? table : []))).toEqual([]);
  expect([...removed].flatMap(([table, rows]) => (isPartOf(rows, kept.get(table) ?? []) ? table : [])).sort()).toEqual(
    LATER_SUBGRAPHS.flatMap((service) => EQUAL_TABLES.map((table) => `${service}: ${table}`))
      .filter((table) => kept.has(table))
      .sort(),
  );
});

async function readRows(): Promise<Map<string, string[]>> {
  const rows = new Map<string, string[]>();
  for (const service of LATER_SUBGRAPHS) {
    const tables = await readMainChainRows(stage.databases.url(service), CHAIN_ID);
    for (const [table, all] of tables) rows.set(`${service}: ${table}`, all);
  }
  return rows;
}

function isPartOf(rows: readonly string[], others: readonly string[]): boolean {
  const known = new Set(others);
  return rows.every((row) => known.has(row));
}
