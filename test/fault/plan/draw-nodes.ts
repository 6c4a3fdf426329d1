import type { Random } from '@ledgergraph/generators/random';
import type { TreeBlock } from '../chain/build-block.ts';

/** Behaviour of a node of the network. */
export type NodeKind = 'leading' | 'lagging' | 'forked' | 'foreign';

export interface NodePlan {
  kind: NodeKind;
  /** Hash of its tip at each tick. A foreign one serves another chain, and these do not matter. */
  tips: readonly string[];
}

/** The first node always goes with the network; where it stands in networks.yaml is drawn too. */
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
    // It stays where it was when the network went on: on a branch that loses, if there was a reorganisation.
    const stays = random.integer(0, last);
    const rejoins = random.integer(stays, last + 3);
    return { kind, tips: tips.map((_, tick) => at(tick < stays || tick >= rejoins ? tick : stays)) };
  }
  return { kind, tips: tips.map(({ hash }) => hash) };
}
