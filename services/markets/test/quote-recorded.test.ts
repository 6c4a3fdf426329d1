import { convertAmounts } from '#/quote/convert-amounts.ts';
import { flowsOfImport } from '#/quote/import-flows.ts';
import { quoteConversion } from '#/quote/quote-conversion.ts';
import { isConversion, type RecordedTransfer, readRecordedImports } from './recorded-imports.ts';

const VRSCTEST = 'iJhCezBExJHvtyH3fGhNnt2NhU4Ztkf2yq';
const COIN = 100_000_000n;
const imports = (['vrsctest-a', 'mempool-a'] as const)
  .flatMap(readRecordedImports)
  .filter(({ transfers }) => transfers.some(isConversion));

const targetOf = ({ toId }: RecordedTransfer) => toId;

test('the prices of every recorded import of conversions are found to the satoshi', () => {
  for (const { currencyId, before, after, transfers } of imports) {
    if (before === null) throw new Error('an import without a state before it');
    const ids = before.reserves.map((reserve) => reserve.currencyId);
    const indexOf = (id: string) => (id === currencyId ? null : ids.indexOf(id));
    const conversions = transfers.filter(isConversion).map((transfer) => {
      const fee = ((transfer.amount * 25_000n) / COIN) * (transfer.viaId === null ? 1n : 2n);
      const [from, to] = [indexOf(transfer.fromId), indexOf(targetOf(transfer))];
      return { from, to, net: transfer.amount - fee, conversionFee: fee };
    });
    const { curve, flows } = flowsOfImport(before, ids.indexOf(VRSCTEST), conversions);
    expect(convertAmounts(curve, flows)).toEqual({
      prices: after.reserves.map(({ lastConversionPrice }) => lastConversionPrice),
      viaPrices: after.reserves.map(({ viaConversionPrice }) => viaConversionPrice),
    });
  }
  expect(imports).toHaveLength(41);
});

test('a quote is what the chain paid, to the satoshi, for every conversion that was alone in its import', () => {
  const alone = imports.filter(({ transfers }) => transfers.length === 1);
  for (const { before, after, transfers, time } of alone) {
    const [transfer] = transfers;
    if (before === null || transfer === undefined) throw new Error('an import without a state before it');
    const pair = { fromId: transfer.fromId, toId: targetOf(transfer) };
    const quote = quoteConversion(before, VRSCTEST, pair, transfer.amount, time);
    expect({ currencyId: pair.toId, amount: quote.amountOut }).toEqual(transfer.payout);
    const from = after.reserves.find((reserve) => reserve.currencyId === pair.fromId);
    const to = after.reserves.find((reserve) => reserve.currencyId === pair.toId);
    const bought = from === undefined ? COIN : from.lastConversionPrice;
    const price = to === undefined ? bought : (((COIN * COIN) / to.viaConversionPrice) * bought) / COIN;
    expect(quote.price).toBe(price);
    expect(quote.slippage).toBeGreaterThan(0n);
  }
  expect(alone.length).toBeGreaterThanOrEqual(10);
});
