import type { ChainView } from '@ledgergraph/chain-kit/graph/chain-view';
import { notFound, validationError } from '@ledgergraph/graph-kit/errors';
import { addressFault } from '@ledgergraph/verus-protocol/address-fault';
import { isId } from '@ledgergraph/verus-protocol/named-id';
import type { MarketPair } from '#/candles/market-pairs.ts';
import type { MarketRow } from '#/db/find-markets.ts';
import type { Context } from './loaders.ts';

/** The id of the currency that an argument names. @throws VALIDATION_ERROR naming the argument, for a name too */
export function readCurrencyId(argument: string, text: string): string {
  if (isId(text)) return text.trim().replace(/@$/, '');
  const query = `currency(name: "…") { currencyId } gives that of a name`;
  throw validationError(argument, `${argument}: ${addressFault(text) ?? `it must be an i-address; ${query}`}`);
}

/** The same of an argument that may be absent. */
export function findCurrencyId(argument: string, text: string | null | undefined): string | null {
  return text == null ? null : readCurrencyId(argument, text);
}

/** @throws VALIDATION_ERROR naming the argument that is no id, or names the same currency again */
export function readPair({ basketId, baseId, quoteId }: MarketPair): MarketPair {
  const pair = {
    basketId: readCurrencyId('basketId', basketId),
    baseId: readCurrencyId('baseId', baseId),
    quoteId: readCurrencyId('quoteId', quoteId),
  };
  if (pair.baseId === pair.quoteId) throw validationError('quoteId', 'quoteId must be another currency than baseId');
  return pair;
}

/** @throws NOT_FOUND where no running basket converts the two at the block that is read */
export async function getMarket(context: Context, view: ChainView, pair: MarketPair): Promise<MarketRow> {
  const { chainId, height, network } = view;
  const row = await context.loaders.pairMarket.load({ chainId, height, ...pair });
  if (row !== null) return row;
  throw notFound(`no basket ${pair.basketId} on ${network.name} converts these two currencies at that block`);
}
