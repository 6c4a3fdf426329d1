/** The last branches before a failover, and blocks that streams stand on. */
const WAITING_MAX = 40;
/** Bounds the calls that a flood of unknown hashes costs. */
const LOOK_MAX = 10;
/** A block that the node did not give is not asked for again within this time. */
const REFUSED_MS = 10_000;
const REFUSED_MAX = 1_000;

/** Hashes of blocks that somebody stands on and that our database may have lost. */
export class MissedBlocks {
  readonly #waiting = new Set<string>();
  readonly #refusedUntil = new Map<string, number>();

  /** The first ones wait where there are too many; a missed block is noted again. @param hash 64 hex digits */
  note(hash: string): void {
    const isRefused = (this.#refusedUntil.get(hash) ?? 0) > performance.now();
    if (!isRefused && this.#waiting.size < WAITING_MAX) this.#waiting.add(hash);
  }

  list(): readonly string[] {
    return [...this.#waiting].slice(0, LOOK_MAX);
  }

  settle(hash: string, isOurs: boolean): void {
    this.#waiting.delete(hash);
    this.#refusedUntil.delete(hash);
    if (isOurs) return;
    this.#refusedUntil.set(hash, performance.now() + REFUSED_MS);
    const [oldest] = this.#refusedUntil.keys();
    if (this.#refusedUntil.size > REFUSED_MAX && oldest !== undefined) this.#refusedUntil.delete(oldest);
  }
}
