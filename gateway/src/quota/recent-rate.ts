const MEMORY_S = 2;

/** Each call counts less the longer ago it was. */
export class RecentRate {
  #weight = 0;
  #at = 0;

  count(now: number): void {
    this.#weight = this.#decayed(now) + 1;
    this.#at = now;
  }

  perSecond(now: number): number {
    return this.#decayed(now) / MEMORY_S;
  }

  #decayed(now: number): number {
    if (now <= this.#at) return this.#weight;
    const seconds = (now - this.#at) / 1000;
    return this.#weight * Math.exp(-seconds / MEMORY_S);
  }
}
