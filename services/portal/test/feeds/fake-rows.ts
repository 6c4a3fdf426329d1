import { TEST_CHAIN } from '@ledgergraph/gateway/test/gateway-stand';
import { hashOf } from '@ledgergraph/gateway/test/streams/fake-chain';
import { BASKET, type FakeTrade, NATIVE, type Named, RESERVE, rfc } from './fake-trades.ts';

export const PAIRS: readonly (readonly [base: Named, quote: Named])[] = [
  [BASKET, NATIVE],
  [BASKET, RESERVE],
  [RESERVE, NATIVE],
];

export const ref = ({ id }: Named) => ({ __typename: 'Currency', chainId: TEST_CHAIN, currencyId: id, at: null });

export function conversionOf({ trade, index }: { trade: FakeTrade; index: number }) {
  return {
    chainId: TEST_CHAIN,
    at: null,
    txid: hashOf(index),
    index,
    importTxid: trade.importTxid,
    basketId: BASKET.id,
    direction: trade.direction,
    fromId: trade.from.id,
    toId: trade.to.id,
    basket: ref(BASKET),
    from: ref(trade.from),
    to: ref(trade.to),
    amountIn: trade.amountIn,
    amountOut: trade.amountOut,
    address: `R${index}`,
    blockHeight: trade.height,
    timestamp: rfc(trade.time),
    trade: listedTradeOf(trade, index),
  };
}

function listedTradeOf(trade: FakeTrade, index: number) {
  const pair = PAIRS.find((sides) => sides.includes(trade.from) && sides.includes(trade.to));
  if (pair === undefined || trade.amountOut === '0.00000000') return null;
  return tradeOf(trade, index, pair[0].id, pair[1].id);
}

export function tradeOf(
  { from, price, inversePrice, amountInNet, amountOut, time }: FakeTrade,
  index: number,
  baseId: string,
  quoteId: string,
) {
  const isBuy = from.id === quoteId;
  return {
    id: `${hashOf(index)}:${index}`,
    side: isBuy ? 'BUY' : 'SELL',
    price: isBuy ? price : inversePrice,
    baseAmount: isBuy ? amountOut : amountInNet,
    quoteAmount: isBuy ? amountInNet : amountOut,
    timestamp: rfc(time),
    baseId,
    quoteId,
  };
}
