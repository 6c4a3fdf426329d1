import { createHash } from 'node:crypto';
import { countAttempt, deleteAttempts } from '#/db/attempts.ts';
import type { Connection } from '#/db/connection.ts';
import type { AttemptRule } from './attempt-rules.ts';

export type EmailLimit = { purpose: 'password' | 'mail'; rule: AttemptRule };

/**
 * Counts an attempt on an e-mail address, whether it has an account or not. Returns the seconds to wait if there were
 * too many, else undefined. The address is stored as a hash, so that the table is no list of addresses.
 */
export async function countByEmail(
  db: Connection,
  { purpose, rule }: EmailLimit,
  email: string,
): Promise<number | undefined> {
  const { count, secondsLeft } = await countAttempt(db, keyOf(purpose, email), rule);
  return count > rule.max ? secondsLeft : undefined;
}

/** The attempt succeeded: earlier failures no longer count. */
export function forgetByEmail(db: Connection, { purpose }: EmailLimit, email: string): Promise<void> {
  return deleteAttempts(db, keyOf(purpose, email));
}

function keyOf(purpose: string, email: string): string {
  return `${purpose}|${createHash('sha256').update(email.toLowerCase()).digest('base64url')}`;
}
