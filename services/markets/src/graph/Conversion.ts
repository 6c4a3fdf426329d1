import {
  COIN,
  type ConversionPrices,
  conversionFeeOf,
  exactInversePriceOf,
  exactPriceOf,
  inversePriceOf,
  priceOf,
} from '#/flows/formulas.ts';
import { findAsked } from './find-import-of-export.ts';
import { resolveTransfer } from './get-transfer.ts';
import type { Context } from './loaders.ts';
import { type ConversionNode, type CurrencyRef, currencyRef, type Reference, type TransferNode } from './nodes.ts';
import { findSettledPayouts } from './settled-payouts.ts';
import { findTrade, type TradeNode } from './Trade.ts';

type ConversionReference = Reference & ({ txid: string; index: number } | { settlement: string });

export const Conversion = {
  async __resolveReference(key: ConversionReference, context: Context) {
    const settled = 'settlement' in key ? await findSettlement(key, context) : await resolveTransfer(key, context);
    return settled && toConversion(settled, null);
  },

  chainId: ({ settled }: ConversionNode): string => settled.chainId,
  at: ({ settled }: ConversionNode): number | null => settled.view.at,
  txid: ({ settled }: ConversionNode): string => settled.txid,
  index: ({ settled }: ConversionNode): number => settled.vout,
  transfer: (
    { settled, transfer }: ConversionNode,
    _: unknown,
    context: Context,
  ): TransferNode | Promise<TransferNode> => transfer ?? findAsked(settled, context),
  basket: ({ settled }: ConversionNode): CurrencyRef => currencyRef(settled.view, settled.basketId),
  basketId: ({ settled }: ConversionNode): string => settled.basketId,
  settlement: ({ settled: { importTxid, importVout, importOrdinal } }: ConversionNode): string =>
    [importTxid, importVout, importOrdinal].join(':'),
  direction: ({ settled }: ConversionNode): string => settled.kind,
  from: ({ settled }: ConversionNode): CurrencyRef => currencyRef(settled.view, settled.fromId),
  fromId: ({ settled }: ConversionNode): string => settled.fromId,
  to: ({ settled }: ConversionNode): CurrencyRef => currencyRef(settled.view, settled.toId ?? settled.fromId),
  toId: ({ settled }: ConversionNode): string => settled.toId ?? settled.fromId,
  amountIn: ({ settled }: ConversionNode): bigint => settled.amount,
  amountInNet: ({ settled }: ConversionNode): bigint => settled.amount - conversionFeeOf(settled),
  conversionFee: ({ settled }: ConversionNode): bigint => conversionFeeOf(settled),
  amountOut: ({ settled }: ConversionNode): bigint => settled.amountOut,
  price: (node: ConversionNode): bigint => priceOf(pricesOf(node)),
  inversePrice: (node: ConversionNode): bigint => inversePriceOf(pricesOf(node)),
  exactPrice: (node: ConversionNode): string => exactPriceOf(pricesOf(node)),
  exactInversePrice: (node: ConversionNode): string => exactInversePriceOf(pricesOf(node)),
  trade: (node: ConversionNode, _: unknown, context: Context): Promise<TradeNode | null> => findTrade(node, context),
  effectivePrice: ({ settled: { amount, amountOut } }: ConversionNode): bigint | null =>
    amountOut === 0n ? null : (amount * COIN) / amountOut,
  address: ({ settled }: ConversionNode, _: unknown, context: Context): string | Promise<string> =>
    settled.followsRules === true ? settled.destination : findPaidAddress(settled, context),
  importTxid: ({ settled }: ConversionNode): string | null => settled.importTxid,
  blockHeight: ({ settled }: ConversionNode): number | null => settled.importHeight,
  timestamp: ({ settled }: ConversionNode): number | null => settled.importTime,
};

/** Null for a transfer that converts nothing or was refunded. @param transfer looked up if null */
export function toConversion(settled: TransferNode, transfer: TransferNode | null): ConversionNode | null {
  const { basketId, amountOut } = settled;
  return basketId === null || amountOut === null ? null : { settled: { ...settled, basketId, amountOut }, transfer };
}

function pricesOf({ settled }: ConversionNode): ConversionPrices {
  return { from: settled.fromPrice, to: settled.toPrice };
}

/** The asked address where nothing was paid, else that of the output. */
async function findPaidAddress(settled: TransferNode, context: Context): Promise<string> {
  const payouts = await findSettledPayouts(settled, context);
  return payouts.at(-1)?.address ?? settled.destination;
}

async function findSettlement(
  { chainId, at, settlement }: Reference & { settlement: string },
  context: Context,
): Promise<TransferNode | null> {
  const view = await context.view(chainId, { at });
  const { height } = view;
  const [txid = '', vout, ordinal] = settlement.split(':');
  const paid = await context.loaders.imports.load({ chainId: view.chainId, txid, vout: Number(vout), height });
  if (paid === null) return null;
  const { height: recordHeight, txIndex } = paid;
  const place = { recordHeight, txIndex, vout: paid.vout, ordinal: Number(ordinal) };
  const row = await context.loaders.settled.load({ chainId: view.chainId, height, ...place });
  return row === null ? null : { ...row, view };
}
