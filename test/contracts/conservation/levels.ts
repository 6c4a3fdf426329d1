/** A change, or what there is from then on. */
export interface Amount {
  currencyId: string;
  height: number;
  /** Satoshis. */
  amount: string;
  /** Absent: the currency has one amount. */
  owner?: string;
}

/** Each amount holds until the next. */
export class Levels {
  readonly #changes = new Map<string, Map<number, bigint>>();

  static ofChanges(changes: readonly Amount[]): Levels {
    const levels = new Levels();
    for (const { currencyId, height, amount } of changes) levels.add(currencyId, height, BigInt(amount));
    return levels;
  }

  /** @param amounts of owners from a height on, in the order of the chain: the last one of a height counts */
  static ofAmounts(amounts: readonly Amount[]): Levels {
    const levels = new Levels();
    const last = new Map<string, bigint>();
    for (const { owner, currencyId, height, amount } of amounts) {
      const key = `${owner} ${currencyId}`;
      levels.add(currencyId, height, BigInt(amount) - (last.get(key) ?? 0n));
      last.set(key, BigInt(amount));
    }
    return levels;
  }

  add(currencyId: string, height: number, amount: bigint): void {
    const changes = this.#changes.get(currencyId) ?? new Map<number, bigint>();
    this.#changes.set(currencyId, changes);
    changes.set(height, (changes.get(height) ?? 0n) + amount);
  }

  get currencies(): string[] {
    return [...this.#changes.keys()];
  }

  /** At the heights 0, 1, 2 … up to a last one. */
  of(currencyId: string, height: number): bigint[] {
    const changes = this.#changes.get(currencyId);
    let amount = 0n;
    return Array.from({ length: height + 1 }, (_, at) => {
      amount += changes?.get(at) ?? 0n;
      return amount;
    });
  }
}
