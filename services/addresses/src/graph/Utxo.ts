import { blockKey, blockTime, currencyAmount } from './keys.ts';
import type { UtxoParent } from './list-address-utxos.ts';
import type { AddressContext } from './loaders.ts';

export const Utxo = {
  chainId: ({ view }: UtxoParent) => view.chainId,
  at: ({ view, poolAt }: UtxoParent) => (poolAt === null ? view.at : null),
  address: ({ foundBy }: UtxoParent) => foundBy[0],
  blockHeight: ({ height }: UtxoParent) => height,
  block: ({ view, height }: UtxoParent, _: unknown, context: AddressContext) => blockKey(context, view, height),
  timestamp: ({ view, height }: UtxoParent, _: unknown, context: AddressContext) => blockTime(context, view, height),
  confirmations: ({ view, height }: UtxoParent) => view.height - height + 1,
  value: ({ satoshis }: UtxoParent) => satoshis,
  currencyValues: ({ view, tokens }: UtxoParent) => tokens.map((token) => currencyAmount(view, token)),
};
