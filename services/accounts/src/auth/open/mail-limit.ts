import { MAIL_DAY_RULE, MAIL_RULE, STRANGERS_MAIL_RULE } from '#/auth/attempt-rules.ts';
import type { OpenRoute } from './open-route.ts';

/** Mails to an address that somebody types in, whichever mail it is. */
export const MAILS: NonNullable<OpenRoute['emailLimit']> = {
  purpose: 'mail',
  fromPlace: [MAIL_RULE, MAIL_DAY_RULE],
  fromStrangers: [STRANGERS_MAIL_RULE, MAIL_DAY_RULE],
  forgetOnSuccess: false,
};
