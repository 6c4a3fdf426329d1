import { type Coin, sumSatoshis } from '@ledgergraph/chain-generator/coin';
import { type Draft, payCoin, payTokens } from '@ledgergraph/chain-generator/outputs';
import { FEE, namesIn, type Scene, sumTokens } from './draft-transactions.ts';

export interface Funds {
  coins: Coin[];
  change: Draft[];
}

/** @param tokens of one currency: their outputs hold no native coins @returns undefined while no owner has such coins */
export function fund(
  { chainId, random, ledger, height, owners }: Scene,
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
  const native = sumSatoshis(coins) - wanted;
  const change = native > 0n ? [payCoin(random.pick(owners), native)] : [];
  return {
    coins,
    change: left.size === 0 ? change : [...change, payTokens(namesIn({ chainId, ledger }), random.pick(owners), left)],
  };
}

export function heldOf({ tokens }: Coin, currencyId: string): bigint {
  return tokens.get(currencyId) ?? 0n;
}

export function drawReceiver({ random, owners }: Scene): string {
  return random.pick(owners.filter((address) => address.startsWith('R')));
}
