import { satoshisFromDecimalText } from '@ledgergraph/verus-protocol/amount';
import type { Direction, MadeTransfer, MovementFacts, PaidPart, TransactionFacts } from '#/kinds/movement-facts.ts';
import { type MovementKind, movementKind } from '#/kinds/movement-kind.ts';
import type { Context, Loaders } from './loaders.ts';
import type { Reference } from './nodes.ts';

/** The key by which the gateway names a movement to us: what addresses knows of it. */
export type MovementReference = Reference & {
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
    const { chainId, at } = movement;
    // A movement follows from its own block alone; the view makes sure that the block is one of the chain that is read.
    await context.view(chainId, { at });
    return kindOf({ ...movement, amount: satoshisFromDecimalText(movement.amount) }, context.loaders);
  },
};

/** A movement of a chain that is read; its amount in satoshis. */
export type PlacedMovement = Omit<MovementReference, 'at' | 'amount'> & Pick<MovementFacts, 'amount'>;

/** Decides on a movement. */
async function kindOf(movement: PlacedMovement, loaders: Loaders): Promise<MovementKind> {
  const { chainId, address, currencyId, txid, blockHeight: height, txIndex } = movement;
  const place = { chainId, txid, height, txIndex };
  const read = await Promise.all([
    loaders.transactionFacts.load(place),
    loaders.madeTransfers.load(place),
    loaders.paidParts.load({ ...place, address, currencyId }),
  ]);
  return decideKind(movement, ...read);
}

/** Decides on a movement whose transaction was read. */
export function decideKind(
  { chainId, address, currencyId, amount, direction }: PlacedMovement,
  facts: Omit<TransactionFacts, 'transfers'>,
  transfers: readonly MadeTransfer[],
  paid: readonly PaidPart[],
): MovementKind {
  const transaction = { ...facts, transfers };
  return movementKind({ chainId, address, currencyId, amount, direction, transaction, paid });
}
