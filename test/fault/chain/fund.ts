import type { Coin } from '@ledgergraph/generators/chain-parts/coin';
import { type Draft, payCoin, payTokens } from '@ledgergraph/generators/chain-parts/outputs';
import type { Names } from '@ledgergraph/generators/flow-chain/world';
import { FEE, type Scene } from './draft-transactions.ts';

/** A coin that pays, and outputs with what is left of it. */
export interface Funds {
  coin: Coin;
  change: Draft[];
}

/**
 * Draws a coin with an amount and a fee.
 * @param tokens of one currency, wanted beside the native satoshis
 * @returns undefined while no owner has such a coin
 */
export function fund(
  { random, ledger, height, owners }: Scene,
  satoshis: bigint,
  tokens?: { currencyId: string; amount: bigint },
): Funds | undefined {
  const wanted = satoshis + FEE;
  const coins = ledger
    .spendable(height)
    .filter(
      (one) => one.satoshis >= wanted && (tokens === undefined || heldOf(one, tokens.currencyId) >= tokens.amount),
    );
  if (coins.length === 0) return undefined;
  const coin = random.pick(coins);
  const rest = new Map(coin.tokens);
  if (tokens !== undefined) rest.set(tokens.currencyId, heldOf(coin, tokens.currencyId) - tokens.amount);
  const left = new Map([...rest].filter(([, amount]) => amount > 0n));
  const change = coin.satoshis > wanted ? [payCoin(random.pick(owners), coin.satoshis - wanted)] : [];
  return {
    coin,
    change: left.size === 0 ? change : [...change, payTokens(random.pick(owners), left, 0n, ledger.names())],
  };
}

export function heldOf({ tokens }: Coin, currencyId: string): bigint {
  return tokens.get(currencyId) ?? 0n;
}

/** Names as outputs print them. */
export function namesIn({ chainId, ledger }: Scene): Names {
  return { chainId, nameOf: (id) => ledger.currencies.get(id)?.name ?? id };
}

/** An owner that a transfer can go to. */
export function drawReceiver({ random, owners }: Scene): string {
  return random.pick(owners.filter((address) => address.startsWith('R')));
}
