import type { Rate } from '@ledgergraph/service-kit/limits/token-bucket';

/** How often a route may be asked for. Routes with the same name count together. */
export type RouteRates = {
  name: string;
  /** One network address, or /64 of IPv6. It is asked first, before any row is read. */
  network: Rate;
  /** One person, once their session is known, and of one team, once the person is known to be in it: before a row is written or locked. */
  person?: Rate;
  team?: Rate;
};

/** Attempts of one network at once, and the seconds in which the same number comes again. */
function rare(name: string, attempts: number, seconds: number): RouteRates {
  return { name, network: { perSecond: attempts / seconds, sizeMax: attempts } };
}

/** Calls that hash or compare a password, or prove who somebody is. */
export const SIGN_UP_RATES = rare('sign up', 30, 300);
export const SIGN_IN_RATES = rare('sign in', 30, 300);
export const PASSKEY_RATES = rare('passkey', 30, 300);
export const CHANGE_PASSWORD_RATES = rare('change password', 30, 300);
export const RESET_PASSWORD_RATES = rare('reset password', 30, 900);

/** Calls that send a mail to an address that anyone can type in. */
export const FORGOTTEN_RATES = rare('forgotten password', 20, 900);
export const VERIFICATION_RATES = rare('verification', 20, 900);

/** Invitations: a mail to an address of the member's choice. */
export const INVITATION_RATES: RouteRates = {
  ...rare('invitation', 60, 900),
  person: { perSecond: 60 / 900, sizeMax: 60 },
  team: { perSecond: 60 / 900, sizeMax: 60 },
};
