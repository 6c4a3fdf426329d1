import { deleteOffersAbove, type OfferRows, writeOfferRows } from '#/db/offer-rows.ts';
import type { Family } from './family.ts';
import { type OfferBlock, prepareOffers } from './prepare-offers.ts';
import { readOffers } from './read-offers.ts';

/** Offers and what becomes of them. */
export const offers: Family<OfferBlock, OfferRows> = {
  read: (block) => ({ height: block.height, offers: readOffers(block) }),
  prepare: prepareOffers,
  write: writeOfferRows,
  revert: deleteOffersAbove,
};
