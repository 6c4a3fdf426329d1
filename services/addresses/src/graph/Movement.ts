import { blockKey, currencyKey } from './keys.ts';
import type { MovementParent } from './list-statement.ts';
import type { AddressContext } from './loaders.ts';

export const Movement = {
  at: ({ view }: MovementParent) => view.at,
  chainId: ({ view }: MovementParent) => view.chainId,
  currency: ({ view, currencyId }: MovementParent) => currencyKey(view, currencyId),
  transaction: ({ view, txid }: MovementParent) => ({ chainId: view.chainId, txid, at: view.at }),
  blockHeight: ({ height }: MovementParent) => height,
  block: ({ view, height }: MovementParent, _: unknown, context: AddressContext) => blockKey(context, view, height),
  timestamp: ({ time, height }: MovementParent): number => {
    // As in `blockTime`: the lost pin replaces the whole answer.
    if (time === null) throw new Error(`no applied block at height ${height}`);
    return time;
  },
};
