import { PrismaPg } from '@prisma/adapter-pg';
import { cancelStatements } from './cancel-statements.ts';
import { observeAdapter } from './observe-adapter.ts';
import { openPool, type PoolSettings } from './open-pool.ts';
import type { OpenPools } from './open-pools.ts';

export interface AdapterOptions {
  max?: number;
  /** Time after which Postgres itself cancels a statement. Absent: never, as an indexer needs it. */
  statementTimeoutMs?: number;
  /** Where the pool is noted for metrics. */
  pools?: OpenPools;
}

/** Options of a role that answers requests: a limit above the gateway's own, for statements that no process is left to cancel. */
export const SERVING: AdapterOptions = { statementTimeoutMs: 30_000 };

export const POOL_SIZE_DEFAULT = 10;
/** A connection that does not answer for this long counts as lost: a network partition must end as a failing step, not as silence. */
export const ANSWER_TIMEOUT_MS = 120_000;
/** Time beyond the server's own limit of a statement. */
const ANSWER_MARGIN_MS = 5_000;
/**
 * - TimeZone: the adapter writes instants without an offset and drops the offset of those it reads: both are right only in UTC.
 * - jit: Postgres compiles a statement whose estimate is high. Ours look up many keys one by one, so the estimate is high where
 *   they read little, and the compilation takes longer than they do.
 */
const SESSION = '-c TimeZone=UTC -c jit=off';

/** Settings of the connections of a process. */
export function poolSettings({ max = POOL_SIZE_DEFAULT, statementTimeoutMs }: AdapterOptions): PoolSettings {
  if (statementTimeoutMs === undefined) return { max, options: SESSION, query_timeout: ANSWER_TIMEOUT_MS };
  const options = `${SESSION} -c statement_timeout=${statementTimeoutMs}`;
  return { max, options, query_timeout: statementTimeoutMs + ANSWER_MARGIN_MS };
}

/** The driver adapter every service's Prisma client runs on. A statement is cancelled when the deadline of its request is over. */
export function createAdapter(databaseUrl: string, options: AdapterOptions = {}): PrismaPg {
  return new ObservedPg(databaseUrl, poolSettings(options), options.pools);
}

/** Connections that metrics and traces can see. */
class ObservedPg extends PrismaPg {
  readonly #open: () => ReturnType<typeof openPool>;
  readonly #pools: OpenPools | undefined;

  constructor(databaseUrl: string, settings: PoolSettings, pools: OpenPools | undefined) {
    super({});
    this.#pools = pools;
    this.#open = () => openPool(databaseUrl, settings);
  }

  override async connect(): ReturnType<PrismaPg['connect']> {
    const pool = this.#open();
    const adapter = await new PrismaPg(pool).connect();
    adapter.dispose = () => pool.end();
    cancelStatements(pool);
    observeAdapter(adapter, pool, this.#pools);
    return adapter;
  }
}
