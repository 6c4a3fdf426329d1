import type { Random } from '@ledgergraph/chain-generator/random';
import { FIRST_SUBGRAPHS, LATER_SUBGRAPHS, type SubgraphName } from '../stage/programs.ts';
import type { Act } from './act.ts';

/** From the last commit that a replica receives to its promotion. */
const LAGS = [0, 1, 1, 1, 2, 4];

/** Drawn apart, so that seeds from before it keep all else. */
export function addRewinds(random: Random, acts: readonly (readonly Act[])[]): Act[][] {
  const now = acts.map((each) => [...each]);
  const rewinds = random.pick([0, 1, 1, 2, 3]);
  addRewindsOf(FIRST_SUBGRAPHS, rewinds, random, now);
  const later = random.branch('later-subgraphs');
  addRewindsOf(LATER_SUBGRAPHS, later.pick([0, 0, 1]), later, now);
  return now;
}

function addRewindsOf(services: readonly SubgraphName[], count: number, random: Random, acts: readonly Act[][]): void {
  const rewound = new Set<SubgraphName>();
  for (let left = count; left > 0; left -= 1) {
    const service = random.pick(services);
    const cut = random.integer(0, acts.length - 1);
    const promoted = Math.min(cut + random.pick(LAGS), acts.length - 1);
    const [before = [], after = []] = [acts[cut], acts[promoted]];
    if (rewound.has(service)) continue;
    rewound.add(service);
    // Nodes have moved at the start of a tick, and perhaps reorganised.
    const at = random.chance(0.6) ? 0 : random.integer(0, before.length);
    before.splice(at, 0, { kind: 'cut-replica', service });
    const from = promoted === cut ? at + 1 : 0;
    after.splice(random.chance(0.5) && promoted > cut ? from : random.integer(from, after.length), 0, {
      kind: 'promote-replica',
      service,
    });
  }
}
