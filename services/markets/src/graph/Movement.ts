import { satoshisFromDecimalText } from '@ledgergraph/verus-protocol/amount';
import type { Direction } from '#/kinds/movement-facts.ts';
import type { MovementKind } from '#/kinds/movement-kind.ts';
import type { Context } from './loaders.ts';
import type { Reference } from './nodes.ts';

export type MovementReference = Reference & {
  addresses: string[];
  currencyId: string;
  txid: string;
  blockHeight: number;
  txIndex: number;
  /** In coins. */
  amount: string;
  direction: Direction;
};

export const Movement = {
  async kind(movement: MovementReference, _: unknown, context: Context): Promise<MovementKind> {
    const { chainId, at, addresses, currencyId, txid, blockHeight: height, txIndex, direction } = movement;
    // A movement follows from its own block alone; the view checks that the block is on the chain that is read.
    await context.view(chainId, { at });
    const amount = satoshisFromDecimalText(movement.amount);
    return context.loaders.movementKind.load({
      chainId,
      addresses,
      currencyId,
      txid,
      height,
      txIndex,
      amount,
      direction,
    });
  },
};
