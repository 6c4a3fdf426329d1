import { resolveTransfer } from './get-transfer.ts';
import type { TransferNode } from './nodes.ts';

export const Transfer = {
  __resolveReference: resolveTransfer,

  at: ({ view }: TransferNode): number | null => view.at,
  index: ({ vout }: TransferNode): number => vout,
  blockHeight: ({ height }: TransferNode): number => height,
  timestamp: ({ time }: TransferNode): number => time,
};
