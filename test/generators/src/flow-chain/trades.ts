import { COIN } from '@ledgergraph/chain-generator/formulas';
import { reserveOf } from '@ledgergraph/chain-generator/settle-transfers';
import { TRANSFER, type TransferRequest } from '@ledgergraph/chain-generator/transfer';
import type { FlowCurrency } from './flow-currency.ts';
import { requestTransfers } from './transfers.ts';
import { FEE, type World } from './world.ts';

const PLAIN_FEE = 20_000n;
const CONVERSION_FEE = 20_010n;

type Draw = (world: World, currency: FlowCurrency) => TransferRequest | undefined;

const DRAWS: readonly [weight: number, draw: Draw][] = [
  [5, drawBuy],
  [4, drawSell],
  [5, drawVia],
  [1, drawSend],
  [1, drawBurn],
  [1, drawReserveBurn],
  [2, drawMint],
];
const WEIGHTS = DRAWS.reduce((sum, [weight]) => sum + weight, 0);

export function trade(world: World): void {
  const running = [...world.currencies.values()].filter(({ isRunning }) => isRunning);
  if (running.length === 0) return;
  const requests: TransferRequest[] = [];
  for (let count = world.random.chance(0.15) ? 2 : 1; count > 0; count -= 1) {
    const request = pickDraw(world)(world, world.random.pick(running));
    if (request !== undefined && request.kind !== 'MINT') requests.push(request);
    // The issuer signs a mint, so that it stands alone.
    if (request?.kind === 'MINT') requestTransfers(world, [request], request.toId);
  }
  if (requests.length > 0) requestTransfers(world, requests);
}

function pickDraw({ random }: World): Draw {
  let left = random.fraction() * WEIGHTS;
  for (const [weight, draw] of DRAWS) {
    left -= weight;
    if (left < 0) return draw;
  }
  return drawBuy;
}

/** Somebody can pay it, and it does not empty a reserve. */
function drawAmount(world: World, currencyId: string, most: bigint): bigint {
  const held = world.wallet.peek(world.random, currencyId);
  const some = (held * BigInt(world.random.integer(1, 900))) / 1_000n - FEE;
  const amount = some < most ? some : most - BigInt(world.random.integer(0, 999_999));
  return amount > 100_000n ? amount : 0n;
}

interface Shape {
  kind: TransferRequest['kind'];
  flags: number;
  fromId: string;
  toId: string;
  viaId?: string;
}

function request(world: World, shape: Shape, amount: bigint): TransferRequest | undefined {
  if (amount <= 0n) return undefined;
  const { random, chainId } = world;
  const destination = world.person();
  const isConversion = shape.kind === 'BUY' || shape.kind === 'SELL' || shape.kind === 'VIA';
  const fee = isConversion ? CONVERSION_FEE : PLAIN_FEE;
  const refund = random.chance(0.7) && shape.kind !== 'BURN' ? { refundTo: destination } : {};
  return { ...shape, amount, feeCurrencyId: chainId, fee, destination, ...refund };
}

function drawBuy(world: World, basket: FlowCurrency): TransferRequest | undefined {
  if (!basket.isBasket) return undefined;
  const { currencyId, reserves } = world.random.pick(basket.reserves);
  const flags = TRANSFER.VALID | TRANSFER.CONVERT;
  return request(
    world,
    { kind: 'BUY', flags, fromId: currencyId, toId: basket.currencyId },
    drawAmount(world, currencyId, reserves / 50n),
  );
}

function drawSell(world: World, basket: FlowCurrency): TransferRequest | undefined {
  if (!basket.isBasket) return undefined;
  const { currencyId } = world.random.pick(basket.reserves);
  const flags = TRANSFER.VALID | TRANSFER.CONVERT | TRANSFER.TO_SOURCE;
  const shape: Shape = { kind: 'SELL', flags, fromId: basket.currencyId, toId: currencyId };
  return request(world, shape, drawAmount(world, basket.currencyId, basket.supply / 100n));
}

function drawVia(world: World, basket: FlowCurrency): TransferRequest | undefined {
  if (basket.reserves.length < 2) return undefined;
  const from = world.random.pick(basket.reserves);
  const to = world.random.pick(basket.reserves.filter((reserve) => reserve !== from));
  const flags = TRANSFER.VALID | TRANSFER.CONVERT | TRANSFER.VIA;
  const shape: Shape = { kind: 'VIA', flags, fromId: from.currencyId, toId: to.currencyId, viaId: basket.currencyId };
  return request(world, shape, drawAmount(world, from.currencyId, from.reserves / 80n));
}

/** Through a basket: nothing is converted. */
function drawSend(world: World, basket: FlowCurrency): TransferRequest | undefined {
  if (!basket.isBasket) return undefined;
  const { currencyId } = world.random.pick(basket.reserves);
  const shape: Shape = { kind: 'SEND', flags: TRANSFER.VALID, fromId: currencyId, toId: basket.currencyId };
  return request(world, shape, drawAmount(world, currencyId, 1_000n * COIN));
}

function drawBurn(world: World, currency: FlowCurrency): TransferRequest | undefined {
  const changesWeight = currency.isBasket && canGrow(currency) && world.random.chance(0.5);
  const flags = TRANSFER.VALID | (changesWeight ? TRANSFER.BURN_WEIGHT : TRANSFER.BURN_PRICE);
  const shape: Shape = { kind: 'BURN', flags, fromId: currency.currencyId, toId: currency.currencyId };
  return request(world, shape, drawAmount(world, currency.currencyId, currency.supply / 5_000n));
}

/** Weights of a basket are never above 1 together. */
function canGrow({ reserves }: FlowCurrency): boolean {
  return reserves.reduce((sum, { weight }) => sum + weight, 0n) < (COIN * 995n) / 1_000n;
}

function drawReserveBurn(world: World, basket: FlowCurrency): TransferRequest | undefined {
  if (!basket.isBasket) return undefined;
  const token = world.random.pick(basket.reserves).currencyId;
  if (token === world.chainId) return undefined;
  const shape: Shape = {
    kind: 'BURN',
    flags: TRANSFER.VALID | TRANSFER.BURN_PRICE,
    fromId: token,
    toId: basket.currencyId,
  };
  return request(world, shape, drawAmount(world, token, reserveOf(basket, token).reserves / 5_000n));
}

function drawMint(world: World, currency: FlowCurrency): TransferRequest | undefined {
  if (!currency.isCentralized) return undefined;
  const shape: Shape = {
    kind: 'MINT',
    flags: TRANSFER.VALID | TRANSFER.MINT,
    fromId: world.chainId,
    toId: currency.currencyId,
  };
  return request(world, shape, BigInt(world.random.integer(1, 5_000)) * COIN);
}
