import { PrismaPg } from '@prisma/adapter-pg';
import { cancelStatements } from './cancel-statements.ts';
import { observeAdapter } from './observe-adapter.ts';
import { outliveConnections } from './outlive-connections.ts';

export interface AdapterOptions {
  max?: number;
  /** Time after which Postgres itself cancels a statement. Absent: never, as an indexer needs it. */
  statementTimeoutMs?: number;
}

/** Options of a process that answers requests: a limit above the gateway's own, for statements that no process is left to cancel. */
export const SERVING: AdapterOptions = { statementTimeoutMs: 30_000 };

export const POOL_SIZE_DEFAULT = 10;
/**
 * - TimeZone: the adapter writes instants without an offset and drops the offset of those it reads: both are right only in UTC.
 * - jit: Postgres compiles a statement whose estimate is high. Ours look up many keys one by one, so the estimate is high where
 *   they read little, and the compilation takes longer than they do.
 */
const SESSION = '-c TimeZone=UTC -c jit=off';

/** Start-up options of each connection. */
export function sessionOptions({ statementTimeoutMs }: AdapterOptions): string {
  return statementTimeoutMs === undefined ? SESSION : `${SESSION} -c statement_timeout=${statementTimeoutMs}`;
}

/** The driver adapter every service's Prisma client runs on. A statement is cancelled when the deadline of its request is over. */
export function createAdapter(databaseUrl: string, options: AdapterOptions = {}): PrismaPg {
  const { max = POOL_SIZE_DEFAULT } = options;
  return new ObservedPg({ connectionString: databaseUrl, max, options: sessionOptions(options) });
}

/** Connections that metrics and traces can see. */
class ObservedPg extends PrismaPg {
  override async connect(): ReturnType<PrismaPg['connect']> {
    const adapter = await super.connect();
    outliveConnections(adapter.underlyingDriver());
    cancelStatements(adapter.underlyingDriver());
    observeAdapter(adapter, adapter.underlyingDriver());
    return adapter;
  }
}
