export interface PoolState {
  readonly totalCount: number;
  readonly idleCount: number;
  readonly waitingCount: number;
}

/** The pools that one role has open: the code that makes a client does not know the code that measures it. */
export class OpenPools {
  readonly #pools = new Set<PoolState>();

  note(pool: PoolState): () => void {
    this.#pools.add(pool);
    return () => this.#pools.delete(pool);
  }

  list(): PoolState[] {
    return [...this.#pools];
  }
}
