import { PrismaPg } from '@prisma/adapter-pg';
import { cancelStatements } from './cancel-statements.ts';
import { observeAdapter } from './observe-adapter.ts';
import { openPool, type PoolSettings } from './open-pool.ts';
import type { OpenPools } from './open-pools.ts';
import { type PoolOptions, poolSettings } from './pool-settings.ts';

/** A statement is cancelled when the deadline of its request is over. */
export function createAdapter(databaseUrl: string, options: PoolOptions = {}): PrismaPg {
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
