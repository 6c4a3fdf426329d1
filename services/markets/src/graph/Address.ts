import { listConversionsOfAddress } from './list-conversions.ts';
import { listTransfersOfAddress } from './list-transfers.ts';

export const Address = {
  conversions: listConversionsOfAddress,
  transfers: listTransfersOfAddress,
};
