import type { Database } from '#/db/connection.ts';
import type { Announcer } from '#/events/announcer.ts';

/** `brand` is the prefix of this installation's keys, `pepper` the HMAC key of their hashes. */
export type KeySettings = { brand: string; pepper: string };

export type KeyDeps = KeySettings & { db: Database; now: () => Date; announcer: Announcer };
