import { setTimeout as wait } from 'node:timers/promises';
import { Random } from '@ledgergraph/chain-generator/random';
import { waitFor } from '@ledgergraph/test-kit/wait-for';
import pg from 'pg';
import { BlockTree, ORDINARY_WORK } from '../chain/block-tree.ts';
import { chainOf } from '../chain/write-recording.ts';
import { compareWithCleanSync } from '../checks/compare-with-clean-sync.ts';
import { CHAIN_ID } from '../plan/plan.ts';
import { type OpenChain, openChain } from '../seeds/open-chain.ts';
import { waitForTip } from '../stage/ask-stage.ts';
import { SUBGRAPHS, type SubgraphName } from '../stage/programs.ts';
import { type Stage, startStage } from '../stage/start-stage.ts';
import { CommitGate } from './commit-gate.ts';
import { BATCH_BLOCKS_MAX, countLost, findRedoneWork, type KeptWork, readKeptWork } from './kept-work.ts';

const KILLS = 100;
const CONSUMERS = SUBGRAPHS.filter((service) => service !== 'blocks');

/** `holding`: with a whole batch written and not committed; `working`: after a commit, when the next batch is under way. */
type Death = 'starting' | 'holding' | 'working';

const BACKFILL: readonly Death[] = [
  ...['starting', 'holding', 'working', 'starting', 'working', 'holding', 'starting'],
  ...['working', 'holding', 'starting', 'holding', 'working', 'starting'],
] as Death[];
const LIVE: readonly Death[] = Array.from(
  { length: Math.ceil(KILLS / SUBGRAPHS.length) - BACKFILL.length },
  (_, index) => (index % 3 === 0 ? 'starting' : 'working'),
);
/** Only lives that end `working` commit, one batch at most. */
const BACKFILL_BLOCKS = (BACKFILL.filter((death) => death === 'working').length + 2) * BATCH_BLOCKS_MAX;
/** At each start of a live indexer. */
const STEP_BLOCKS = 2;
const START_MAX_MS = 2_500;
const AFTER_COMMIT_MAX_MS = 150;

const random = new Random(20_261_120);
const tree = new BlockTree(random.branch('chain'), CHAIN_ID);
const steps = LIVE.length * SUBGRAPHS.length;
const main = chainOf(tree.extend(tree.genesis, { count: BACKFILL_BLOCKS + steps * STEP_BLOCKS, work: ORDINARY_WORK }));
const tips = Array.from({ length: steps + 1 }, (_, step) => main[BACKFILL_BLOCKS + step * STEP_BLOCKS]).flatMap(
  (block) => block ?? [],
);

let stage: Stage;
let chain: OpenChain;
let databases: Record<SubgraphName, pg.Client>;
let gates: Record<SubgraphName, CommitGate>;
let kept: Record<SubgraphName, KeptWork>;
let lives = 0;
let step = 0;

beforeAll(async () => {
  stage = await startStage(random, BATCH_BLOCKS_MAX);
  await Promise.all(CONSUMERS.map((service) => stage.process(`${service}-indexer`).kill()));
  databases = await forEach(SUBGRAPHS, async (service) => {
    const client = new pg.Client({ connectionString: stage.databases.url(service) });
    await client.connect();
    return client;
  });
  gates = await forEach(SUBGRAPHS, async (service) => new CommitGate(databases[service]));
  for (const gate of Object.values(gates)) await gate.install();
  const nodes = [{ kind: 'leading', tips: tips.map(({ hash }) => hash) } as const];
  chain = await openChain(stage, { seed: 0, tree, tips, nodes });
  await stage.process('blocks-indexer').kill();
  kept = await forEach(SUBGRAPHS, (service) => readKeptWork(databases[service]));
});

afterAll(async () => {
  await Promise.all(Object.values(databases ?? {}).map((client) => client.end()));
  await chain?.close();
  await stage?.stop();
});

async function forEach<Value>(
  services: readonly SubgraphName[],
  make: (service: SubgraphName) => Promise<Value>,
): Promise<Record<SubgraphName, Value>> {
  const entries = await Promise.all(services.map(async (service) => [service, await make(service)] as const));
  return Object.fromEntries(entries) as Record<SubgraphName, Value>;
}

async function readCursor(service: SubgraphName): Promise<number> {
  const { rows } = await databases[service].query<{ height: number }>('SELECT height FROM sync_cursor');
  return rows[0]?.height ?? -1;
}

async function liveOnce(service: SubgraphName, death: Death): Promise<KeptWork> {
  const indexer = stage.process(`${service}-indexer`);
  const before = kept[service];
  const holds = await gates[service].countHolds();
  const patience = { what: `${service} to be ${death}` };
  await indexer.start();
  if (death === 'starting') await wait(random.integer(0, START_MAX_MS));
  if (death === 'holding') await waitFor(async () => (await gates[service].countHolds()) > holds, patience);
  if (death === 'working') {
    await waitFor(async () => (await readCursor(service)) > before.cursor, patience);
    await wait(random.integer(0, AFTER_COMMIT_MAX_MS));
  }
  await indexer.kill();
  const after = await readKeptWork(databases[service]);
  expect([service, death, ...findRedoneWork(before, after)]).toEqual([service, death]);
  lives += 1;
  if (death === 'holding') expect(countLost(before, after)).toBeGreaterThan(0);
  kept[service] = after;
  return after;
}

async function backfill(service: SubgraphName): Promise<void> {
  for (const death of BACKFILL) {
    const { cursor } = kept[service];
    await gates[service].allow(death === 'working' ? Math.max(cursor, 0) + BATCH_BLOCKS_MAX : cursor);
    const after = await liveOnce(service, death);
    expect(after.cursor).toBeLessThan(BACKFILL_BLOCKS - BATCH_BLOCKS_MAX);
  }
  await gates[service].allow();
  await stage.process(`${service}-indexer`).start();
}

/** It is running before and after. */
async function followOn(service: SubgraphName): Promise<void> {
  const indexer = stage.process(`${service}-indexer`);
  await indexer.kill();
  for (const death of LIVE) {
    step += 1;
    await chain.nodes[0]?.moveTo(step);
    await liveOnce(service, death);
  }
  await indexer.start();
}

test(`${KILLS} kills at random moments of backfill and live: nothing is synced again, and nothing is wrong`, async () => {
  // All others fill in from blocks.
  await backfill('blocks');
  await waitFor(async () => (await readCursor('blocks')) === BACKFILL_BLOCKS, {
    what: 'all blocks to be followed',
  });
  await Promise.all(CONSUMERS.map(backfill));
  await waitForTip(stage, tips[0]?.hash ?? '');
  kept = await forEach(SUBGRAPHS, (service) => readKeptWork(databases[service]));
  await Promise.all(SUBGRAPHS.map(followOn));
  await waitForTip(stage, tips.at(-1)?.hash ?? '');
  expect(lives).toBeGreaterThanOrEqual(KILLS);
  for (const service of SUBGRAPHS) {
    const end = await readKeptWork(databases[service]);
    expect([service, ...findRedoneWork(kept[service], end)]).toEqual([service]);
    expect(end.cursor).toBe(tips.at(-1)?.height);
  }
  expect(await compareWithCleanSync(stage.databases, chain.recordingDir)).toEqual([]);
  expect(stage.unexpectedEnds).toEqual([]);
});
