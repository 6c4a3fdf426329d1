/** Blocks that wait to be looked for: the branches of the last moments before a failover, and what streams stand on. */
const WAITING_MAX = 40;
/** One look takes so many of them, so that a flood of hashes that no node knows costs the node few calls. */
const LOOK_MAX = 10;
/** A block that the node did not give is not asked for again for so long. */
const REFUSED_MS = 10_000;
/** Refused blocks that are remembered: those looked for in that time where ten looks come each second. */
const REFUSED_MAX = 1_000;

/** Blocks of a chain, by their hashes, that somebody stands on and that our database may have lost. */
export class MissedBlocks {
  readonly #waiting = new Set<string>();
  /** When each may be asked for again, the earliest first. */
  readonly #refusedUntil = new Map<string, number>();

  /** The first ones wait where there are too many. Whoever still misses a block notes it again. @param hash 64 hex digits */
  note(hash: string): void {
    const isRefused = (this.#refusedUntil.get(hash) ?? 0) > performance.now();
    if (!isRefused && this.#waiting.size < WAITING_MAX) this.#waiting.add(hash);
  }

  list(): readonly string[] {
    return [...this.#waiting].slice(0, LOOK_MAX);
  }

  /** The block was looked for. @param isOurs false: the node did not give it */
  settle(hash: string, isOurs: boolean): void {
    this.#waiting.delete(hash);
    this.#refusedUntil.delete(hash);
    if (isOurs) return;
    this.#refusedUntil.set(hash, performance.now() + REFUSED_MS);
    const [oldest] = this.#refusedUntil.keys();
    if (this.#refusedUntil.size > REFUSED_MAX && oldest !== undefined) this.#refusedUntil.delete(oldest);
  }
}
