import { createHash } from 'node:crypto';
import { type AttemptRule, countAttempt, takeBackAttempt } from '#/db/attempts.ts';
import type { Connection } from '#/db/connection.ts';

/** Failed guesses at one person's password from one device or network. */
export const GUESS_RULE: AttemptRule = { window: 900, max: 10 };

/**
 * Failed guesses at one person's password from all devices and networks together where that person has never signed in: 4,800 a day at most,
 * however many networks take part. Meanwhile the person enters from a known device or network, with a passkey, or with a link from a mail.
 */
export const STRANGERS_GUESS_RULE: AttemptRule = { window: 900, max: 50 };

/** Where an attempt comes from: a device, or else a network. */
export type Place = {
  name: string;
  /** True: the person has signed in there. */
  isKnown: boolean;
};

/** Seconds to wait, and why. */
export type Wait = { seconds: number; reason: 'place' | 'strangers' };

/**
 * Counts a guess at the password of an e-mail address, whether it has an account or not. E-mail addresses and places are stored as hashes, so
 * that the table is no list of them.
 * @returns how long to wait if there were too many; undefined: go on
 */
export async function countGuess(db: Connection, email: string, place: Place): Promise<Wait | undefined> {
  const here = await countAttempt(db, keyOf(GUESS_RULE, email, place), GUESS_RULE);
  // One that is refused here does not use up what all strangers have together.
  if (here.count > GUESS_RULE.max) return { seconds: here.secondsLeft, reason: 'place' };
  if (place.isKnown) return undefined;
  const all = await countAttempt(db, keyOf(STRANGERS_GUESS_RULE, email), STRANGERS_GUESS_RULE);
  return all.count > STRANGERS_GUESS_RULE.max ? { seconds: all.secondsLeft, reason: 'strangers' } : undefined;
}

/** The guess was right: earlier failures from its place no longer count, nor does it count among those of strangers. */
export async function forgetGuess(db: Connection, email: string, place: Place): Promise<void> {
  await db.attempt.deleteMany({ where: { key: keyOf(GUESS_RULE, email, place) } });
  if (!place.isKnown) await takeBackAttempt(db, keyOf(STRANGERS_GUESS_RULE, email));
}

function keyOf({ window }: AttemptRule, email: string, place?: Place): string {
  const whose = createHash('sha256').update(email.toLowerCase());
  if (place !== undefined) whose.update(`|${place.name}`);
  return `password ${window}|${whose.digest('base64url')}`;
}
