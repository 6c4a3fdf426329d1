import type { ChainView } from '@ledgergraph/chain-kit/graph/chain-view';
import type { ListedOffer } from '#/db/list-offers.ts';
import { offerStatus } from '#/offers/offer.ts';
import { currencyAmount, identityKey } from './keys.ts';
import type { Context } from './loaders.ts';
import type { Reference } from './nodes.ts';

export interface OfferNode extends Omit<ListedOffer, 'keyIndex'> {
  view: ChainView;
}

export const Offer = {
  async __resolveReference(
    { chainId, txid, at }: Reference & { txid: string },
    context: Context,
  ): Promise<OfferNode | null> {
    const view = await context.view(chainId, { at });
    const row = await context.loaders.offer.load({ chainId: view.chainId, txid, height: view.height });
    return row && { ...row, view };
  },

  at: ({ view }: OfferNode) => view.at,
  chainId: ({ view }: OfferNode) => view.chainId,
  status: ({ view, expiryHeight, ...row }: OfferNode) => offerStatus(expiryHeight, endOf(row), view.height),
  givesIdentity: ({ view, givesIdentity }: OfferNode) => givesIdentity && identityKey(view, givesIdentity),
  gives: ({ view, gives }: OfferNode) => gives.map((amount) => currencyAmount(view, amount)),
  asks: ({ view, asks }: OfferNode) => asks?.map((amount) => currencyAmount(view, amount)) ?? null,
  asksIdentity: ({ view, asksIdentity }: OfferNode) => asksIdentity && identityKey(view, asksIdentity),
  blockHeight: ({ height }: OfferNode) => height,
  takenBy: (offer: OfferNode) => (isTakenAt(offer) ? offer.endedTxid : null),
  takenAtHeight: (offer: OfferNode) => (isTakenAt(offer) ? offer.endedHeight : null),
};

function isTakenAt({ view, expiryHeight, ...row }: OfferNode): boolean {
  return offerStatus(expiryHeight, endOf(row), view.height) === 'TAKEN';
}

function endOf({ endedHeight, isTaken }: Pick<OfferNode, 'endedHeight' | 'isTaken'>) {
  return endedHeight === null ? null : { height: endedHeight, isTaken: isTaken ?? false };
}
