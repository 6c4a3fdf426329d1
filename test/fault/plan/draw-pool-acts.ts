import type { Random } from '@ledgergraph/chain-generator/random';
import type { BlockTree } from '../chain/block-tree.ts';
import type { Act } from './act.ts';
import type { NodePlan } from './draw-nodes.ts';

const NAMED_MAX = 6;
const NEXT_MAX = 8;

/** Drawn apart, so that seeds from before the mempool keep all else. */
export function addPoolActs(
  random: Random,
  acts: readonly (readonly Act[])[],
  nodes: readonly NodePlan[],
  { tree, beyond }: { tree: BlockTree; beyond: readonly string[] },
): Act[][] {
  const share = { drop: random.pick([0, 0.2, 0.5]), enter: random.pick([0.3, 0.7]), wait: random.pick([0.4, 0.8]) };
  const names = [
    ...new Set(tree.blocks.flatMap(({ transactions }) => transactions.slice(1).map(({ txid }) => txid))),
  ].sort();
  const draw = (count: number): string[] =>
    names.length === 0 ? [] : Array.from({ length: count }, () => random.pick(names));
  return acts.map((before, tick) => {
    const now = [...before];
    const add = (act: Act): void => {
      now.splice(random.integer(0, now.length), 0, act);
    };
    const node = random.integer(0, nodes.length - 1);
    if (random.chance(share.drop)) add({ kind: 'drop-pool', node });
    if (random.chance(share.enter)) {
      add({ kind: 'enter-pool', node, txids: draw(random.integer(0, NAMED_MAX)), next: random.integer(0, NEXT_MAX) });
    }
    // Otherwise blocks come before their transactions were seen.
    if (before.at(-1)?.kind === 'await-tip' && random.chance(share.wait)) now.push({ kind: 'await-pool' });
    if (tick === acts.length - 1) {
      for (const each of nodes.keys()) now.push({ kind: 'enter-pool', node: each, txids: beyond, next: 0 });
    }
    return now;
  });
}
