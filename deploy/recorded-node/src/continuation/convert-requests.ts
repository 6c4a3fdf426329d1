import { findPrices } from '@ledgergraph/chain-generator/basket-prices';
import { conversionFee, exporterReward, exportFee } from '@ledgergraph/chain-generator/import-fees';
import { type Basket, type Flows, listReserves } from './basket.ts';
import { type ConversionRequest, type OutputDraft, payCoin, payTokens } from './outputs.ts';
import type { Scene } from './scene.ts';

const ONE = 100_000_000n;

export function convertRequests(
  { chainId, ledger }: Scene,
  basket: Basket,
  asked: readonly ConversionRequest[],
): { flows: Flows; payments: OutputDraft[] } {
  const requests = asked.map((request) => {
    const fee = conversionFee(request.amount, 1);
    return { ...request, isSale: request.from !== chainId, conversionFee: fee, net: request.amount - fee };
  });
  const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, amount) => total + amount, 0n);
  const feesOf = (isSale: boolean): bigint =>
    sum(requests.filter((one) => one.isSale === isSale).map((one) => one.conversionFee));
  const [conversionFees, unitFees] = [feesOf(false), feesOf(true)];
  // Half of the fees stays with the basket's holders; the other half becomes native coin in the same import.
  const unitsLeaving = unitFees - unitFees / 2n;
  const prices = findPrices(basket.supply - unitFees / 2n, listReserves(basket), [
    ...requests.map(({ from, to, net, isSale }) => ({
      from: isSale ? undefined : from,
      to: isSale ? to : undefined,
      amount: net,
    })),
    { from: undefined, to: chainId, amount: unitsLeaving },
  ]);
  const price = prices.get(chainId)?.last ?? ONE;
  const results = requests.map(({ isSale, net, payee }) => ({
    isSale,
    payee,
    amount: isSale ? (net * price) / ONE : (net * ONE) / price,
  }));
  const totalOf = (isSale: boolean): bigint =>
    sum(results.filter((one) => one.isSale === isSale).map((one) => one.amount));
  const fees = conversionFees + sum(requests.map(({ fee }) => fee));
  const feesBought = (unitsLeaving * price) / ONE;
  const unitsIn = sum(requests.filter(({ isSale }) => isSale).map(({ net }) => net)) + unitsLeaving;
  const flows: Flows = {
    reserveIn: sum(requests.filter(({ isSale }) => !isSale).map(({ net }) => net)) + conversionFees / 2n,
    reserveOut: totalOf(true) + feesBought,
    unitsIn,
    unitsOut: totalOf(false) - unitsIn - unitFees / 2n,
    fees,
    conversionFees,
    unitFees,
    prices,
  };
  const reward = exporterReward(exportFee(fees - conversionFees / 2n + feesBought, asked.length));
  const payments = results
    .filter(({ amount }) => amount > 0n)
    .map(({ isSale, payee, amount }) =>
      isSale ? payCoin(payee, amount) : payTokens(payee, basket.currencyId, amount, ledger.nameOf(basket.currencyId)),
    );
  const exporter = requests[0]?.payee ?? '';
  return { flows, payments: [...payments, payCoin(exporter, reward / 2n), payCoin(exporter, reward - reward / 2n)] };
}
