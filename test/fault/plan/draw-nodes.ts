import type { Random } from '@ledgergraph/chain-generator/random';
import type { TreeBlock } from '../chain/block-tree.ts';

export type NodeKind = 'leading' | 'lagging' | 'forked' | 'foreign';

export interface NodePlan {
  kind: NodeKind;
  /** By tick; without meaning for a foreign node. */
  tips: readonly string[];
}

/** The first always goes with the network; its place in networks.yaml is drawn. */
export function drawNodes(random: Random, tips: readonly TreeBlock[], count: number): NodePlan[] {
  const leading: NodePlan = { kind: 'leading', tips: tips.map(({ hash }) => hash) };
  const others = Array.from({ length: count - 1 }, () => drawOther(random, tips));
  return random.chance(0.5) ? [leading, ...others] : [...others, leading];
}

function drawOther(random: Random, tips: readonly TreeBlock[]): NodePlan {
  const kind = random.pick(['leading', 'lagging', 'lagging', 'forked', 'forked', 'foreign'] as const);
  const last = tips.length - 1;
  const at = (tick: number): string => tips[Math.max(0, Math.min(tick, last))]?.hash ?? '';
  if (kind === 'lagging') {
    const lag = random.integer(1, 4);
    const recovers = random.chance(0.5);
    return { kind, tips: tips.map((_, tick) => (recovers && tick === last ? at(last) : at(tick - lag))) };
  }
  if (kind === 'forked') {
    // It stays behind when the network goes on.
    const stays = random.integer(0, last);
    const rejoins = random.integer(stays, last + 3);
    return { kind, tips: tips.map((_, tick) => at(tick < stays || tick >= rejoins ? tick : stays)) };
  }
  return { kind, tips: tips.map(({ hash }) => hash) };
}
