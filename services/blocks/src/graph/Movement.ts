import { isOnlyPayer, readCounterparty } from '#/changes/read-parties.ts';
import type { AddressReference } from './Address.ts';
import { getTransaction } from './get-transaction.ts';
import type { BlocksContext } from './loaders.ts';
import type { Reference, TransactionNode } from './nodes.ts';

/** A movement, as addresses lists them: one transaction, looked at for one currency of one address. */
export interface MovementNode {
  address: string;
  currencyId: string;
  transaction: TransactionNode;
}

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

  fee: async ({ address, currencyId, transaction }: MovementNode, _: unknown, { loaders }: BlocksContext) => {
    const { chainId, txid, fee } = transaction;
    if (fee === null || currencyId !== chainId) return 0n;
    const flows = await loaders.transactionFlows.load({ chainId, txid });
    return flows !== undefined && isOnlyPayer(flows, address) ? fee : 0n;
  },

  counterparty: async (
    { address, currencyId, transaction: { chainId, txid, view } }: MovementNode,
    _: unknown,
    { loaders }: BlocksContext,
  ): Promise<AddressReference | null> => {
    const flows = await loaders.transactionFlows.load({ chainId, txid });
    const other = flows === undefined ? null : readCounterparty(flows, address, currencyId);
    return other === null ? null : { chainId, address: other, at: view.at };
  },
};
