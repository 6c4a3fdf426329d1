// A third of a token three times is one token, whatever floating point says.
const EPSILON = 1e-9;

/** So many of something per second, as many at once: a bucket of tokens that fills at that rate. Times are milliseconds of any steady clock. */
export class TokenBucket {
  #perSecond: number;
  #sizeMax: number;
  /** Tokens taken and not yet filled up again. */
  #used = 0;
  #at: number;

  constructor(perSecond: number, now: number, sizeMax = perSecond) {
    this.#perSecond = perSecond;
    this.#sizeMax = sizeMax;
    this.#at = now;
  }

  /** From now on it is of this size, and fills at this rate. */
  resize(perSecond: number, now: number, sizeMax = perSecond): void {
    if (perSecond === this.#perSecond) return;
    this.#fill(now);
    this.#perSecond = perSecond;
    this.#sizeMax = sizeMax;
    this.#used = Math.min(this.#used, sizeMax * 2);
  }

  /** Takes so many tokens. False when there are not as many whole ones: then none is taken. */
  take(now: number, tokens = 1): boolean {
    this.#fill(now);
    if (this.#used + tokens > this.#sizeMax + EPSILON) return false;
    this.#used += tokens;
    return true;
  }

  /** Puts a token back that was taken for nothing. */
  giveBack(): void {
    this.#used = Math.max(this.#used - 1, 0);
  }

  /**
   * Takes tokens that another gateway used. They may leave a debt of as much as the bucket holds, which is one
   * second's wait.
   */
  debit(tokens: number, now: number): void {
    this.#fill(now);
    this.#used = Math.min(this.#used + tokens, this.#sizeMax * 2);
  }

  /** Whole tokens that could be taken now. */
  left(now: number): number {
    this.#fill(now);
    return Math.max(Math.floor(this.#sizeMax - this.#used + EPSILON), 0);
  }

  /** Until the next whole token, or so many of them. */
  waitMs(now: number, tokens = 1): number {
    this.#fill(now);
    return Math.max(((this.#used + tokens - this.#sizeMax) * 1000) / this.#perSecond, 0);
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
