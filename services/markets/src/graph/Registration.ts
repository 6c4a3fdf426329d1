import type { ChainView } from '@ledgergraph/chain-kit/graph/chain-view';
import type { RegistrationRow } from '#/db/registration-tables.ts';
import { identityKey } from './keys.ts';
import { currencyRef } from './nodes.ts';

export interface RegistrationNode extends RegistrationRow {
  view: ChainView;
}

export const Registration = {
  chainId: ({ view }: RegistrationNode) => view.chainId,
  identity: ({ view, identityAddress }: RegistrationNode) => identityKey(view, identityAddress),
  parent: ({ view, parentId }: RegistrationNode) => currencyRef(view, parentId),
  currency: ({ view, currencyId }: RegistrationNode) => currencyRef(view, currencyId),
  referrer: ({ view, referrer }: RegistrationNode) => referrer && identityKey(view, referrer),
  referralShares: ({ view, txid, currencyId, shareOutputs, shareAddresses, shareAmounts }: RegistrationNode) =>
    shareOutputs.map((index, position) => ({
      txid,
      index,
      address: shareAddresses[position],
      currency: currencyRef(view, currencyId),
      amount: shareAmounts[position],
    })),
  blockHeight: ({ height }: RegistrationNode) => height,
  timestamp: ({ time }: RegistrationNode) => time,
};
