import type { Connection } from './connection.ts';

/** True when the migrated database answers; throws when it does not. */
export async function isDatabaseReady(db: Connection): Promise<boolean> {
  return (await db.plan.count()) > 0;
}
