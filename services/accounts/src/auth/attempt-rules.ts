/** At most `max` attempts in `window` seconds. */
export type AttemptRule = { window: number; max: number };

/** Attempts of one network address, by path of the auth library; IPv6 addresses count by their /64. */
export const ADDRESS_RULES: Record<string, AttemptRule | false> = {
  // Reads one row and is asked for by every page: counting would cost more than answering.
  '/get-session': false,
  '/sign-up/email': { window: 300, max: 30 },
  '/sign-in/email': { window: 300, max: 30 },
  '/passkey/verify-authentication': { window: 300, max: 30 },
  '/change-password': { window: 300, max: 30 },
  '/reset-password': { window: 900, max: 30 },
  '/request-password-reset': { window: 900, max: 20 },
  '/send-verification-email': { window: 900, max: 20 },
  '/organization/invite-member': { window: 900, max: 60 },
};

/** Attempts of one network address on all other paths. */
export const ADDRESS_RULE: AttemptRule = { window: 10, max: 100 };

/** Failed guesses at one person's password from one device or network. */
export const GUESS_RULE: AttemptRule = { window: 900, max: 10 };

/**
 * Failed guesses at one person's password from all devices and networks together where that person has never signed in: 4,800 a day at most,
 * however many networks take part. Meanwhile the person enters from a known device or network, with a passkey, or with a link from a mail.
 */
export const STRANGERS_GUESS_RULE: AttemptRule = { window: 900, max: 50 };

/** Mails that one person gets because other people typed in their address; from each known device or network as many besides. */
export const MAIL_RULE: AttemptRule = { window: 900, max: 5 };
