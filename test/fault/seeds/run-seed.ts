import { Random } from '@ledgergraph/chain-generator/random';
import { describeCauses } from '@ledgergraph/service-kit/describe-causes';
import { waitFor, waitUntilOk } from '@ledgergraph/test-kit/wait-for';
import type { TreeBlock } from '../chain/block-tree.ts';
import { chainOf } from '../chain/write-recording.ts';
import { compareWithCleanSync } from '../checks/compare-with-clean-sync.ts';
import { EventWatcher } from '../checks/event-watcher.ts';
import { PoolWatcher } from '../checks/pool-watcher.ts';
import { checkQuietPool } from '../checks/quiet-pool.ts';
import { type Sightings, Watcher } from '../checks/watcher.ts';
import { WebhookWatcher } from '../checks/webhook-watcher.ts';
import type { FaultNode } from '../nodes/fault-node.ts';
import { describeAct } from '../plan/act.ts';
import { makePlan, type Plan, type Seed } from '../plan/plan.ts';
import { keepCopy, lostDatabase, restoreCopy } from '../stage/database-copies.ts';
import { type ProcessName, SUBGRAPHS } from '../stage/programs.ts';
import type { Stage } from '../stage/start-stage.ts';
import { type OpenChain, openChain } from './open-chain.ts';
import { performAct, type Scene } from './perform-act.ts';

export interface SeedOutcome {
  seed: number;
  violations: string[];
  /** By tick. */
  story: string[];
  figures: {
    blocks: number;
    reorganisations: number;
    depthMax: number;
    kills: number;
    answers: number;
    blocksRead: number;
    streams: number;
    repeats: number;
    /** While faults ran, and at the end. */
    pendingSeen: number;
    pendingLast: number;
    states: ReadonlyMap<string, number>;
    /** From the end of the faults to the network's tip. */
    settleMs: number;
    totalMs: number;
  };
}

const SETTLE_TIMEOUT_MS = 180_000;
const INDEXERS: readonly ProcessName[] = SUBGRAPHS.map((service) => `${service}-indexer` as const);

export async function runSeed(stage: Stage, drawn: Seed): Promise<SeedOutcome> {
  const startedAt = performance.now();
  const { seed } = drawn;
  const plan = makePlan(drawn);
  const chain = await openChain(stage, plan);
  const watcher = new Watcher(stage, plan.tree);
  const events = new EventWatcher(stage, plan.tree);
  const webhook = new WebhookWatcher(stage, new Random(seed).branch('receiver'));
  const pool = new PoolWatcher(stage, plan.tree, new Random(seed).branch('states'));
  const violations: string[] = [];
  const story: string[] = [];
  let settleMs = Number.NaN;
  let pendingLast = Number.NaN;
  let sightings: Sightings | undefined;
  stage.unexpectedEnds.length = 0;
  try {
    watcher.start();
    events.start();
    pool.start();
    await webhook.start();
    await play(stage, plan, chain, { watcher, pool }, story);
    const faultsEndedAt = performance.now();
    await settle(stage, plan, chain.nodes, watcher);
    settleMs = performance.now() - faultsEndedAt;
    sightings = await watcher.stop();
    const tip = plan.tips.at(-1) as TreeBlock;
    violations.push(...(await events.check(tip)), ...(await webhook.check(tip)));
    await events.stop();
    const quiet = await checkQuietPool(stage, chain.nodes);
    pendingLast = quiet.pending;
    violations.push(...quiet.violations);
    await pool.stop();
    violations.push(...(await compareWithCleanSync(stage.databases, chain.recordingDir)));
  } catch (error) {
    violations.push(describeCauses(error));
  } finally {
    sightings ??= await watcher.stop();
    // A failed one leaves the others to be stopped.
    for (const part of [events, pool, webhook]) {
      await part.stop().catch((error: unknown) => violations.push(`at the end: ${describeCauses(error)}`));
    }
    await chain.close();
  }
  violations.push(...sightings.violations, ...pool.violations, ...stage.unexpectedEnds);
  return {
    seed,
    violations,
    story,
    figures: {
      ...measure(plan),
      answers: sightings.answers,
      blocksRead: sightings.blocks.size,
      streams: events.opened,
      repeats: webhook.repeats,
      pendingSeen: pool.seen,
      pendingLast,
      states: pool.states,
      settleMs,
      totalMs: performance.now() - startedAt,
    },
  };
}

async function play(
  stage: Stage,
  plan: Plan,
  chain: OpenChain,
  { watcher, pool }: { watcher: Watcher; pool: PoolWatcher },
  story: string[],
): Promise<void> {
  const later: Promise<void>[] = [];
  for (const [tick, tip] of plan.tips.entries()) {
    watcher.noteServed(chainOf(tip).map(({ hash }) => hash));
    await Promise.all(chain.nodes.map((node) => node.moveTo(tick)));
    story.push(`tick ${tick}: the network is at ${tip.height} ${tip.hash.slice(0, 8)}`);
    const scene: Scene = {
      stage,
      nodes: chain.nodes,
      isAtTip: () => watcher.lastBlockHash === tip.hash,
      isPoolRead: () => pool.readTipHash === tip.hash,
      ...rewinding(stage, watcher, pool, (line) => story.push(line)),
      later,
    };
    for (const act of plan.acts[tick] ?? []) {
      story.push(`  ${describeAct(act)}`);
      await performAct(act, scene);
    }
  }
  await Promise.all(later);
}

/** Checks hear of what was true before. */
function rewinding(
  stage: Stage,
  watcher: Watcher,
  pool: PoolWatcher,
  note: (line: string) => void,
): Pick<Scene, 'cutReplica' | 'promoteReplica'> {
  return {
    cutReplica: async (service) => {
      await keepCopy(stage.databases, service);
      if (service === 'blocks') pool.noteCut();
    },
    promoteReplica: async (service) => {
      watcher.noteRewind(service);
      const restore = () => restoreCopy(stage.databases, service);
      await (service === 'blocks' ? pool.watchRewind(restore) : restore());
      const [before, after] = [await countApplied(stage, lostDatabase(service)), await countApplied(stage, service)];
      note(`    ${service} lost ${before - after} of ${before} blocks`);
    },
  };
}

async function countApplied({ databases }: Stage, name: string): Promise<number> {
  const [row] = await databases.query<{ count: number }>(
    name,
    'SELECT (SELECT count(*)::int FROM applied_block) + (SELECT count(*)::int FROM removed_block) AS count',
  );
  return row?.count ?? 0;
}

/** @throws Error when it does not come to the network's tip by itself */
async function settle(stage: Stage, plan: Plan, nodes: readonly FaultNode[], watcher: Watcher): Promise<void> {
  stage.messages.setFaults(null);
  for (const [index, node] of nodes.entries()) {
    // Only leading nodes have to come back.
    if (plan.nodes[index]?.kind === 'leading') await node.comeBack();
    node.setFault(null);
    node.setLatency(0);
  }
  const tip = plan.tips.at(-1);
  await waitFor(() => watcher.lastBlockHash === tip?.hash && watcher.isWhole && watcher.lastStatus === 'LIVE', {
    what: `queries to be answered at the network's tip, ${tip?.height} ${tip?.hash}`,
    timeoutMs: SETTLE_TIMEOUT_MS,
  });
  for (const name of [...INDEXERS, 'gateway'] as const) {
    await waitUntilOk(`${stage.url(name)}/readyz`, { what: `${name} to be ready` });
  }
}

function measure({ tree, tips, acts }: Plan): {
  blocks: number;
  reorganisations: number;
  depthMax: number;
  kills: number;
} {
  const depths = tips.slice(1).map((tip, index) => depthBetween(tips[index] ?? tip, tip));
  return {
    blocks: tree.blocks.length,
    reorganisations: depths.filter((depth) => depth > 0).length,
    depthMax: Math.max(0, ...depths),
    kills: acts.flat().filter(({ kind }) => kind === 'kill').length,
  };
}

function depthBetween(left: TreeBlock, right: TreeBlock): number {
  const kept = new Set(chainOf(right).map(({ hash }) => hash));
  return chainOf(left).filter(({ hash }) => !kept.has(hash)).length;
}
