import { isConversion, type RecordedImport, type RecordedTransfer } from './recorded-imports.ts';
import type { OracleTrade } from './trade-oracle.ts';

const COIN = 100_000_000n;

export function tradesBetween(imports: readonly RecordedImport[], one: string, other: string): OracleTrade[] {
  return imports.flatMap((settled) =>
    tradesOf(settled).filter(({ fromId, toId }) => [fromId, toId].sort().join() === [one, other].sort().join()),
  );
}

/** First hops of at least a satoshi, by the direction that comes first in the import; then second hops. */
function tradesOf(settled: RecordedImport): OracleTrade[] {
  const { transfers } = settled;
  const conversions = transfers
    .filter(isConversion)
    .filter((one) => netOf(one) > 0n && (one.payout?.amount ?? 0n) > 0n);
  const first = conversions.flatMap((transfer) => firstHops(settled, transfer));
  const second = conversions.filter(({ viaId }) => viaId !== null).map((transfer) => secondHop(settled, transfer));
  return [...byDirection(first), ...byDirection(second)];
}

function byDirection(trades: readonly OracleTrade[]): OracleTrade[] {
  return [...Map.groupBy(trades, ({ fromId, toId }) => `${fromId} ${toId}`).values()].flat();
}

function firstHops(settled: RecordedImport, transfer: RecordedTransfer): OracleTrade[] {
  const { currencyId, height, time } = settled;
  const { fromId, toId, viaId, payout } = transfer;
  const amountIn = netOf(transfer);
  const reserveId = fromId === currencyId ? toId : fromId;
  const price = priceIn(settled, reserveId, 'lastConversionPrice');
  const whole = { height, time, fromId, toId, amountIn, amountOut: payout?.amount ?? 0n };
  if (viaId === null) return [{ ...whole, unitId: reserveId, price }];
  const onward = priceIn(settled, toId, 'viaConversionPrice');
  return [
    { ...whole, unitId: fromId, price: (((COIN * COIN) / onward) * price) / COIN },
    { ...whole, toId: currencyId, amountOut: (amountIn * COIN) / price, unitId: fromId, price },
  ];
}

function secondHop(settled: RecordedImport, transfer: RecordedTransfer): OracleTrade {
  const { currencyId, height, time } = settled;
  const { fromId, toId, payout } = transfer;
  const middle = (netOf(transfer) * COIN) / priceIn(settled, fromId, 'lastConversionPrice');
  const price = priceIn(settled, toId, 'viaConversionPrice');
  return {
    height,
    time,
    fromId: currencyId,
    toId,
    amountIn: middle,
    amountOut: payout?.amount ?? 0n,
    unitId: toId,
    price,
  };
}

function netOf({ amount, viaId }: RecordedTransfer): bigint {
  return amount - ((amount * 25_000n) / COIN) * (viaId === null ? 1n : 2n);
}

function priceIn({ after }: RecordedImport, id: string, price: 'lastConversionPrice' | 'viaConversionPrice'): bigint {
  return after.reserves.find(({ currencyId }) => currencyId === id)?.[price] ?? 0n;
}
