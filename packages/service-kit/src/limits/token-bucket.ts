// A third of a token three times is one token, though floating-point numbers round.
const EPSILON = 1e-9;

/** Tokens a second, and the most at once. */
export interface Rate {
  perSecond: number;
  /** Absent: what comes in one second. */
  sizeMax?: number | undefined;
}

/** Tokens of a minute may be taken at once, and the bucket fills at that rate. */
export function perMinute(amount: number): Rate {
  return { perSecond: amount / 60, sizeMax: amount };
}

/** The same rate for this many together. */
export function times({ perSecond, sizeMax = perSecond }: Rate, factor: number): Rate {
  return { perSecond: perSecond * factor, sizeMax: sizeMax * factor };
}

/** A bucket of tokens that fills at a rate per second up to its size. Times are milliseconds of any steady clock. */
export class TokenBucket {
  #perSecond = 0;
  #sizeMax = 0;
  /** Tokens taken and not yet filled up again. */
  #used = 0;
  #at = 0;

  /** Sets the size and the rate. Tokens that were taken stay taken. */
  resize({ perSecond, sizeMax = perSecond }: Rate, now: number): this {
    if (perSecond === this.#perSecond && sizeMax === this.#sizeMax) return this;
    this.#fill(now);
    this.#perSecond = perSecond;
    this.#sizeMax = sizeMax;
    this.#used = Math.min(this.#used, sizeMax * 2);
    return this;
  }

  /** True if this many whole tokens could be taken, and this many would be left. */
  has(now: number, tokens = 1, spare = 0): boolean {
    this.#fill(now);
    return this.#used + tokens + spare <= this.#sizeMax + EPSILON;
  }

  /** Takes this many tokens. False, and none is taken, when there are fewer whole ones. */
  take(now: number, tokens = 1): boolean {
    if (!this.has(now, tokens)) return false;
    this.#used += tokens;
    return true;
  }

  /** Puts back tokens that were not used. */
  giveBack(tokens = 1): void {
    this.#used = Math.max(this.#used - tokens, 0);
  }

  /** Takes tokens for what was done already. They may leave a debt of as much as the bucket holds. */
  debit(tokens: number, now: number): void {
    this.#fill(now);
    this.#used = Math.min(this.#used + tokens, this.#sizeMax * 2);
  }

  /** Whole tokens that could be taken now. */
  left(now: number): number {
    this.#fill(now);
    return Math.max(Math.floor(this.#sizeMax - this.#used + EPSILON), 0);
  }

  /** Until the next whole token, or this many of them, while this many others are left. */
  waitMs(now: number, tokens = 1, spare = 0): number {
    this.#fill(now);
    return Math.max(((this.#used + tokens + spare - this.#sizeMax) * 1000) / this.#perSecond, 0);
  }

  isFull(now: number): boolean {
    this.#fill(now);
    return this.#used === 0;
  }

  #fill(now: number): void {
    const seconds = Math.max(now - this.#at, 0) / 1000;
    this.#used = Math.max(this.#used - seconds * this.#perSecond, 0);
    this.#at = Math.max(now, this.#at);
  }
}
