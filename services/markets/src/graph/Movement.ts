import { satoshisFromDecimalText } from '@ledgergraph/verus-protocol/amount';
import type { Direction } from '#/kinds/movement-facts.ts';
import type { MovementKind } from '#/kinds/movement-kind.ts';
import type { Context } from './loaders.ts';
import type { Reference } from './nodes.ts';

/** The key by which the gateway names a movement to us: what addresses knows of it. */
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
  __resolveReference: (reference: MovementReference): MovementReference => reference,

  async kind(movement: MovementReference, _: unknown, context: Context): Promise<MovementKind> {
    const { chainId, at, addresses, currencyId, txid, blockHeight: height, txIndex, direction } = movement;
    // A movement follows from its own block alone; the view makes sure that the block is one of the chain that is read.
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
