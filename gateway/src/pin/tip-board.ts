import type { EnvironmentName } from '@ledgergraph/graph-kit/network';
import type { Tip } from './tip.ts';

/** Heights of which we remember the hash we have pinned: more than any reorganisation the protocol accepts. */
const REMEMBERED_HEIGHTS = 200;

interface ChainTips {
  tip: Tip;
  learnedAt: number;
  /** The main chain or a subgraph does not hold this pin any more: the next tip we learn replaces it, whatever its height. */
  lost: boolean;
  /** Hash by height of the tips before, oldest first. */
  seen: Map<number, string>;
}

/**
 * The tip of each chain as this gateway pins it.
 * A pin never goes back except by a reorganisation: a lower tip counts only when its hash contradicts what was pinned at
 * that height before, when the main chain has left the pin or a subgraph has lost it, or when final blocks were replaced since. Everything else that is lower is a late or lagging answer.
 * The serial of the mempool goes with the pin and changes between blocks: that is no move of the tip.
 */
export class TipBoard {
  readonly #chains = new Map<string, ChainTips>();
  /** By environment, until something is learned. */
  readonly #pins = new Map<EnvironmentName, readonly Tip[]>();
  #clock = 0;

  /** A mark to hand to `learn` with an answer that was asked for now. */
  now(): number {
    return this.#clock;
  }

  /** @param askedAt mark of the time when the source was read; facts learned after that mark are newer and stay */
  learn(tip: Tip, askedAt: number = this.#clock): void {
    this.#pins.clear();
    const known = this.#chains.get(tip.chainId);
    if (known === undefined) {
      this.#chains.set(tip.chainId, {
        tip,
        learnedAt: ++this.#clock,
        lost: false,
        seen: new Map([[tip.height, tip.hash]]),
      });
      return;
    }
    if (askedAt < known.learnedAt) return;
    if (isBehind(tip, known)) {
      known.tip = { ...known.tip, status: tip.status, isDefault: tip.isDefault, poolSerial: newerSerial(tip, known) };
      return;
    }
    known.tip = { ...tip, poolSerial: newerSerial(tip, known) };
    known.learnedAt = ++this.#clock;
    known.lost = false;
    remember(known.seen, tip);
  }

  /** A whole list: chains that are not in it are no longer followed. @param unread ids of chains whose tips cannot be read; the known ones stay */
  learnAll(tips: readonly Tip[], askedAt: number, unread: readonly string[] = []): void {
    for (const tip of tips) this.learn(tip, askedAt);
    this.#pins.clear();
    const listed = new Set([...tips.map((tip) => tip.chainId), ...unread]);
    for (const [chainId, known] of this.#chains) {
      if (!listed.has(chainId) && known.learnedAt <= askedAt) this.#chains.delete(chainId);
    }
  }

  /** A subgraph does not hold this pin (any more), or the main chain has left it. */
  reportLost(pin: Pick<Tip, 'chainId' | 'hash'>): void {
    const known = this.#chains.get(pin.chainId);
    if (known?.tip.hash === pin.hash) known.lost = true;
  }

  /** The environment's pins, its default network first: the same list until one of them changes. */
  pins(environment: EnvironmentName): readonly Tip[] {
    const known = this.#pins.get(environment);
    if (known !== undefined) return known;
    const pins = this.tips()
      .filter((tip) => tip.environment === environment)
      .sort((a, b) => Number(b.isDefault) - Number(a.isDefault) || (a.chainId < b.chainId ? -1 : 1));
    this.#pins.set(environment, pins);
    return pins;
  }

  tips(): Tip[] {
    return Array.from(this.#chains.values(), ({ tip }) => tip);
  }
}

function isBehind(tip: Tip, known: ChainTips): boolean {
  if (known.lost || tip.height >= known.tip.height) return false;
  if (tip.lastFinalityBreak > known.tip.lastFinalityBreak) return false;
  const pinnedThere = known.seen.get(tip.height);
  return pinnedThere === undefined || pinnedThere === tip.hash;
}

/** Serials only grow, but for a database that was made again: then the pins are lost too. */
function newerSerial({ poolSerial: learned }: Tip, { tip: { poolSerial: known }, lost }: ChainTips): bigint | null {
  if (lost || known === null) return learned;
  return learned === null || learned < known ? known : learned;
}

function remember(seen: Map<number, string>, tip: Tip): void {
  // Whatever stood at or above this height belongs to a branch that is no longer ours.
  for (const height of seen.keys()) if (height >= tip.height) seen.delete(height);
  seen.set(tip.height, tip.hash);
  for (const height of seen.keys()) {
    if (seen.size <= REMEMBERED_HEIGHTS) break;
    seen.delete(height);
  }
}
