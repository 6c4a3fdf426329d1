import type { Random } from '@ledgergraph/chain-generator/random';
import type { Fault } from '@ledgergraph/recorded-node/fault';
import { FIRST_SUBGRAPHS, LATER_SUBGRAPHS, type ProcessName } from '../stage/programs.ts';
import type { Act } from './act.ts';
import type { NodePlan } from './draw-nodes.ts';

const RPC_FAULTS: readonly Fault['kind'][] = [
  ...(['warming-up', 'work-queue-full', 'reset', 'truncated', 'malformed', 'damaged', 'rpc-error', 'silent'] as const),
];
const INDEXERS: readonly ProcessName[] = FIRST_SUBGRAPHS.map((service) => `${service}-indexer` as const);
const OTHERS: readonly ProcessName[] = [
  ...FIRST_SUBGRAPHS.map((service) => `${service}-api` as const),
  'gateway',
  'accounts-api',
];
const LATER: readonly ProcessName[] = LATER_SUBGRAPHS.flatMap(
  (service) => [`${service}-indexer`, `${service}-api`] as const,
);

/** A seed keeps to few kinds of trouble, so that each occurs in many mixtures. */
export function drawActs(random: Random, ticks: number, nodes: readonly NodePlan[]): Act[][] {
  const share = {
    rpc: random.pick([0, 0.3, 0.7]),
    nodes: nodes.length > 1 ? random.pick([0, 0.3]) : random.pick([0, 0.15]),
    kill: random.pick([0, 0.2, 0.4]),
    freeze: random.pick([0, 0, 0.15]),
    database: random.pick([0, 0, 0.12, 0.25]),
    broker: random.pick([0, 0.3]),
    wait: random.pick([0.3, 0.6, 0.9]),
  };
  // Apart, so that seeds from before webhooks keep their draws.
  const webhooks = random.branch('webhooks');
  const later = random.branch('later-subgraphs');
  const acts = Array.from({ length: ticks }, (): Act[] => {
    const now: Act[] = [];
    if (random.chance(share.broker)) now.push(drawBroker(random));
    if (random.chance(share.rpc)) now.push(drawRpc(random, random.integer(0, nodes.length - 1)));
    if (random.chance(share.nodes)) {
      const node = random.integer(0, nodes.length - 1);
      now.push({ kind: 'stop-node', node }, { kind: 'pause', ms: random.integer(0, 800) });
      if (random.chance(0.7)) now.push({ kind: 'start-node', node });
    }
    now.push({ kind: 'pause', ms: random.integer(0, 150) });
    if (random.chance(share.kill)) now.push(drawKillOf(random, random.chance(0.6) ? INDEXERS : OTHERS));
    if (webhooks.chance(share.kill / 2)) {
      now.push({ kind: 'kill', process: 'webhooks-api', downMs: webhooks.integer(0, 500) });
    }
    if (later.chance(share.kill / 2)) now.push(drawKillOf(later, LATER));
    if (random.chance(share.freeze)) now.push(drawFreezeOf(random, [...INDEXERS, ...OTHERS]));
    if (later.chance(share.freeze / 2)) now.push(drawFreezeOf(later, LATER));
    if (random.chance(share.database)) now.push({ kind: 'database', how: random.pick(['cut', 'restart', 'kill']) });
    now.push(random.chance(share.wait) ? { kind: 'await-tip' } : { kind: 'pause', ms: random.integer(0, 400) });
    return now;
  });
  // Otherwise it falls into the start and the backfill.
  if (random.branch('start').chance(0.75)) acts[0] = [{ kind: 'await-tip' }, ...(acts[0] ?? [])];
  return acts;
}

function drawKillOf(random: Random, processes: readonly ProcessName[]): Act {
  return { kind: 'kill', process: random.pick(processes), downMs: random.pick([0, 0, random.integer(0, 1_000)]) };
}

function drawFreezeOf(random: Random, processes: readonly ProcessName[]): Act {
  return { kind: 'freeze', process: random.pick(processes), ms: random.integer(100, 1_500) };
}

function drawRpc(random: Random, node: number): Act {
  if (random.chance(0.15)) return { kind: 'latency', node, ms: random.integer(5, 300) };
  return { kind: 'rpc-fault', node, fault: { kind: random.pick(RPC_FAULTS), times: random.integer(1, 6) } };
}

function drawBroker(random: Random): Act {
  const kind = random.fraction();
  if (kind < 0.2) return { kind: 'wipe-broker' };
  if (kind < 0.4) return { kind: 'cut-broker' };
  if (kind < 0.5) return { kind: 'messages', faults: { lost: 1, repeated: 0, late: 0 } };
  const chance = (): number => random.pick([0, 0.2, 0.5]);
  return { kind: 'messages', faults: { lost: chance(), repeated: chance(), late: chance() } };
}
