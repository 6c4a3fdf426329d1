import { spendersOf } from '#/changes/describe-parties.ts';
import { getTransaction } from './get-transaction.ts';
import type { BlocksContext } from './loaders.ts';
import type { Reference, TransactionNode } from './nodes.ts';

type TransferReference = Reference & { txid: string; index: number };

interface TransferNode {
  index: number;
  transaction: TransactionNode;
}

/** The markets service owns Transfer; here it gets the addresses of what its transaction spends. */
export const Transfer = {
  __resolveReference: async (
    { chainId, txid, index, at }: TransferReference,
    context: BlocksContext,
  ): Promise<TransferNode> => ({
    index,
    transaction: await getTransaction(context, await context.view(chainId, { at }), txid),
  }),

  chainId: ({ transaction }: TransferNode): string => transaction.chainId,
  txid: ({ transaction }: TransferNode): string => transaction.txid,
  at: ({ transaction }: TransferNode): number | null => transaction.view.at,

  senders: async (
    { index, transaction: { chainId, txid } }: TransferNode,
    _: unknown,
    { loaders }: BlocksContext,
  ): Promise<string[]> => {
    // It stands on another chain: the transaction is that of the import which paid it.
    if (index < 0) return [];
    const flows = await loaders.transactionFlows.load({ chainId, txid });
    return spendersOf(flows?.spent ?? []);
  },
};
