import type { Coin } from '@ledgergraph/generators/chain-parts/coin';
import { type Draft, payCoin, payTokens } from '@ledgergraph/generators/chain-parts/outputs';
import type { Names } from '@ledgergraph/generators/flow-chain/world';
import { FEE, type Scene, sumTokens } from './draft-transactions.ts';

export interface Funds {
  coins: Coin[];
  change: Draft[];
}

/** @param tokens of one currency: their outputs hold no native coins @returns undefined while no owner has such coins */
export function fund(
  { random, ledger, height, owners }: Scene,
  satoshis: bigint,
  tokens?: { currencyId: string; amount: bigint },
): Funds | undefined {
  const wanted = satoshis + FEE;
  const all = ledger.spendable(height);
  const natives = all.filter((one) => one.satoshis >= wanted);
  if (natives.length === 0) return undefined;
  const coins = [random.pick(natives)];
  if (tokens !== undefined) {
    const held = all.filter((one) => !coins.includes(one) && heldOf(one, tokens.currencyId) >= tokens.amount);
    if (held.length === 0) return undefined;
    coins.push(random.pick(held));
  }
  const rest = sumTokens(coins);
  if (tokens !== undefined) rest.set(tokens.currencyId, (rest.get(tokens.currencyId) ?? 0n) - tokens.amount);
  const left = new Map([...rest].filter(([, amount]) => amount > 0n));
  const native = coins.reduce((sum, one) => sum + one.satoshis, 0n) - wanted;
  const change = native > 0n ? [payCoin(random.pick(owners), native)] : [];
  return {
    coins,
    change: left.size === 0 ? change : [...change, payTokens(random.pick(owners), left, 0n, ledger.names())],
  };
}

export function heldOf({ tokens }: Coin, currencyId: string): bigint {
  return tokens.get(currencyId) ?? 0n;
}

export function namesIn({ chainId, ledger }: Scene): Names {
  return { chainId, nameOf: (id) => ledger.currencies.get(id)?.name ?? id };
}

export function drawReceiver({ random, owners }: Scene): string {
  return random.pick(owners.filter((address) => address.startsWith('R')));
}
