import { listConversionsOfAddress } from './list-conversions.ts';
import { listTransfersOfAddress } from './list-transfers.ts';
import type { Context } from './loaders.ts';
import type { PageArguments, Reference } from './nodes.ts';

type AddressReference = Reference & { address: string };

export const Address = {
  __resolveReference: (reference: AddressReference): AddressReference => reference,

  conversions: (address: AddressReference, args: PageArguments, context: Context) =>
    listConversionsOfAddress(context, address, args),
  transfers: (address: AddressReference, args: PageArguments, context: Context) =>
    listTransfersOfAddress(context, address, args),
};
