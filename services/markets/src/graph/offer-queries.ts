import { type LaunchesArguments, listLaunchPage } from './list-launches.ts';
import { listOffersOfChain, type OffersArguments } from './list-offers.ts';
import { listRegistrationPage, type RegistrationsArguments } from './list-registrations.ts';
import type { Context } from './loaders.ts';

export const offerQueries = {
  launches: (_: unknown, args: LaunchesArguments, context: Context) => listLaunchPage(args, context),
  offers: (_: unknown, args: OffersArguments, context: Context) => listOffersOfChain(args, context),
  registrations: (_: unknown, args: RegistrationsArguments, context: Context) => listRegistrationPage(args, context),
};
