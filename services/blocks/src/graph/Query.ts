import { exactlyOne, readHash, readHeight } from '@ledgergraph/chain-kit/graph/arguments';
import type { AsOf } from '@ledgergraph/chain-kit/graph/chain-view';
import { notFound } from '@ledgergraph/graph-kit/errors';
import type { Network } from '@ledgergraph/graph-kit/network';
import { findBlockAt } from './find-block-at.ts';
import { getBlock } from './get-block.ts';
import { getTransaction } from './get-transaction.ts';
import { getTransactionStatus, type TransactionStatusNode } from './get-transaction-status.ts';
import { listBlocks } from './list-blocks.ts';
import { listChainTips } from './list-chain-tips.ts';
import { listMainHashes } from './list-main-hashes.ts';
import { listPending, type PendingPage } from './list-pending.ts';
import { listPoolChanges } from './list-pool-changes.ts';
import { listTransactions } from './list-transactions.ts';
import type { BlocksContext } from './loaders.ts';
import { getMempool, type MempoolNode } from './Mempool.ts';
import { findMinimumFee } from './minimum-fee.ts';
import { getNodeAnswer } from './node-answer.ts';
import type { BlockNode, TransactionNode } from './nodes.ts';
import { readPoolAddress } from './read-pool-address.ts';
import { getSyncState, type SyncStateRecord } from './sync-state-record.ts';

type ChainArgument = { chainId?: string | null };
type ReadArguments = ChainArgument & { asOf?: AsOf | null };

export const Query = {
  networks: (_: unknown, __: unknown, context: BlocksContext): Promise<Network[]> => context.chains(),

  network: (_: unknown, args: { chainId: string }, context: BlocksContext): Promise<Network> =>
    context.network(args.chainId),

  syncState: async (_: unknown, args: ChainArgument, context: BlocksContext): Promise<SyncStateRecord> =>
    getSyncState(context, (await context.view(args.chainId)).chainId),

  blocks: listBlocks,

  block: async (
    _: unknown,
    args: ReadArguments & { height?: number | null; hash?: string | null },
    context: BlocksContext,
  ): Promise<BlockNode> => {
    const wanted = exactlyOne({ height: args.height, hash: args.hash });
    const view = await context.view(args.chainId, { asOf: args.asOf });
    if (wanted.name === 'hash') return await getBlock(context, view, readHash('hash', wanted.value));
    const height = readHeight('height', wanted.value);
    const block =
      height > view.height ? undefined : await context.loaders.mainBlock.load({ chainId: view.chainId, height });
    if (block === undefined) throw notFound(`no block at height ${height}`);
    return { ...block, view };
  },

  blockAt: findBlockAt,

  transaction: async (
    _: unknown,
    { chainId, asOf, txid, includeRemoved }: ReadArguments & { txid: string; includeRemoved?: boolean | null },
    context: BlocksContext,
  ): Promise<TransactionNode> => {
    const view = await context.view(chainId, { asOf });
    return getTransaction(context, view, readHash('txid', txid), includeRemoved ?? false);
  },

  transactions: listTransactions,

  pendingTransactions: async (
    _: unknown,
    args: ChainArgument & { address?: string | null; limit?: number | null; cursor?: string | null },
    context: BlocksContext,
  ): Promise<PendingPage> => {
    const view = await context.view(args.chainId);
    const address = args.address == null ? null : await readPoolAddress(args.address, view);
    return listPending(context, { field: 'pendingTransactions', args, chainId: args.chainId, address });
  },

  transactionStatus: (
    _: unknown,
    args: ChainArgument & { txid: string },
    context: BlocksContext,
  ): Promise<TransactionStatusNode> => getTransactionStatus(context, args.chainId, readHash('txid', args.txid)),

  mempool: (_: unknown, args: ChainArgument, context: BlocksContext): Promise<MempoolNode> =>
    getMempool(context, args.chainId),

  nodeAnswer: getNodeAnswer,

  chainTips: listChainTips,

  mainHashes: listMainHashes,

  poolChanges: listPoolChanges,

  minimumFee: findMinimumFee,
};
