import type { ChainView } from '@ledgergraph/chain-kit/graph/chain-view';
import { readCounterparty, readFeePart } from '#/changes/read-parties.ts';
import type { PaidTransaction } from '#/db/find-transactions.ts';
import type { AddressReference } from './Address.ts';
import { absent } from './get-transaction.ts';
import type { BlocksContext } from './loaders.ts';
import type { Reference } from './nodes.ts';

type MovementReference = Reference & { address: string; currencyId: string; txid: string };

/** A movement, as addresses lists them: one transaction, looked at for one currency of one address. */
interface MovementNode extends Omit<MovementReference, 'at'> {
  view: ChainView;
  transaction: PaidTransaction;
}

export const Movement = {
  __resolveReference: async (
    { chainId, address, currencyId, txid, at }: MovementReference,
    context: BlocksContext,
  ): Promise<MovementNode> => {
    const view = await context.view(chainId, { at });
    const transaction = await context.loaders.paidTransaction.load({ chainId, txid });
    if (transaction === undefined || transaction.height > view.height) throw absent(txid);
    return { chainId, address, currencyId, txid, view, transaction };
  },

  at: ({ view }: MovementNode): number | null => view.at,

  fee: async (movement: MovementNode, _: unknown, context: BlocksContext): Promise<bigint> => {
    const { chainId, address, currencyId, transaction } = movement;
    // A movement without a fee does not need what its transaction spends.
    if (transaction.fee === null || currencyId !== chainId) return 0n;
    const flows = await flowsOf(movement, context);
    return flows === undefined ? 0n : readFeePart(flows, address, transaction.fee);
  },

  counterparty: async (
    movement: MovementNode,
    _: unknown,
    context: BlocksContext,
  ): Promise<AddressReference | null> => {
    const { chainId, address, currencyId, view } = movement;
    const flows = await flowsOf(movement, context);
    const other = flows === undefined ? null : readCounterparty(flows, address, currencyId);
    return other === null ? null : { chainId, address: other, at: view.at };
  },
};

function flowsOf({ chainId, txid }: MovementNode, { loaders }: BlocksContext) {
  return loaders.movementFlows.load({ chainId, txid });
}
