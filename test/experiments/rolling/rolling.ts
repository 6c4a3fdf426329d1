import { setTimeout as wait } from 'node:timers/promises';
import { Random } from '@ledgergraph/chain-generator/random';
import { waitFor, waitUntilOk } from '@ledgergraph/test-kit/wait-for';
import { BlockTree, ORDINARY_WORK, type TreeBlock } from '../../fault/chain/block-tree.ts';
import { WebhookWatcher } from '../../fault/checks/webhook-watcher.ts';
import { CHAIN_ID } from '../../fault/plan/plan.ts';
import { PrintedClient, writePrintedClient } from '../../fault/resume/printed-client.ts';
import { type OpenChain, openChain } from '../../fault/seeds/open-chain.ts';
import { type Experiment, type ExperimentContext, type Findings, readCount } from '../experiment.ts';
import { type Installation, makeFolder, openInstallation } from './installation.ts';
import { judgeStreams, subscriptionsTo } from './judge-streams.ts';
import { Load } from './load.ts';
import { describePhase, type PhaseCounts, Phases, restart, waitUntilUsed } from './phases.ts';

const START = 20;
const REORGANISED_EVERY = 5;
const DEPTHS = [1, 3, 2];
const TRANSPORTS = ['sse', 'sse', 'ws', 'ws', 'apollo'] as const;
const OWNERS = 3;
const SETTLE_MS = 5_000;
/** The supervisor starts a killed process again after it. */
const AWAY_MS = 3_000;

/** Restarts and kills of gateways, apis, indexers and NATS servers, under load. */
export const rolling: Experiment = {
  summary:
    'three gateways behind HAProxy and three NATS servers: rolling restarts and kills under load, everything counted',
  packages: ['haproxy', 'nats-server'],
  run,
};

async function run({ cleanup, settings, progress }: ExperimentContext): Promise<Findings> {
  const perSecond = readCount(settings, 'rate', 20);
  const blockMs = readCount(settings, 'block-ms', 1_000);
  const tree = new BlockTree(new Random(29), CHAIN_ID);
  const tips = drawTips(tree, readCount(settings, 'tips', 900));
  progress('starting the installation');
  const installation = await openInstallation(cleanup);
  const { stage, url } = installation;
  const chain = await followChain(installation, tree, tips, cleanup);
  progress('the gateways are ready');
  const webhook = new WebhookWatcher(stage, new Random(29), 0);
  cleanup.defer(() => webhook.stop());
  await webhook.start();
  const clients = await openClients(installation, tree, cleanup);
  const load = new Load(url, stage.key, tree);
  cleanup.defer(() => load.stop());
  let tick = 0;
  const grow = async (): Promise<void> => {
    if (tick === tips.length - 1) return;
    tick += 1;
    await chain.nodes[0]?.moveTo(tick);
  };
  await waitForEvents(clients, grow);
  load.start(perSecond);
  const growing = setInterval(() => void grow(), blockMs);
  const phases = new Phases(load, clients, settings.get('phases') ?? '', progress);
  try {
    await play(installation, phases, progress);
  } finally {
    clearInterval(growing);
  }
  await load.stop();
  const tip = tips[tick] as TreeBlock;
  const streams = await judgeStreams(installation, clients, tip);
  const webhookFaults = await webhook.check(tip);
  const violations = [
    ...phases.done.flatMap(findViolations),
    ...streams.violations,
    ...webhookFaults,
    ...stage.unexpectedEnds,
  ];
  const asked = `${perSecond} queries/s that all four subgraphs answer, half of them on new connections; a block each ${blockMs} ms, every fifth tip a reorganisation`;
  const deliveries = `webhook of all blocks: ${webhookFaults.length} faults, ${webhook.repeats} deliveries came again`;
  return { facts: [asked, ...phases.done.map(describePhase), streams.fact, deliveries], violations };
}

async function followChain(
  { stage, gateways, apis, statusUrl }: Installation,
  tree: BlockTree,
  tips: TreeBlock[],
  cleanup: AsyncDisposableStack,
): Promise<OpenChain> {
  const nodes = [{ kind: 'leading', tips: tips.map(({ hash }) => hash) } as const];
  const chain = await openChain(stage, { seed: 0, tree, tips, nodes });
  cleanup.defer(() => chain.close());
  for (const gateway of gateways) await waitUntilOk(`${gateway.url}/readyz`, { what: 'gateways', timeoutMs: 180_000 });
  for (const { name } of [...gateways, ...apis]) await waitUntilUsed(statusUrl, name);
  return chain;
}

async function openClients(
  { stage, url }: Installation,
  tree: BlockTree,
  cleanup: AsyncDisposableStack,
): Promise<PrintedClient[]> {
  const folder = await makeFolder(cleanup);
  await writePrintedClient(folder);
  const subscriptions = subscriptionsTo(tree.owners.slice(0, OWNERS));
  const clients = TRANSPORTS.map(
    (transport) => new PrintedClient({ folder, transport, url, key: stage.key, subscriptions }),
  );
  cleanup.defer(async () => void (await Promise.all(clients.map((client) => client.stop()))));
  return clients;
}

/** A client has its first positions when it has an event of each kind. */
async function waitForEvents(clients: readonly PrintedClient[], grow: () => Promise<void>): Promise<void> {
  await waitFor(
    async () => {
      await grow();
      await wait(SETTLE_MS);
      return clients.every(({ events }) => events.size === 2);
    },
    { what: 'events at every client', timeoutMs: 180_000 },
  );
}

/** A request of a killed gateway cannot be saved, for it may have been carried out. All else is a violation. */
function findViolations({ name, failed, wrong }: PhaseCounts): string[] {
  const failures = name.startsWith('kill -9 of a gateway') ? {} : failed;
  return [
    ...Object.entries(failures).map(([fault, count]) => `${name}: ${count} requests failed: ${fault}`),
    ...wrong.slice(0, 3).map((fault) => `${name}: ${fault}`),
  ];
}

async function play(
  { gateways, apis, indexers, nats, statusUrl }: Installation,
  phases: Phases,
  progress: ExperimentContext['progress'],
): Promise<void> {
  await phases.run('nothing', () => wait(20_000));
  await phases.run('restart of three gateways, one after another', async () => {
    for (const gateway of gateways) await restart(gateway, statusUrl, progress);
  });
  await phases.run('restart of twelve apis, one after another', async () => {
    for (const api of apis) await restart(api, statusUrl, progress);
  });
  await phases.run('restart of four indexers, one after another', async () => {
    for (const indexer of indexers) await restart(indexer, statusUrl, progress);
  });
  await phases.run('kill of a NATS server, each of the three in turn', async () => {
    for (const index of [0, 1, 2]) {
      await nats.kill(index);
      await wait(AWAY_MS);
      nats.start(index);
      await wait(SETTLE_MS);
    }
  });
  await phases.run('kill -9 of a gateway, each of the three in turn', async () => {
    for (const { name, process, url } of gateways) {
      await process.kill();
      await wait(AWAY_MS);
      await process.start();
      await waitUntilOk(`${url}/readyz`, { what: `${name} to be ready`, timeoutMs: 120_000 });
      await waitUntilUsed(statusUrl, name);
    }
  });
}

function drawTips(tree: BlockTree, count: number): TreeBlock[] {
  const all = [tree.extend(tree.genesis, { count: START, work: ORDINARY_WORK })];
  while (all.length < count) {
    const depth = all.length % REORGANISED_EVERY === 0 ? (DEPTHS[all.length % DEPTHS.length] ?? 1) : 0;
    let base = all.at(-1) as TreeBlock;
    for (let left = depth; left > 0; left -= 1) base = base.parent ?? base;
    all.push(tree.extend(base, { count: depth + 1, work: ORDINARY_WORK }));
  }
  return all;
}
