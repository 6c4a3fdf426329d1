import { PrismaPg } from '@prisma/adapter-pg';

const POOL_SIZE_DEFAULT = 10;
/** The adapter writes instants without an offset and drops the offset of those it reads: both are right only in UTC. */
const SESSION = '-c TimeZone=UTC';

/** The driver adapter every service's Prisma client runs on. */
export function createAdapter(databaseUrl: string, options: { max?: number } = {}): PrismaPg {
  return new PrismaPg({ connectionString: databaseUrl, max: options.max ?? POOL_SIZE_DEFAULT, options: SESSION });
}
