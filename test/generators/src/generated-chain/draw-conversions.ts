import { decimal, whole } from '@ledgergraph/chain-generator/amounts';
import { sumSatoshis } from '@ledgergraph/chain-generator/coin';
import {
  type Currency,
  NO_FLOW,
  NO_HASH,
  plainToken,
  printNotarization,
  printState,
} from '@ledgergraph/chain-generator/currency';
import { IMPORT, importOutput } from '@ledgergraph/chain-generator/exports';
import { COIN } from '@ledgergraph/chain-generator/formulas';
import { identityState } from '@ledgergraph/chain-generator/identity';
import { type Draft, holdDeposit, pay, protocolOutput } from '@ledgergraph/chain-generator/outputs';
import { TRANSFER, transferOutput } from '@ledgergraph/chain-generator/transfer';
import { currencyDefinition } from '#/chain-parts/currency-definition.ts';
import type { TransactionShape } from './block-shapes.ts';
import type { Waiting } from './chain-state.ts';
import { type Drawn, drawCoins, drawPayee, FEE, payOut, type Scene } from './draw-transactions.ts';

const BASKET_OPTIONS = 33;
const RUNNING_BASKET = 49;
const WAITING_MAX = 50;
const TRANSFER_FEE = 20_000n;
const LEAST_CONVERTED = 1_000_000n;

export function drawLaunch(scene: Scene): Drawn | undefined {
  const { state, height } = scene;
  const { chainId } = state;
  const id = state.plain.pop();
  const identity = id === undefined ? undefined : state.identities.get(id);
  if (id === undefined || identity === undefined) return undefined;
  const name = String(identity.payload.name);
  const currency = basketOf(chainId, id, 0n);
  const one = [decimal(COIN)];
  const definition = currencyDefinition(chainId, { currencyId: id, name }, height);
  return {
    inputs: [identity.coin],
    outputs: [
      identityState(identity.payload),
      protocolOutput('currencydefinition', {
        ...definition,
        options: whole(BASKET_OPTIONS),
        currencies: [chainId],
        weights: one,
        conversions: one,
      }),
      notarize(currency, 0n, height),
    ],
    identity: identity.payload,
    basket: { name, currency },
  };
}

function basketOf(chainId: string, currencyId: string, supply: bigint): Currency {
  const reserve = { currencyId: chainId, weight: COIN, reserves: supply, last: COIN, via: COIN };
  return { ...plainToken(currencyId, supply), isBasket: true, reserves: [reserve] };
}

function notarize(currency: Currency, minted: bigint, height: number): Draft {
  const flows = currency.reserves.map(({ currencyId }) => [currencyId, { ...NO_FLOW, reserveIn: minted }] as const);
  const state = printState(currency, RUNNING_BASKET, { reserves: new Map(flows), emitted: minted });
  return protocolOutput(
    'acceptednotarization',
    printNotarization({
      currencyId: currency.currencyId,
      marks: {},
      state,
      height: height - 1,
      previous: undefined,
      previousHeight: 0,
    }),
  );
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
  const amount = LEAST_CONVERTED + (sumSatoshis(inputs) - FEE - TRANSFER_FEE - LEAST_CONVERTED) / 8n;
  const payee = drawPayee(scene);
  const transfer = transferOutput(state, {
    kind: 'BUY',
    flags: TRANSFER.VALID | TRANSFER.CONVERT,
    fromId: state.chainId,
    amount,
    toId: basketId,
    feeCurrencyId: state.chainId,
    fee: TRANSFER_FEE,
    destination: payee,
  });
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
  const { chainId } = state;
  const currency = basketOf(chainId, basketId, basket.currency.supply + minted);
  const exported = { txid: NO_HASH, vout: 0 };
  const imported = {
    sourceSystemId: chainId,
    sourceHeight: height - 1,
    valueIn: new Map([[chainId, minted]]),
    exported,
  };
  return {
    inputs: [
      basket.state,
      ...(basket.deposit === undefined ? [] : [basket.deposit]),
      ...waiting.map(({ coin }) => coin),
    ],
    outputs: [
      importOutput(
        { ...imported, hash: NO_HASH },
        { currencyId: basketId, flags: IMPORT.POST_LAUNCH | IMPORT.SAME_CHAIN, outputs: waiting.length },
      ),
      notarize(currency, minted, height),
      holdDeposit(state, basketId, new Map([[chainId, currency.supply]])),
      ...waiting.map(({ payee, amount }) => pay(state, payee, basketId, amount)),
    ],
    basket: { name: basket.name, currency },
  };
}
