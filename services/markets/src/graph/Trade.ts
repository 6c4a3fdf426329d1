import type { MarketPair } from '#/candles/market-pairs.ts';
import { conversionFeeOf, exactInversePriceOf, exactPriceOf } from '#/flows/formulas.ts';
import { isTrade } from '#/flows/settled-conversion.ts';
import type { Context } from './loaders.ts';
import type { ConversionNode } from './nodes.ts';

export interface TradeNode extends Pick<MarketPair, 'baseId' | 'quoteId'> {
  conversion: ConversionNode;
}

export const Trade = {
  id: ({ conversion: { settled } }: TradeNode): string => `${settled.txid}:${settled.vout}`,
  side: (trade: TradeNode): string => (isBuy(trade) ? 'BUY' : 'SELL'),
  price(trade: TradeNode): string {
    const { fromPrice, toPrice } = trade.conversion.settled;
    const prices = { from: fromPrice, to: toPrice };
    return isBuy(trade) ? exactPriceOf(prices) : exactInversePriceOf(prices);
  },
  baseAmount: (trade: TradeNode): bigint => (isBuy(trade) ? gotIn(trade) : paidIn(trade)),
  quoteAmount: (trade: TradeNode): bigint => (isBuy(trade) ? paidIn(trade) : gotIn(trade)),
  blockHeight: ({ conversion }: TradeNode): number | null => conversion.settled.importHeight,
  timestamp: ({ conversion }: TradeNode): number | null => conversion.settled.importTime,
};

/** Null where the conversion paid nothing. */
export async function findTrade(conversion: ConversionNode, context: Context): Promise<TradeNode | null> {
  const { view, basketId, fromId, toId, amount, amountOut } = conversion.settled;
  const amountInNet = amount - conversionFeeOf(conversion.settled);
  if (toId === null || !isTrade({ amountInNet, amountOut })) return null;
  const { chainId, height } = view;
  const pair = await context.loaders.listedPair.load({ chainId, height, basketId, baseId: fromId, quoteId: toId });
  return pair && { ...pair, conversion };
}

function isBuy({ conversion, quoteId }: TradeNode): boolean {
  return conversion.settled.fromId === quoteId;
}

function paidIn({ conversion: { settled } }: TradeNode): bigint {
  return settled.amount - conversionFeeOf(settled);
}

function gotIn({ conversion }: TradeNode): bigint {
  return conversion.settled.amountOut;
}
