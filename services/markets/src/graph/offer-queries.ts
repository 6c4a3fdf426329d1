import { listOffersOfChain, type OffersArguments } from './list-offers.ts';
import { listRegistrationPage, type RegistrationsArguments } from './list-registrations.ts';
import type { Context } from './loaders.ts';

/** Root fields of offers and registrations. */
export const offerQueries = {
  offers: (_: unknown, args: OffersArguments, context: Context) => listOffersOfChain(args, context),
  registrations: (_: unknown, args: RegistrationsArguments, context: Context) => listRegistrationPage(args, context),
};
