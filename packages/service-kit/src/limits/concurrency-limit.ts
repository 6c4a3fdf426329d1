/** A key, its team, the person who made it, or a network. */
export interface Holder {
  id: string;
  max: number;
}

/** The holders have their part already, or all others together hold the rest. */
export type LimitReached = 'holder' | 'all';

/** Both kinds or none: gives back the first where the second is refused. */
export function acquireBoth(first: () => void, second: (() => void) | LimitReached): (() => void) | LimitReached {
  if (typeof second === 'string') {
    first();
    return second;
  }
  return () => {
    first();
    second();
  };
}

const NEWCOMERS_PART = 1 / 4;

/**
 * Bounds what many hold at one time, in any unit. Room is taken before the first `await` and given back exactly once. The last quarter
 * is for those who hold nothing, so a stranger who holds much keeps no one else out.
 */
export class ConcurrencyLimit {
  readonly #max: number;
  readonly #heldBy = new Map<string, number>();
  #held = 0;

  constructor(max: number) {
    this.#max = max;
  }

  get held(): number {
    return this.#held;
  }

  heldBy(id: string): number {
    return this.#heldBy.get(id) ?? 0;
  }

  /** @param holders from the narrowest to the widest; the widest decides who is a newcomer @returns gives the room back, once */
  acquire(holders: readonly Holder[], amount = 1): (() => void) | LimitReached {
    if (holders.some(({ id, max }) => this.heldBy(id) + amount > max)) return 'holder';
    const widest = holders.at(-1);
    const isNewcomer = widest !== undefined && this.heldBy(widest.id) === 0;
    const max = isNewcomer ? this.#max : this.#max * (1 - NEWCOMERS_PART);
    if (this.#held + amount > max) return 'all';
    this.#add(holders, amount);
    let isTaken = true;
    return () => {
      if (!isTaken) return;
      isTaken = false;
      this.#add(holders, -amount);
    };
  }

  #add(holders: readonly Holder[], amount: number): void {
    this.#held += amount;
    for (const { id } of holders) {
      const held = this.heldBy(id) + amount;
      if (held === 0) this.#heldBy.delete(id);
      else this.#heldBy.set(id, held);
    }
  }
}
