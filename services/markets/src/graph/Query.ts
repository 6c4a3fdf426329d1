import { changesIn } from '@ledgergraph/chain-kit/graph/change-places';
import { listConversionChanges } from '#/db/list-conversion-changes.ts';
import { listOfferChanges } from '#/db/list-offer-changes.ts';
import { listTransferChanges } from '#/db/list-transfer-changes.ts';
import { getTransfer } from './get-transfer.ts';
import { listCandles } from './list-candles.ts';
import { listConversionsOfChain } from './list-conversions.ts';
import { listLaunchPage } from './list-launches.ts';
import { listMarkets } from './list-markets.ts';
import { listOffersOfChain } from './list-offers.ts';
import { listExportsOfChain, listImportsOfChain } from './list-records.ts';
import { listRegistrationPage } from './list-registrations.ts';
import { listSupplyEventsOfChain } from './list-supply-events.ts';
import { listSystemLocksOfChain } from './list-system-locks.ts';
import { listTransfersOfChain } from './list-transfers.ts';
import type { Context } from './loaders.ts';
import { findPair, type PairArguments } from './market-arguments.ts';
import { marketObject } from './market-object.ts';
import type { ChainArguments } from './nodes.ts';
import { quoteConversionOf } from './quote-conversion.ts';

type MarketArguments = ChainArguments & PairArguments;

export const Query = {
  transfer: getTransfer,
  transfers: listTransfersOfChain,
  conversions: listConversionsOfChain,
  exports: listExportsOfChain,
  imports: listImportsOfChain,
  supplyEvents: listSupplyEventsOfChain,
  systemLocks: listSystemLocksOfChain,
  launches: listLaunchPage,
  offers: listOffersOfChain,
  registrations: listRegistrationPage,
  markets: listMarkets,
  candles: listCandles,
  conversionQuote: quoteConversionOf,

  async market(_: unknown, args: MarketArguments, context: Context) {
    const view = await context.view(args.chainId, { asOf: args.asOf });
    const { pair, market } = await findPair(context, view, args);
    return marketObject(view, market, pair);
  },

  // The gateway finds the events of subscriptions by these.
  conversionChanges: changesIn(listConversionChanges),
  transferChanges: changesIn(listTransferChanges),
  offerChanges: changesIn(listOfferChanges),
};
