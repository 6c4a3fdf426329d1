import { createHash } from 'node:crypto';
import { type Coin, sumSatoshis } from '@ledgergraph/chain-generator/coin';
import { type Draft, type Names, payCoin } from '@ledgergraph/chain-generator/outputs';
import type { Random } from '@ledgergraph/chain-generator/random';
import { type BuiltTransaction, buildTransaction } from '@ledgergraph/chain-generator/transaction';
import { encodeAddress, isIdentityAddress } from '@ledgergraph/verus-protocol/address';
import type { LedgerCoin } from './coin.ts';
import type { Departure } from './crossing.ts';
import type { Ledger } from './ledger.ts';

export interface ChainFacts {
  chainId: string;
  /** Satoshis that a new identity costs. */
  identityPrice: bigint;
  /** Satoshis of each block, besides its share of the fee pool. */
  reward: bigint;
  work: bigint;
  /** Later transfers follow known rules. */
  recordedHeight: number;
}

export interface Scene extends ChainFacts, Names {
  ledger: Ledger;
  random: Random;
  height: number;
  peers: readonly string[];
  arrivals: readonly Departure[];
}

/** Satoshis that a payment leaves to the fee pool. */
export const FEE = 10_000n;
/** Above this, payments combine coins, because a chain of days would otherwise split its coins without end. */
const MANY_COINS = 1_500;
const EXPIRY_BLOCKS = 20;
const FRESH_PAYEES = 0.2;
const LEAST_COIN = 1_000_000n;

export function settle(scene: Scene, inputs: readonly Coin[], outputs: readonly Draft[]): BuiltTransaction {
  const transaction = buildTransaction({ inputs, outputs, expiryHeight: scene.height + EXPIRY_BLOCKS });
  scene.ledger.apply(transaction.json, scene.height);
  return transaction;
}

function listSpendable({ ledger, height }: Scene): LedgerCoin[] {
  return ledger
    .list('coin')
    .filter(
      ({ tokens, satoshis, matureHeight }) => tokens.size === 0 && satoshis >= LEAST_COIN && matureHeight <= height,
    );
}

/** Each coin once; undefined where no coins suffice. */
export function drawCoins(scene: Scene, least: bigint, most = 40): LedgerCoin[] | undefined {
  const coins = listSpendable(scene);
  const wanted = coins.length > MANY_COINS ? scene.random.integer(3, 6) : scene.random.integer(1, 2);
  const drawn: LedgerCoin[] = [];
  let sum = 0n;
  while (coins.length > 0 && drawn.length < most && (drawn.length < wanted || sum < least)) {
    const [coin] = coins.splice(scene.random.integer(0, coins.length - 1), 1);
    if (coin === undefined) break;
    drawn.push(coin);
    sum += coin.satoshis;
  }
  return sum >= least ? drawn : undefined;
}

export function payChange(coins: readonly Coin[], spent: bigint): Draft[] {
  const rest = sumSatoshis(coins) - spent;
  const owner = coins.find(({ tokens }) => tokens.size === 0)?.address ?? coins[0]?.address ?? '';
  return rest > 0n ? [payCoin(owner, rest)] : [];
}

/** Usually a holder of coins, sometimes a new key. */
export function drawPayee(scene: Scene, wants: 'anyone' | 'key' = 'anyone'): string {
  const { random, ledger } = scene;
  const fresh = (): string =>
    encodeAddress('PUBLIC_KEY_HASH', createHash('sha256').update(random.bytes(16)).digest().subarray(0, 20));
  if (random.chance(FRESH_PAYEES)) return fresh();
  const holders = ledger.list('coin').filter(({ address }) => wants === 'anyone' || !isIdentityAddress(address));
  return holders.length === 0 ? fresh() : random.pick(holders).address;
}

/** In thousandths; never 0. */
export function drawShare(random: Random, amount: bigint, leastThousandths: number, mostThousandths: number): bigint {
  const share = (amount * BigInt(random.integer(leastThousandths, mostThousandths))) / 1_000n;
  return share > 0n ? share : 1n;
}
