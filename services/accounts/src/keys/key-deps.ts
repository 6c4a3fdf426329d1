import type { Database } from '#/db/connection.ts';
import type { Announcer } from '#/events/announcer.ts';

/**
 * Settings for making a key, besides the database: the prefix of this installation's keys and the HMAC key of their
 * hashes.
 */
export type KeySettings = { brand: string; pepper: string };

/** Dependencies of changes to keys. */
export type KeyDeps = KeySettings & { db: Database; now: () => Date; announcer: Announcer };
