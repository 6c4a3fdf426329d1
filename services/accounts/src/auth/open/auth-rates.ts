import type { Rate } from '@ledgergraph/service-kit/limits/token-bucket';

/** Routes with the same name count together. */
export type RouteRates = {
  name: string;
  /** Taken before any row is read. */
  network: Rate;
  /** Taken before a row is written or locked. */
  person?: Rate;
  team?: Rate;
};

function rare(name: string, attempts: number, seconds: number): RouteRates {
  return { name, network: { perSecond: attempts / seconds, sizeMax: attempts } };
}

export const SIGN_UP_RATES = rare('sign up', 30, 300);
export const SIGN_IN_RATES = rare('sign in', 30, 300);
export const PASSKEY_RATES = rare('passkey', 30, 300);
export const CHANGE_PASSWORD_RATES = rare('change password', 30, 300);
export const RESET_PASSWORD_RATES = rare('reset password', 30, 900);

export const FORGOTTEN_RATES = rare('forgotten password', 20, 900);
export const VERIFICATION_RATES = rare('verification', 20, 900);

export const INVITATION_RATES: RouteRates = {
  ...rare('invitation', 60, 900),
  person: { perSecond: 60 / 900, sizeMax: 60 },
  team: { perSecond: 60 / 900, sizeMax: 60 },
};
