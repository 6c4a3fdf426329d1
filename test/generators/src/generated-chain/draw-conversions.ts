import { identityState, notarizeState, payTokens } from '#/chain-parts/outputs.ts';
import type { TransactionShape } from './block-shapes.ts';
import type { Waiting } from './chain-state.ts';
import { defineBasket } from './define-basket.ts';
import { type Drawn, drawCoins, drawPayee, FEE, payOut, type Scene, sumNative } from './draw-transactions.ts';
import { basketState, holdDeposit, importTransfers, requestConversion } from './outputs.ts';

const WAITING_MAX = 50;
const TRANSFER_FEE = 20_000n;
const LEAST_CONVERTED = 1_000_000n;

export function drawLaunch(scene: Scene): Drawn | undefined {
  const { state, height } = scene;
  const id = state.plain.pop();
  const identity = id === undefined ? undefined : state.identities.get(id);
  if (id === undefined || identity === undefined) return undefined;
  const record = { currencyId: id, name: String(identity.payload.name), supply: 0n, changes: 0 };
  return {
    inputs: [identity.coin],
    outputs: [identityState(identity.payload, [id, id]), ...defineBasket(state.chainId, record, height)],
    identities: [identity.payload],
    currencies: [record],
  };
}

/** Undefined while there is no basket, or no owner can pay. */
export function drawConversion(scene: Scene, shape: TransactionShape): Drawn | undefined {
  const { state, random } = scene;
  if (state.basketIds.length === 0) return undefined;
  const basketId = random.pick(state.basketIds);
  const waiting = state.waiting.get(basketId) ?? [];
  if (waiting.length >= WAITING_MAX) return undefined;
  const inputs = drawCoins(scene, shape.inputs, LEAST_CONVERTED + TRANSFER_FEE);
  if (inputs === undefined) return undefined;
  const amount = LEAST_CONVERTED + (sumNative(inputs) - FEE - TRANSFER_FEE - LEAST_CONVERTED) / 8n;
  const payee = drawPayee(scene);
  const transfer = requestConversion(state.chainId, basketId, amount, TRANSFER_FEE, payee);
  const rest = payOut(scene, inputs, Math.max(shape.outputs - 1, 1), amount + TRANSFER_FEE);
  return { inputs, outputs: [transfer, ...rest], request: { amount, payee } };
}

/** For one basket: reserves grow, each requester gets as many tokens, and fees go to the producer. Undefined while nothing waits. */
export function drawImport({ state, random, height }: Scene): Drawn | undefined {
  const ready = state.basketIds.filter((id) => (state.waiting.get(id)?.length ?? 0) > 0);
  if (ready.length === 0) return undefined;
  const basketId = random.pick(ready);
  const basket = state.baskets.get(basketId);
  const waiting: readonly Waiting[] = state.waiting.get(basketId) ?? [];
  if (basket === undefined) throw new Error('transfers wait for a basket that is not there');
  state.waiting.delete(basketId);
  const minted = waiting.reduce((sum, { amount }) => sum + amount, 0n);
  const reserves = basket.reserves + minted;
  const { record } = basket;
  const after = { ...record, supply: record.supply + minted, changes: record.changes + 1 };
  const { chainId } = state;
  const names = state.names([basketId]);
  return {
    inputs: [
      basket.state,
      ...(basket.deposit === undefined ? [] : [basket.deposit]),
      ...waiting.map(({ coin }) => coin),
    ],
    outputs: [
      importTransfers(chainId, basketId, minted, height),
      notarizeState(basketState(chainId, after, { emitted: minted, reserves }, height)),
      holdDeposit(chainId, basketId, reserves),
      ...waiting.map(({ payee, amount }) => payTokens(payee, new Map([[basketId, amount]]), 0n, names)),
    ],
    currencies: [after],
    reserves,
  };
}
