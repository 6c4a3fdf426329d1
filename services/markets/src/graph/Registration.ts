import type { ChainView } from '@ledgergraph/chain-kit/graph/chain-view';
import type { RegistrationFacts } from '#/db/list-registrations.ts';
import { identityKey } from './keys.ts';
import { currencyRef } from './nodes.ts';

/** Source object of Registration. */
export interface RegistrationNode extends RegistrationFacts {
  view: ChainView;
}

export const Registration = {
  chainId: ({ view }: RegistrationNode) => view.chainId,
  identity: ({ view, identityAddress }: RegistrationNode) => identityKey(view, identityAddress),
  parent: ({ view, parentId }: RegistrationNode) => currencyRef(view, parentId),
  currency: ({ view, currencyId }: RegistrationNode) => currencyRef(view, currencyId),
  referrer: ({ view, referrer }: RegistrationNode) => referrer && identityKey(view, referrer),
  referralShares: ({ view, txid, currencyId, shares }: RegistrationNode) =>
    shares.map(({ vout, address, satoshis }) => ({
      txid,
      index: vout,
      address,
      currency: currencyRef(view, currencyId),
      amount: satoshis,
    })),
  blockHeight: ({ height }: RegistrationNode) => height,
  timestamp: ({ time }: RegistrationNode) => time,
};
