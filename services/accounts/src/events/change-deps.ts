import type { Database } from '#/db/connection.ts';
import type { Announcer } from './announcer.ts';

/** Dependencies of changes to teams, their members and plans. */
export type ChangeDeps = { db: Database; announcer: Announcer };
