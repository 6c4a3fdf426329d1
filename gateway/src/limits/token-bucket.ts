// A third of a token three times is one token, though floating-point numbers round.
const EPSILON = 1e-9;

/** So many a second, and at most so many at once. */
export interface Rate {
  perSecond: number;
  /** As many as come in one second, where it is absent. */
  sizeMax?: number | undefined;
}

/** As many as come in a minute may be taken at once, and the bucket fills at that rate. */
export function perMinute(amount: number): Rate {
  return { perSecond: amount / 60, sizeMax: amount };
}

/** Places of a bucket's numbers. */
const PER_SECOND = 0;
const SIZE_MAX = 1;
/** Tokens taken and not yet filled up again. */
const USED = 2;
const AT = 3;

/** A bucket of tokens that fills at a rate per second up to its size. Times are milliseconds of any steady clock. */
export class TokenBucket {
  readonly #numbers: Float64Array;
  readonly #first: number;

  /**
   * @param numbers where the bucket's four numbers are kept; zeros are a bucket without a rate yet
   * @param first place of the first of them
   */
  constructor(numbers: Float64Array = new Float64Array(4), first = 0) {
    this.#numbers = numbers;
    this.#first = first;
  }

  /** Sets the size and the rate. Tokens that were taken stay taken. */
  resize({ perSecond, sizeMax = perSecond }: Rate, now: number): this {
    const before = this.#get(PER_SECOND);
    if (perSecond === before) return this;
    if (before === 0) this.#set(AT, now);
    else this.#fill(now);
    this.#set(PER_SECOND, perSecond);
    this.#set(SIZE_MAX, sizeMax);
    this.#set(USED, Math.min(this.#get(USED), sizeMax * 2));
    return this;
  }

  /** Takes so many tokens. False when there are not as many whole ones: then none is taken. */
  take(now: number, tokens = 1): boolean {
    this.#fill(now);
    const used = this.#get(USED) + tokens;
    if (used > this.#get(SIZE_MAX) + EPSILON) return false;
    this.#set(USED, used);
    return true;
  }

  /** Puts back a token that was not used. */
  giveBack(): void {
    this.#set(USED, Math.max(this.#get(USED) - 1, 0));
  }

  /**
   * Takes tokens that another gateway used. They may leave a debt of as much as the bucket holds, which is one
   * second's wait.
   */
  debit(tokens: number, now: number): void {
    this.#fill(now);
    this.#set(USED, Math.min(this.#get(USED) + tokens, this.#get(SIZE_MAX) * 2));
  }

  /** Whole tokens that could be taken now. */
  left(now: number): number {
    this.#fill(now);
    return Math.max(Math.floor(this.#get(SIZE_MAX) - this.#get(USED) + EPSILON), 0);
  }

  /** Until the next whole token, or so many of them. */
  waitMs(now: number, tokens = 1): number {
    this.#fill(now);
    return Math.max(((this.#get(USED) + tokens - this.#get(SIZE_MAX)) * 1000) / this.#get(PER_SECOND), 0);
  }

  isFull(now: number): boolean {
    this.#fill(now);
    return this.#get(USED) === 0;
  }

  #fill(now: number): void {
    const seconds = Math.max(now - this.#get(AT), 0) / 1000;
    this.#set(USED, Math.max(this.#get(USED) - seconds * this.#get(PER_SECOND), 0));
    this.#set(AT, Math.max(now, this.#get(AT)));
  }

  #get(place: number): number {
    return this.#numbers[this.#first + place] as number;
  }

  #set(place: number, value: number): void {
    this.#numbers[this.#first + place] = value;
  }
}
