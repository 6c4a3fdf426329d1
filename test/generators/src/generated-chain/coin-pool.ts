import type { Coin } from '@ledgergraph/chain-generator/coin';
import type { Random } from '@ledgergraph/chain-generator/random';

/** Share of coins that are spent early, and how soon. */
const RECENT = 0.5;
const RECENT_COINS = 100;

/** Drawing and adding cost the same however many coins there are. */
export class CoinPool {
  readonly #plain: Coin[] = [];
  readonly #tokens: Coin[] = [];
  #ripening: Coin[] = [];

  get size(): number {
    return this.#plain.length + this.#tokens.length;
  }

  add(coin: Coin, height: number): void {
    if (coin.matureHeight > height) this.#ripening.push(coin);
    else if (coin.tokens.size > 0) this.#tokens.push(coin);
    else if (coin.satoshis > 0n) this.#plain.push(coin);
  }

  ripen(height: number): void {
    const ripe = this.#ripening.findIndex(({ matureHeight }) => matureHeight > height);
    const count = ripe === -1 ? this.#ripening.length : ripe;
    for (const coin of this.#ripening.slice(0, count)) this.add(coin, height);
    if (count > 0) this.#ripening = this.#ripening.slice(count);
  }

  /** Native coins first, so that a fee can be paid. */
  draw(random: Random, count: number, tokenShare = 0.3): Coin[] {
    const drawn: Coin[] = [];
    while (drawn.length < count) {
      const wantsTokens = drawn.length > 0 && this.#tokens.length > 0 && random.chance(tokenShare);
      const coin = take(random, wantsTokens ? this.#tokens : this.#plain);
      if (coin === undefined) break;
      drawn.push(coin);
    }
    return drawn;
  }

  *[Symbol.iterator](): Generator<Coin> {
    yield* this.#plain;
    yield* this.#tokens;
    yield* this.#ripening;
  }
}

function take(random: Random, coins: Coin[]): Coin | undefined {
  const first = random.chance(RECENT) ? Math.max(0, coins.length - RECENT_COINS) : 0;
  const index = random.integer(first, coins.length - 1);
  const coin = coins[index];
  const last = coins.pop();
  if (last !== undefined && index < coins.length) coins[index] = last;
  return coin;
}
