import type { AddressReference } from './Address.ts';
import { getTransaction } from './get-transaction.ts';
import type { BlocksContext } from './loaders.ts';
import { counterpartyOf, feeOf, type MovementNode } from './movement-parties.ts';
import type { Reference } from './nodes.ts';

type MovementReference = Reference & { address: string; currencyId: string; txid: string };

export const Movement = {
  __resolveReference: async (
    { chainId, address, currencyId, txid, at }: MovementReference,
    context: BlocksContext,
  ): Promise<MovementNode> => ({
    address,
    currencyId,
    transaction: await getTransaction(context, await context.view(chainId, { at }), txid),
  }),

  chainId: ({ transaction }: MovementNode): string => transaction.chainId,
  txid: ({ transaction }: MovementNode): string => transaction.txid,
  at: ({ transaction }: MovementNode): number | null => transaction.view.at,

  fee: async (movement: MovementNode, _: unknown, context: BlocksContext): Promise<bigint> => {
    const { chainId, fee } = movement.transaction;
    // A movement without a fee does not need its transaction.
    if (fee === null || movement.currencyId !== chainId) return 0n;
    return feeOf(movement, movement.transaction, await flowsOf(movement, context));
  },

  counterparty: async (
    movement: MovementNode,
    _: unknown,
    context: BlocksContext,
  ): Promise<AddressReference | null> => {
    const { chainId, view } = movement.transaction;
    const other = counterpartyOf(movement, await flowsOf(movement, context));
    return other === null ? null : { chainId, address: other, at: view.at };
  },
};

function flowsOf({ transaction: { chainId, txid } }: MovementNode, { loaders }: BlocksContext) {
  return loaders.transactionFlows.load({ chainId, txid });
}
