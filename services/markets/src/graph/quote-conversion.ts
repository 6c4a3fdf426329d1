import type { ChainView } from '@ledgergraph/chain-kit/graph/chain-view';
import { notFound, validationError } from '@ledgergraph/graph-kit/errors';
import type { MarketRow } from '#/db/find-markets.ts';
import { ConversionFault } from '#/quote/curve.ts';
import { type Quote, quoteConversion } from '#/quote/quote-conversion.ts';
import { findIds } from './find-ids.ts';
import type { Context } from './loaders.ts';
import { type ChainArguments, type CurrencyRef, currencyRef } from './nodes.ts';

export interface QuoteArguments extends ChainArguments {
  from: string;
  to: string;
  via?: string | null;
  amount: bigint;
}

export interface QuoteObject extends Quote {
  amountIn: bigint;
  transferFee: bigint;
  basket: CurrencyRef;
}

/** A node's own wallet pays 0.0002001 native coins on top of each conversion. */
const TRANSFER_FEE = 20_010n;
const AMOUNT_MAX = 2n ** 63n - 1n;

/** @throws VALIDATION_ERROR, NOT_FOUND */
export async function quoteConversionOf(_: unknown, args: QuoteArguments, context: Context): Promise<QuoteObject> {
  const { amount, from, to, via } = args;
  if (amount <= 0n || amount > AMOUNT_MAX)
    throw validationError('amount', 'amount must be above zero, and one that a coin can have');
  const view = await context.view(args.chainId, { asOf: args.asOf });
  const ids = await findIds(context, view, { from, to, via });
  const pair = { fromId: ids.from, toId: ids.to };
  const viaId = ids.via;
  if (pair.fromId === pair.toId) throw validationError('to', 'to must be another currency than from');
  if (viaId === pair.fromId || viaId === pair.toId) {
    throw validationError(
      'via',
      'via must be a basket that holds both currencies; leave it out to convert into or out of one',
    );
  }
  const market = await findBasket(context, view, pair, viaId);
  const state = { currencyId: market.basketId, supply: market.supply, reserves: market.reserves };
  try {
    const quote = quoteConversion(state, view.chainId, pair, amount, market.time);
    return { ...quote, amountIn: amount, transferFee: TRANSFER_FEE, basket: currencyRef(view, market.basketId) };
  } catch (error) {
    if (!(error instanceof ConversionFault)) throw error;
    throw validationError('amount', `the chain would give this amount back: ${error.message}`);
  }
}

/** The basket that is named, else the target, else the source. */
async function findBasket(
  context: Context,
  { chainId, height, network }: ChainView,
  { fromId, toId }: { fromId: string; toId: string },
  viaId: string | null,
): Promise<MarketRow> {
  const pair = { chainId, height, baseId: fromId, quoteId: toId };
  const baskets = viaId === null ? [toId, fromId] : [viaId];
  const found = await Promise.all(baskets.map((basketId) => context.loaders.pairMarket.load({ ...pair, basketId })));
  const market = found.find((row) => row !== null);
  if (market != null) return market;
  const hint = viaId === null ? '; between two reserves, via names the basket' : '';
  throw notFound(`no basket on ${network.name} converts ${fromId} to ${toId} at that block${hint}`);
}
