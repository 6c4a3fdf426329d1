import { createHash } from 'node:crypto';
import { type AttemptRule, countAttempt, takeBackAttempt } from '#/db/attempts.ts';
import type { Connection } from '#/db/connection.ts';

/** For one person's password from one device or network. */
export const GUESS_RULE: AttemptRule = { window: 900, max: 10 };

/** From all unknown places together: 4,800 a day at most. Known places, passkeys and links from mails still work meanwhile. */
export const STRANGERS_GUESS_RULE: AttemptRule = { window: 900, max: 50 };

export type Place = {
  name: string;
  isKnown: boolean;
};

export type Wait = { seconds: number; reason: 'place' | 'strangers' };

/** Counts addresses without an account too; both are stored as hashes. Undefined: the guess may proceed. */
export async function countGuess(db: Connection, email: string, place: Place): Promise<Wait | undefined> {
  const here = await countAttempt(db, keyOf(GUESS_RULE, email, place), GUESS_RULE);
  // A guess that is refused here does not use up the shared count of strangers.
  if (here.count > GUESS_RULE.max) return { seconds: here.secondsLeft, reason: 'place' };
  if (place.isKnown) return undefined;
  const all = await countAttempt(db, keyOf(STRANGERS_GUESS_RULE, email), STRANGERS_GUESS_RULE);
  return all.count > STRANGERS_GUESS_RULE.max ? { seconds: all.secondsLeft, reason: 'strangers' } : undefined;
}

export async function forgetGuess(db: Connection, email: string, place: Place): Promise<void> {
  await db.attempt.deleteMany({ where: { key: keyOf(GUESS_RULE, email, place) } });
  if (!place.isKnown) await takeBackAttempt(db, keyOf(STRANGERS_GUESS_RULE, email));
}

function keyOf({ window }: AttemptRule, email: string, place?: Place): string {
  const whose = createHash('sha256').update(email.toLowerCase());
  if (place !== undefined) whose.update(`|${place.name}`);
  return `password ${window}|${whose.digest('base64url')}`;
}
