import { blockKey, blockTime } from './keys.ts';
import type { MovementParent } from './list-statement.ts';
import type { AddressContext } from './loaders.ts';

export const Movement = {
  at: ({ view }: MovementParent) => view.at,
  chainId: ({ view }: MovementParent) => view.chainId,
  transaction: ({ view, txid }: MovementParent) => ({ chainId: view.chainId, txid, at: view.at }),
  blockHeight: ({ height }: MovementParent) => height,
  block: ({ view, height }: MovementParent, _: unknown, context: AddressContext) => blockKey(context, view, height),
  timestamp: ({ view, height }: MovementParent, _: unknown, context: AddressContext) =>
    blockTime(context, view, height),
};
