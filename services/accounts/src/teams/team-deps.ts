import type { Database } from '#/db/connection.ts';
import type { Announcer } from '#/events/announcer.ts';

/** What changes to teams, their members and plans work with. */
export type TeamDeps = { db: Database; announcer: Announcer };
