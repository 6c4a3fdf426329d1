import { PrismaPg } from '@prisma/adapter-pg';
import { observeAdapter } from './observe-adapter.ts';

const POOL_SIZE_DEFAULT = 10;
/** The adapter writes instants without an offset and drops the offset of those it reads: both are right only in UTC. */
const SESSION = '-c TimeZone=UTC';

/** The driver adapter every service's Prisma client runs on. */
export function createAdapter(databaseUrl: string, options: { max?: number } = {}): PrismaPg {
  return new ObservedPg({ connectionString: databaseUrl, max: options.max ?? POOL_SIZE_DEFAULT, options: SESSION });
}

/** Connections that metrics and traces can see. */
class ObservedPg extends PrismaPg {
  override async connect(): ReturnType<PrismaPg['connect']> {
    const adapter = await super.connect();
    observeAdapter(adapter, adapter.underlyingDriver());
    return adapter;
  }
}
