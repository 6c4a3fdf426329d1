import type { Database } from '#/db/connection.ts';
import type { Announcer } from '#/events/announcer.ts';

/** What making a key takes besides the database: the prefix of this installation's keys and the HMAC key of their hashes. */
export type KeySettings = { brand: string; pepper: string };

/** What changes to keys work with. */
export type KeyDeps = KeySettings & { db: Database; now: () => Date; announcer: Announcer };
