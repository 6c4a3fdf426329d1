import type { ChainView } from '@ledgergraph/chain-kit/graph/chain-view';
import { addWorths, type Worth, worthOf } from '#/quote/spot.ts';
import { findIds } from './find-ids.ts';
import type { Context } from './loaders.ts';
import { type MarketObject, pairOf, reserveOf } from './market-object.ts';

export async function liquidityOf(
  market: MarketObject,
  args: { currency: string },
  context: Context,
): Promise<bigint | null> {
  const { currency: quoteId } = await findIds(context, market.view, args);
  const { baseId, quoteId: otherId } = pairOf(market);
  const [one, other] = await Promise.all(
    [baseId, otherId].map((id) => findWorth(context, market.view, reserveOf(market, id), { baseId: id, quoteId })),
  );
  return one == null || other == null ? null : addWorths(one, other);
}

async function findWorth(
  context: Context,
  { chainId, height }: ChainView,
  amount: bigint,
  { baseId, quoteId }: { baseId: string; quoteId: string },
): Promise<Worth | null> {
  if (baseId === quoteId) return { dividend: amount, divisor: 1n };
  const baskets = await context.loaders.pairBaskets.load({ chainId, height, baseId, quoteId });
  return worthOf(amount, baskets, baseId, quoteId);
}
