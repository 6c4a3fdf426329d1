import { satoshisFromDecimalText } from '@ledgergraph/verus-protocol/amount';
import type { Direction, MovementFacts } from '#/kinds/movement-facts.ts';
import { type MovementKind, movementKind } from '#/kinds/movement-kind.ts';
import type { Context } from './loaders.ts';
import type { Reference } from './nodes.ts';

/** The key by which the gateway names a movement to us: what addresses knows of it. */
type MovementReference = Reference & {
  address: string;
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
    const { chainId, at, address, currencyId, txid, blockHeight, txIndex, amount, direction } = movement;
    // A movement follows from its own block alone; the view makes sure that the block is one of the chain that is read.
    await context.view(chainId, { at });
    const place = { chainId, txid, height: blockHeight, txIndex };
    const { loaders } = context;
    const [facts, transfers, paid] = await Promise.all([
      loaders.transactionFacts.load(place),
      loaders.madeTransfers.load(place),
      loaders.paidParts.load({ ...place, address, currencyId }),
    ]);
    const movementFacts: MovementFacts = {
      ...{ chainId, address, currencyId, amount: satoshisFromDecimalText(amount), direction },
      transaction: { ...facts, transfers },
      paid,
    };
    return movementKind(movementFacts);
  },
};
