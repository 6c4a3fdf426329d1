// A third of a token three times is one token.
const EPSILON = 1e-9;

export interface Rate {
  perSecond: number;
  /** Absent: the number of one second. */
  sizeMax?: number | undefined;
}

/** All tokens of a minute may be taken at once. */
export function perMinute(amount: number): Rate {
  return { perSecond: amount / 60, sizeMax: amount };
}

export function times({ perSecond, sizeMax = perSecond }: Rate, factor: number): Rate {
  return { perSecond: perSecond * factor, sizeMax: sizeMax * factor };
}

/** Times are milliseconds of any steady clock. */
export class TokenBucket {
  #perSecond = 0;
  #sizeMax = 0;
  #used = 0;
  #at = 0;

  resize({ perSecond, sizeMax = perSecond }: Rate, now: number): this {
    if (perSecond === this.#perSecond && sizeMax === this.#sizeMax) return this;
    this.#fill(now);
    this.#perSecond = perSecond;
    this.#sizeMax = sizeMax;
    this.#used = Math.min(this.#used, sizeMax * 2);
    return this;
  }

  has(now: number, tokens = 1, spare = 0): boolean {
    this.#fill(now);
    return this.#used + tokens + spare <= this.#sizeMax + EPSILON;
  }

  /** False, and none is taken, when there are fewer whole ones. */
  take(now: number, tokens = 1): boolean {
    if (!this.has(now, tokens)) return false;
    this.#used += tokens;
    return true;
  }

  giveBack(tokens = 1): void {
    this.#used = Math.max(this.#used - tokens, 0);
  }

  /** For work that was done already; the debt is at most the bucket's size. */
  debit(tokens: number, now: number): void {
    this.#fill(now);
    this.#used = Math.min(this.#used + tokens, this.#sizeMax * 2);
  }

  left(now: number): number {
    this.#fill(now);
    return Math.max(Math.floor(this.#sizeMax - this.#used + EPSILON), 0);
  }

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
