import { sumSatoshis } from '@ledgergraph/chain-generator/coin';
import { pay } from '@ledgergraph/chain-generator/outputs';
import { TRANSFER, transferOutput } from '@ledgergraph/chain-generator/transfer';
import { isIdentityAddress } from '@ledgergraph/verus-protocol/address';
import type { JsonObject } from '@ledgergraph/verus-protocol/lossless-json';
import { type Basket, listBaskets } from './basket.ts';
import { drawCoins, drawPayee, drawShare, FEE, payChange, type Scene, settle } from './scene.ts';

/** Native coin that a request pays for its transfer (docs/verus/fees.md). */
const TRANSFER_FEE = 20_010n;
/** More people sell while units outnumber those at the launch, so that prices stay near their start. */
const SELL_ABOVE = 0.6;
const SELL_BELOW = 0.4;
const SHARE_DIVISOR = 100n;

/** Undefined while the chain has no basket, or no one can pay. */
export function drawConversion(scene: Scene): JsonObject | undefined {
  const baskets = listBaskets(scene.ledger, scene.chainId);
  if (baskets.length === 0) return undefined;
  const basket = scene.random.pick(baskets);
  const sells = scene.random.chance(basket.currency.supply > basket.currency.initialSupply ? SELL_ABOVE : SELL_BELOW);
  return (sells ? drawSale(scene, basket) : undefined) ?? drawPurchase(scene, basket);
}

function drawPurchase(scene: Scene, { currency: { currencyId }, reserves }: Basket): JsonObject | undefined {
  const { chainId, random } = scene;
  const coins = drawCoins(scene, 100n * FEE);
  if (coins === undefined) return undefined;
  const most = sumSatoshis(coins) - FEE - TRANSFER_FEE;
  const limit = reserves / SHARE_DIVISOR;
  const amount = drawShare(random, most < limit ? most : limit, 100, 900);
  const payee = drawPayee(scene, 'key');
  const request = transferOutput(scene, {
    kind: 'BUY',
    flags: TRANSFER.VALID | TRANSFER.CONVERT,
    fromId: chainId,
    amount,
    toId: currencyId,
    feeCurrencyId: chainId,
    fee: TRANSFER_FEE,
    destination: payee,
  });
  return settle(scene, coins, [request, ...payChange(coins, amount + TRANSFER_FEE + FEE)]).json;
}

/** Undefined where only identities hold units. */
function drawSale(scene: Scene, { currency: { currencyId, supply } }: Basket): JsonObject | undefined {
  const { chainId, ledger, random, height } = scene;
  const holders = ledger
    .list('coin')
    .filter(
      ({ tokens, address, matureHeight }) =>
        tokens.size === 1 && tokens.has(currencyId) && !isIdentityAddress(address) && matureHeight <= height,
    );
  const coins = holders.length === 0 ? undefined : drawCoins(scene, 100n * FEE);
  if (coins === undefined) return undefined;
  const coin = random.pick(holders);
  const held = coin.tokens.get(currencyId) ?? 0n;
  const limit = supply / SHARE_DIVISOR;
  const amount = drawShare(random, held < limit ? held : limit, 100, 900);
  const inputs = [coin, ...coins];
  const request = transferOutput(scene, {
    kind: 'SELL',
    flags: TRANSFER.VALID | TRANSFER.CONVERT | TRANSFER.TO_SOURCE,
    fromId: currencyId,
    amount,
    toId: chainId,
    feeCurrencyId: chainId,
    fee: TRANSFER_FEE,
    destination: coin.address,
  });
  const rest = held > amount ? [pay(scene, coin.address, currencyId, held - amount)] : [];
  return settle(scene, inputs, [request, ...rest, ...payChange(inputs, TRANSFER_FEE + FEE)]).json;
}
