import type { Coin } from '@ledgergraph/chain-generator/coin';
import type { Random } from '@ledgergraph/chain-generator/random';

/** Coins of one currency each; drawing costs the same however many there are. */
export class Wallet {
  readonly #chainId: string;
  readonly #coins = new Map<string, Coin[]>();
  #ripening: Coin[] = [];

  constructor(chainId: string) {
    this.#chainId = chainId;
  }

  add(coin: Coin, height: number): void {
    if (coin.matureHeight > height) this.#ripening.push(coin);
    else if (coin.tokens.size > 0 || coin.satoshis > 0n) this.#list(this.#currencyOf(coin)).push(coin);
  }

  ripen(height: number): void {
    const held = this.#ripening;
    this.#ripening = [];
    for (const coin of held) this.add(coin, height);
  }

  tokens(): string[] {
    return [...this.#coins.keys()].filter((id) => id !== this.#chainId && this.#list(id).length > 0);
  }

  /** The oldest first; none is taken. */
  native(): readonly Coin[] {
    return this.#list(this.#chainId);
  }

  take(coin: Coin): void {
    const coins = this.#list(this.#currencyOf(coin));
    const index = coins.indexOf(coin);
    if (index >= 0) coins.splice(index, 1);
  }

  /** A random coin, which stays; 0 for an empty wallet. */
  peek(random: Random, currencyId: string): bigint {
    const coins = this.#list(currencyId);
    return coins.length === 0 ? 0n : this.#amount(random.pick(coins));
  }

  /** Undefined, and nothing is taken, where coins do not suffice. @param owner an address, any key, or anyone */
  draw(random: Random, currencyId: string, amount: bigint, owner: string = 'anyone'): Coin[] | undefined {
    const coins = this.#list(currencyId);
    const drawn: Coin[] = [];
    let sum = 0n;
    const fits = coins.filter(({ address }) => isOf(address, owner));
    while (sum < amount && fits.length > 0 && drawn.length < 40) {
      const index = random.integer(0, fits.length - 1);
      const [coin] = fits.splice(index, 1);
      if (coin === undefined) break;
      drawn.push(coin);
      sum += this.#amount(coin);
    }
    if (sum < amount) return undefined;
    for (const coin of drawn) this.take(coin);
    return drawn;
  }

  #amount(coin: Coin): bigint {
    return coin.tokens.size > 0 ? (coin.tokens.values().next().value ?? 0n) : coin.satoshis;
  }

  #currencyOf(coin: Coin): string {
    return coin.tokens.keys().next().value ?? this.#chainId;
  }

  #list(currencyId: string): Coin[] {
    const coins = this.#coins.get(currencyId) ?? [];
    this.#coins.set(currencyId, coins);
    return coins;
  }
}

function isOf(address: string, owner: string): boolean {
  if (owner === 'anyone') return true;
  return owner === 'key' ? isKey(address) : address === owner;
}

/** The first letter is enough: checking whole addresses would cost more than all else. */
function isKey(address: string): boolean {
  return address.startsWith('R');
}
