import { changesIn } from '@ledgergraph/chain-kit/graph/change-places';
import { listConversionChanges } from '#/db/list-conversion-changes.ts';
import { listOfferChanges } from '#/db/list-offer-changes.ts';
import { listTransferChanges } from '#/db/list-transfer-changes.ts';

/** The gateway finds the events of subscriptions by these. */
export const changeQueries = {
  conversionChanges: changesIn(listConversionChanges),
  transferChanges: changesIn(listTransferChanges),
  offerChanges: changesIn(listOfferChanges),
};
