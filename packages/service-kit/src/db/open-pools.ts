/** Figures of a connection pool that metrics read. */
export interface PoolState {
  readonly totalCount: number;
  readonly idleCount: number;
  readonly waitingCount: number;
}

// One list per process, as for its metrics: the code that makes a client does not know the code that measures it.
const pools = new Set<PoolState>();

/** @returns a function that removes the closed pool */
export function notePool(pool: PoolState): () => void {
  pools.add(pool);
  return () => pools.delete(pool);
}

/** The pools that are open in this process. */
export function listPools(): PoolState[] {
  return [...pools];
}
