import { sumSatoshis } from '@ledgergraph/chain-generator/coin';
import { pay, payCoin } from '@ledgergraph/chain-generator/outputs';
import type { JsonObject } from '@ledgergraph/verus-protocol/lossless-json';
import { drawCoins, drawPayee, drawShare, FEE, payChange, type Scene, settle } from './scene.ts';

/** Undefined while no coin can be spent. */
export function drawPayment(scene: Scene): JsonObject | undefined {
  const coins = drawCoins(scene, 10n * FEE);
  if (coins === undefined) return undefined;
  const amount = drawShare(scene.random, sumSatoshis(coins) - FEE, 50, 900);
  return settle(scene, coins, [payCoin(drawPayee(scene), amount), ...payChange(coins, amount + FEE)]).json;
}

export function drawTokenPayment(scene: Scene): JsonObject | undefined {
  const { ledger, random, height } = scene;
  const holders = ledger.list('coin').filter(({ tokens, matureHeight }) => tokens.size === 1 && matureHeight <= height);
  if (holders.length === 0) return undefined;
  const coin = random.pick(holders);
  const [[id, held] = ['', 0n]] = coin.tokens;
  const coins = drawCoins(scene, 10n * FEE);
  if (coins === undefined || held < 2n) return undefined;
  const amount = drawShare(random, held, 50, 900);
  const inputs = [coin, ...coins];
  return settle(scene, inputs, [
    pay(scene, drawPayee(scene), id, amount),
    pay(scene, coin.address, id, held - amount),
    ...payChange(inputs, FEE),
  ]).json;
}
