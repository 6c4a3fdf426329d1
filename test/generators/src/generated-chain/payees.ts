import { createHash } from 'node:crypto';
import type { Random } from '@ledgergraph/chain-generator/random';
import { encodeAddress } from '@ledgergraph/verus-protocol/address';

const FIRST_ADDRESSES = 200;
const ADDRESSES_PER_BLOCK = 2;
/** Wallets make a fresh address for each change. */
const FRESH = 0.3;
const IDENTITIES = 0.1;
const SCRIPTS = 20;
const KEPT = 10_000;

/** Few addresses very often, many hardly ever (Zipf, exponent 1), some never again. */
export class Payees {
  readonly #seed: string;
  readonly #random: Random;
  readonly #hot = new Map<number, string>();
  #fresh = 0;

  constructor(random: Random, seed: number) {
    this.#seed = String(seed);
    this.#random = random.branch('payees');
  }

  /** @param identities the earliest are paid most */
  draw(height: number, identities: readonly string[]): string {
    const random = this.#random;
    if (random.chance(FRESH)) return this.#encode(`fresh ${this.#fresh++}`);
    if (identities.length > 0 && random.chance(IDENTITIES)) {
      return identities[this.#rank(identities.length)] ?? this.#known(0);
    }
    return this.#known(this.#rank(FIRST_ADDRESSES + ADDRESSES_PER_BLOCK * height));
  }

  /** Below `count`, in inverse proportion to it. */
  #rank(count: number): number {
    return Math.min(Math.floor((count + 1) ** this.#random.fraction()) - 1, count - 1);
  }

  #known(rank: number): string {
    const hot = this.#hot.get(rank);
    if (hot !== undefined) return hot;
    const address = this.#encode(`known ${rank}`);
    if (rank < KEPT) this.#hot.set(rank, address);
    return address;
  }

  #encode(name: string): string {
    const digest = createHash('sha256').update(`${this.#seed} ${name}`).digest();
    const kind = (digest[31] ?? 0) % SCRIPTS === 0 ? 'SCRIPT_HASH' : 'PUBLIC_KEY_HASH';
    return encodeAddress(kind, digest.subarray(0, 20));
  }
}
