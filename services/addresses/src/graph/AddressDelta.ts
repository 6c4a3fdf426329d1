import { blockKey, blockTime, currencyAmount } from './keys.ts';
import type { AddressDeltaParent } from './list-deltas-of-address.ts';
import type { AddressContext } from './loaders.ts';

export const AddressDelta = {
  chainId: ({ view }: AddressDeltaParent) => view.chainId,
  transaction: ({ view, txid }: AddressDeltaParent) => ({ chainId: view.chainId, txid, at: view.at }),
  blockHeight: ({ height }: AddressDeltaParent) => height,
  block: ({ view, height }: AddressDeltaParent, _: unknown, context: AddressContext) => blockKey(context, view, height),
  timestamp: ({ view, height }: AddressDeltaParent, _: unknown, context: AddressContext) =>
    blockTime(context, view, height),
  vout: ({ isSpent, vout }: AddressDeltaParent) => (isSpent ? null : vout),
  spent: ({ view, isSpent, outputTxid, vout }: AddressDeltaParent) =>
    isSpent ? { chainId: view.chainId, txid: outputTxid, vout } : null,
  satoshis: ({ isSpent, satoshis }: AddressDeltaParent) => signed(satoshis, isSpent),
  currencyValues: ({ view, isSpent, tokens }: AddressDeltaParent) =>
    tokens.map(({ currencyId, satoshis }) => currencyAmount(view, { currencyId, satoshis: signed(satoshis, isSpent) })),
};

function signed(satoshis: bigint, isSpent: boolean): bigint {
  return isSpent ? -satoshis : satoshis;
}
