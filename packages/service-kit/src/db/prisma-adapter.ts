import { PrismaPg } from '@prisma/adapter-pg';
import { cancelStatements } from './cancel-statements.ts';
import { observeAdapter } from './observe-adapter.ts';
import { openPool, type PoolSettings } from './open-pool.ts';
import type { OpenPools } from './open-pools.ts';

export interface AdapterOptions {
  max?: number;
  /** Postgres cancels a statement after it. Absent: never, as an indexer needs it. */
  statementTimeoutMs?: number;
  pools?: OpenPools;
}

/** A limit above the gateway's own, for statements that no process is left to cancel. */
export const SERVING: AdapterOptions = { statementTimeoutMs: 30_000 };

export const POOL_SIZE_DEFAULT = 10;
/** A silent connection counts as lost after it: a network partition must end as a failing step. */
export const ANSWER_TIMEOUT_MS = 120_000;
const ANSWER_MARGIN_MS = 5_000;
/**
 * TimeZone: the adapter drops the offsets of instants, which is right only in UTC. jit: our statements look up many keys, so that their
 * estimates are high, and compilation takes longer than they do.
 */
const SESSION = '-c TimeZone=UTC -c jit=off';

export function poolSettings({ max = POOL_SIZE_DEFAULT, statementTimeoutMs }: AdapterOptions): PoolSettings {
  if (statementTimeoutMs === undefined) return { max, options: SESSION, query_timeout: ANSWER_TIMEOUT_MS };
  const options = `${SESSION} -c statement_timeout=${statementTimeoutMs}`;
  return { max, options, query_timeout: statementTimeoutMs + ANSWER_MARGIN_MS };
}

/** A statement is cancelled when the deadline of its request is over. */
export function createAdapter(databaseUrl: string, options: AdapterOptions = {}): PrismaPg {
  return new ObservedPg(databaseUrl, poolSettings(options), options.pools);
}

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
