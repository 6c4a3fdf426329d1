import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { Random } from '@ledgergraph/chain-generator/random';
import { waitFor } from '@ledgergraph/test-kit/wait-for';
import { BlockTree, ORDINARY_WORK } from '../chain/block-tree.ts';
import { chainOf } from '../chain/write-recording.ts';
import { CHAIN_ID } from '../plan/plan.ts';
import { type OpenChain, openChain } from '../seeds/open-chain.ts';
import { askStage, waitForTip } from '../stage/ask-stage.ts';
import { logFile } from '../stage/programs.ts';
import { type Stage, startStage } from '../stage/start-stage.ts';

/** A stall is three times this. */
const BLOCK_SECONDS = 2;
/** A follower that is gone is noticed after 15 s; a busy machine reports it later. */
const NOTICE_MS = 120_000;
const START = 20;

const tree = new BlockTree(new Random(2), CHAIN_ID);
const main = chainOf(tree.extend(tree.genesis, { count: START + 10, work: ORDINARY_WORK })).slice(START);
const hashAt = (tick: number): string => main[tick]?.hash ?? '';

let stage: Stage;
let chain: OpenChain;
let tick = 0;

beforeAll(async () => {
  stage = await startStage(new Random(2));
  const tips = main.map(({ hash }) => hash);
  const plan = { seed: 0, tree, tips: main, nodes: [{ kind: 'leading', tips } as const] };
  chain = await openChain(stage, plan, { blockTimeSeconds: BLOCK_SECONDS });
  await waitForTip(stage, hashAt(tick));
});

afterAll(async () => {
  for (const name of ['identities-indexer', 'blocks-indexer'] as const) stage?.process(name).thaw();
  await chain?.close();
  await stage?.stop();
});

interface Health {
  status: string;
  isHealthy: boolean;
  ready: number;
  reasons: string;
  metrics: string;
}

async function readHealth(): Promise<Health> {
  const { data } = await askStage(stage, '{ syncState { status isHealthy } }');
  const readiness = await fetch(`${stage.url('gateway')}/readyz`);
  const metrics = await (await fetch(stage.metricsUrl)).text();
  return { ...data.syncState, ready: readiness.status, reasons: await readiness.text(), metrics };
}

const moveOn = async (): Promise<void> => {
  tick += 1;
  for (const node of chain.nodes) await node.moveTo(tick);
};

async function expectStall(part: string): Promise<void> {
  const seconds = new RegExp(`ledgergraph_stalled_seconds{chain="VRSCTEST",part="${part}",role="blocks-api"} \\d`);
  const isReported = async (): Promise<Health | false> => {
    const health = await readHealth();
    return health.status === 'STALLED' && health.ready === 503 && seconds.test(health.metrics) && health;
  };
  const health = await waitFor(isReported, { what: `${part} to be reported`, timeoutMs: NOTICE_MS });
  expect(health.isHealthy).toBe(false);
  expect(health.reasons).toContain('stalled');
  expect(health.metrics).toContain('ledgergraph_chain_stalled{chain="VRSCTEST",role="blocks-api"} 1');
  const line = await waitFor(
    async () => {
      const lines = (await readFile(logFile(stage.dir, 'blocks-api'), 'utf8')).trim().split('\n');
      const stalls = lines.map((text) => JSON.parse(text)).filter(({ msg }) => String(msg).startsWith('stalled'));
      return stalls.findLast((stall) => stall.part === part);
    },
    { what: `the log to report ${part}` },
  );
  expect(line).toMatchObject({ chain: 'VRSCTEST', level: 50 });
  expect(Date.parse(line.since)).toBeLessThan(Date.now());
}

async function expectHealth(): Promise<void> {
  await waitForTip(stage, hashAt(tick));
  const isHealthy = async (): Promise<Health | false> => {
    const health = await readHealth();
    const hasRecovered = health.metrics.includes('ledgergraph_chain_stalled{chain="VRSCTEST",role="blocks-api"} 0');
    return health.status === 'LIVE' && health.isHealthy && health.ready === 200 && hasRecovered && health;
  };
  await waitFor(isHealthy, { what: 'everything to be healthy again' });
}

test('no block for a while is no stall while the node has none either', async () => {
  await expectHealth();
  await wait(4 * BLOCK_SECONDS * 1_000);
  await expectHealth();
});

test('a stuck subgraph is reported everywhere, and so is its recovery', async () => {
  stage.process('identities-indexer').freeze();
  await moveOn();
  await expectStall('identities');
  // Queries go on at the block that all have.
  expect((await askStage(stage, '{ blocks(limit: 1) { blocks { hash } } }')).data.blocks.blocks[0].hash).toBe(
    hashAt(tick - 1),
  );
  stage.process('identities-indexer').thaw();
  await expectHealth();
});

test('a block of the node that cannot be applied is a stall', async () => {
  chain.nodes[0]?.setFault({ kind: 'damaged' });
  await moveOn();
  await expectStall('blocks');
  chain.nodes[0]?.setFault(null);
  await expectHealth();
});

test('a chain of which no node answers is no more healthy than one that is stuck', async () => {
  const syncState = async () =>
    (await askStage(stage, '{ syncState { status isHealthy chainTipHeight } }')).data.syncState;
  for (const node of chain.nodes) await node.goAway();
  // Its height is unknown after ten seconds; an operator has to look after three block times.
  await waitFor(async () => (await syncState()).chainTipHeight === null, { what: 'the silence to be reported' });
  expect((await syncState()).isHealthy).toBe(false);
  await expectStall('node');
  expect((await askStage(stage, '{ blocks(limit: 1) { blocks { hash } } }')).data.blocks.blocks[0].hash).toBe(
    hashAt(tick),
  );
  for (const node of chain.nodes) await node.comeBack();
  await moveOn();
  await expectHealth();
});

test('a follower that has stopped is a stall, though it is unknown whether there are blocks', async () => {
  stage.process('blocks-indexer').freeze();
  await moveOn();
  await expectStall('follower');
  stage.process('blocks-indexer').thaw();
  await expectHealth();
});
