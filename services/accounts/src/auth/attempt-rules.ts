import type { AttemptRule } from '#/db/attempts.ts';

/** Failed guesses at one person's password from one device or network. */
export const GUESS_RULE: AttemptRule = { window: 900, max: 10 };

/**
 * Failed guesses at one person's password from all devices and networks together where that person has never signed in: 4,800 a day at most,
 * however many networks take part. Meanwhile the person enters from a known device or network, with a passkey, or with a link from a mail.
 */
export const STRANGERS_GUESS_RULE: AttemptRule = { window: 900, max: 50 };

/** Mails that one person gets because somebody typed in their address: from one place. */
export const MAIL_RULE: AttemptRule = { window: 900, max: 5 };

/** From all places together where the person has never signed in, in an hour. Each known place has its own count besides. */
export const STRANGERS_MAIL_RULE: AttemptRule = { window: 3_600, max: 5 };

/** The same in a day: from one place, and from all strangers. */
export const MAIL_DAY_RULE: AttemptRule = { window: 86_400, max: 20 };
