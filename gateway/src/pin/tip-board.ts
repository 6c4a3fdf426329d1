import type { EnvironmentName } from '@ledgergraph/graph-kit/network';
import type { Tip } from './tip.ts';

/** Heights whose pinned hash is remembered: more than any reorganisation that the protocol accepts. */
const REMEMBERED_HEIGHTS = 200;

interface ChainTips {
  tip: Tip;
  learnedAt: number;
  /** The main chain or a subgraph no longer holds this pin: the next tip replaces it, whatever its height. */
  lost: boolean;
  /** Earlier tips by height, oldest first. */
  seen: Map<number, string>;
}

/**
 * The tip of each chain as this gateway pins it. A pin goes back only by a reorganisation: a lower tip counts when its hash contradicts
 * the pinned one at that height, when the main chain has left the pin or a subgraph has lost it, or when final blocks were replaced.
 * Every other lower tip is a late answer. The mempool's serial goes with the pin and changes between blocks, which is no move of the
 * tip.
 */
export class TipBoard {
  readonly #chains = new Map<string, ChainTips>();
  /** Absent until something is learned. */
  readonly #pins = new Map<EnvironmentName, readonly Tip[]>();
  #clock = 0;

  /** A mark for `learn`, taken when a source is asked. */
  now(): number {
    return this.#clock;
  }

  /** @param askedAt mark of the question; facts that were learned after it stay */
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

  /**
   * Chains that are not in the list are no longer followed.
   * @param unread ids of chains whose tips cannot be read now; the known ones stay
   */
  learnAll(tips: readonly Tip[], askedAt: number, unread: readonly string[] = []): void {
    for (const tip of tips) this.learn(tip, askedAt);
    this.#pins.clear();
    const listed = new Set([...tips.map((tip) => tip.chainId), ...unread]);
    for (const [chainId, known] of this.#chains) {
      if (!listed.has(chainId) && known.learnedAt <= askedAt) this.#chains.delete(chainId);
    }
  }

  /** A subgraph does not hold this pin, or the main chain has left it. */
  reportLost(pin: Pick<Tip, 'chainId' | 'hash'>): void {
    const known = this.#chains.get(pin.chainId);
    if (known?.tip.hash === pin.hash) known.lost = true;
  }

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

/** Serials only grow, except where a database was made again: then the pins are lost too. */
function newerSerial({ poolSerial: learned }: Tip, { tip: { poolSerial: known }, lost }: ChainTips): bigint | null {
  if (lost || known === null) return learned;
  return learned === null || learned < known ? known : learned;
}

function remember(seen: Map<number, string>, tip: Tip): void {
  // At and above this height was a branch that has left.
  for (const height of seen.keys()) if (height >= tip.height) seen.delete(height);
  seen.set(tip.height, tip.hash);
  for (const height of seen.keys()) {
    if (seen.size <= REMEMBERED_HEIGHTS) break;
    seen.delete(height);
  }
}
