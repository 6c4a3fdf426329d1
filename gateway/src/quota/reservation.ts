/** One unit set aside for one call; exactly one of `commit` and `refund` is called, once. */
export interface Reservation {
  /** The day (since 1970, UTC) that a call made on `day` counts for: inside the month that pays. */
  dayFor(day: number): number;
  /** The call was answered: the unit is spent. */
  commit(): void;
  /** It was not: the unit is free for another call. */
  refund(): void;
}

/** Result of asking a month's plan for one call. */
export type UnitAnswer =
  | { status: 'admitted'; reservation: Reservation }
  /** `retryAfterS`: until there may be units again. */
  | { status: 'exhausted'; retryAfterS: number }
  /** Accounts cannot be asked, and nothing is leased. */
  | { status: 'unavailable' };

/** For calls that no month limits. */
export const UNLIMITED: Reservation = { dayFor: (day) => day, commit: () => {}, refund: () => {} };
