import type { ChainView } from '@ledgergraph/chain-kit/graph/chain-view';
import { notFound, validationError } from '@ledgergraph/graph-kit/errors';
import type { MarketPair } from '#/candles/market-pairs.ts';
import type { MarketRow } from '#/db/find-markets.ts';
import { findIds } from './find-ids.ts';
import type { Context } from './loaders.ts';

export interface PairArguments {
  basket: string;
  base: string;
  quote: string;
}

/** @throws NOT_FOUND where no running basket converts both; VALIDATION_ERROR for one currency twice */
export async function findPair(
  context: Context,
  view: ChainView,
  { basket, base, quote }: PairArguments,
): Promise<{ pair: MarketPair; market: MarketRow }> {
  const ids = await findIds(context, view, { basket, base, quote });
  const pair = { basketId: ids.basket, baseId: ids.base, quoteId: ids.quote };
  if (pair.baseId === pair.quoteId) throw validationError('quote', 'quote must be another currency than base');
  const { chainId, height, network } = view;
  const market = await context.loaders.pairMarket.load({ chainId, height, ...pair });
  if (market !== null) return { pair, market };
  throw notFound(`no basket ${basket} on ${network.name} converts these two currencies at that block`);
}
