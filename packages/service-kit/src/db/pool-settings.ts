import type { PoolSettings } from './open-pool.ts';
import type { OpenPools } from './open-pools.ts';

export interface PoolOptions {
  max?: number;
  /** Postgres cancels a statement after it. Absent: never, as an indexer needs it. */
  statementTimeoutMs?: number;
  pools?: OpenPools;
}

/** A limit above the gateway's own, for statements that no process is left to cancel. */
export const SERVING: PoolOptions = { statementTimeoutMs: 30_000 };

export const POOL_SIZE_DEFAULT = 10;
/** A silent connection counts as lost after it: a network partition must end as a failing step. */
export const ANSWER_TIMEOUT_MS = 120_000;
const ANSWER_MARGIN_MS = 5_000;
/**
 * TimeZone: Prisma's adapter drops the offsets of instants, which is right only in UTC. jit: our statements look up many keys, so that their
 * estimates are high, and compilation takes longer than they do.
 */
const SESSION = '-c TimeZone=UTC -c jit=off';

export function poolSettings({ max = POOL_SIZE_DEFAULT, statementTimeoutMs }: PoolOptions): PoolSettings {
  if (statementTimeoutMs === undefined) return { max, options: SESSION, query_timeout: ANSWER_TIMEOUT_MS };
  const options = `${SESSION} -c statement_timeout=${statementTimeoutMs}`;
  return { max, options, query_timeout: statementTimeoutMs + ANSWER_MARGIN_MS };
}
