/** What metrics read of a connection pool. */
export interface PoolState {
  readonly totalCount: number;
  readonly idleCount: number;
  readonly waitingCount: number;
}

// Of the process, as its metrics are: who makes a client knows nothing of who measures it.
const pools = new Set<PoolState>();

/** @returns how to say that it is closed */
export function notePool(pool: PoolState): () => void {
  pools.add(pool);
  return () => pools.delete(pool);
}

/** The pools that are open in this process. */
export function listPools(): PoolState[] {
  return [...pools];
}
