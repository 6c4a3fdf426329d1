import { createHash } from 'node:crypto';
import { type AttemptRule, countAttempt, takeBackAttempt } from '#/db/attempts.ts';
import type { Connection } from '#/db/connection.ts';

/** Limits of attempts on one e-mail address. */
export type EmailLimit = {
  purpose: 'password' | 'mail';
  /** Attempts from one place, each in a window of its own. */
  fromPlace: readonly AttemptRule[];
  /** Attempts from all places together from which the person has never signed in. Those of known places do not count. */
  fromStrangers: readonly AttemptRule[];
};

/** Where an attempt comes from: a device, or else a network. */
export type Place = {
  name: string;
  /** True: the person has signed in there. */
  isKnown: boolean;
};

/** Seconds to wait, and why. */
export type Wait = { seconds: number; reason: 'place' | 'strangers' };

/**
 * Counts an attempt on an e-mail address, whether it has an account or not. E-mail addresses and places are stored as hashes, so that the
 * table is no list of them.
 * @returns how long to wait if there were too many; undefined: go on
 */
export async function countByEmail(
  db: Connection,
  limit: EmailLimit,
  email: string,
  place: Place,
): Promise<Wait | undefined> {
  for (const rule of limit.fromPlace) {
    const here = await countAttempt(db, keyOf(limit, rule, email, place), rule);
    // One that is refused here does not use up what all strangers have together.
    if (here.count > rule.max) return { seconds: here.secondsLeft, reason: 'place' };
  }
  if (place.isKnown) return undefined;
  for (const rule of limit.fromStrangers) {
    const all = await countAttempt(db, keyOf(limit, rule, email), rule);
    if (all.count > rule.max) return { seconds: all.secondsLeft, reason: 'strangers' };
  }
  return undefined;
}

/** The attempt succeeded: earlier failures from its place no longer count, nor does it count among those of strangers. */
export async function forgetByEmail(db: Connection, limit: EmailLimit, email: string, place: Place): Promise<void> {
  const here = limit.fromPlace.map((rule) => keyOf(limit, rule, email, place));
  await db.attempt.deleteMany({ where: { key: { in: here } } });
  if (place.isKnown) return;
  for (const rule of limit.fromStrangers) await takeBackAttempt(db, keyOf(limit, rule, email));
}

function keyOf({ purpose }: EmailLimit, { window }: AttemptRule, email: string, place?: Place): string {
  const whose = createHash('sha256').update(email.toLowerCase());
  if (place !== undefined) whose.update(`|${place.name}`);
  return `${purpose} ${window}|${whose.digest('base64url')}`;
}
