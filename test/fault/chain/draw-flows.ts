import { parseAddress } from '@ledgergraph/verus-protocol/address';
import { childIdentityAddress } from '@ledgergraph/verus-protocol/name';
import { defineBasket, exportToBasket, importToBasket, startBasket } from './draft-basket.ts';
import { defineGateway, exportToGateway, importFromGateway } from './draft-gateway.ts';
import { endOffer, postOffer } from './draft-offers.ts';
import type { Scene } from './draft-transactions.ts';
import { drawTransfer } from './draft-transfers.ts';
import type { TreeTransaction } from './tree-transaction.ts';

export const BASKET = 'basket';
export const GATEWAY = 'gateway';

export function flowIds(chainId: string): { basketId: string; gatewayId: string } {
  const parent = parseAddress(chainId)?.hash ?? new Uint8Array();
  return { basketId: childIdentityAddress(BASKET, parent), gatewayId: childIdentityAddress(GATEWAY, parent) };
}

/** Most blocks have one or none. */
const CHANCES = {
  define: 0.7,
  start: 0.6,
  transfer: 0.35,
  gather: 0.4,
  pay: 0.6,
  leave: 0.3,
  arrive: 0.08,
  post: 0.1,
  end: 0.15,
};

export function drawFlows(scene: Scene, take: (transaction: TreeTransaction | undefined) => void): void {
  const { random, ledger, chainId, height } = scene;
  if (height < 3) return;
  const { basketId, gatewayId } = flowIds(chainId);
  const { basket } = ledger;
  if (basket === undefined) {
    if (random.chance(CHANCES.define)) take(defineBasket(scene, { currencyId: basketId, name: BASKET }));
  } else if (!basket.isRunning) {
    if (random.chance(CHANCES.start)) take(startBasket(scene, basket));
  } else {
    if (ledger.exported.size > 0 && random.chance(CHANCES.pay)) take(importToBasket(scene));
    if (random.chance(CHANCES.gather)) take(exportToBasket(scene, basketId));
  }
  if (!ledger.currencies.has(gatewayId)) {
    if (random.chance(CHANCES.define)) take(defineGateway(scene, { currencyId: gatewayId, name: GATEWAY }));
  } else {
    if (random.chance(CHANCES.leave)) take(exportToGateway(scene, gatewayId));
    if (random.chance(CHANCES.arrive)) take(importFromGateway(scene, gatewayId));
  }
  if (random.chance(CHANCES.transfer)) take(drawTransfer(scene, { basketId, gatewayId }));
  if (random.chance(CHANCES.end)) take(endOffer(scene));
  if (random.chance(CHANCES.post)) for (const transaction of postOffer(scene)) take(transaction);
}
