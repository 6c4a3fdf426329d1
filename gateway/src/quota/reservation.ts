/** Exactly one of `commit` and `refund` is called, once. */
export interface Reservation {
  /** The day (since 1970, UTC) that a call of `day` counts for, inside the month that pays. */
  dayFor(day: number): number;
  commit(): void;
  /** The unit is free for another call. */
  refund(): void;
}

export type UnitAnswer =
  | { status: 'admitted'; reservation: Reservation }
  /** `retryAfterS`: until there may be units. */
  | { status: 'exhausted'; retryAfterS: number }
  /** Accounts cannot be asked, and nothing is leased. */
  | { status: 'unavailable' };

/** For calls that no month limits. */
export const UNLIMITED: Reservation = { dayFor: (day) => day, commit: () => {}, refund: () => {} };
