import type { Database } from '#/db/connection.ts';
import type { Announcer } from '#/events/announcer.ts';

/** Dependencies of changes to teams, their members and plans. */
export type TeamDeps = { db: Database; announcer: Announcer };
