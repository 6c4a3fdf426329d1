import { readHash } from '@ledgergraph/chain-kit/graph/arguments';
import type { AsOf } from '@ledgergraph/chain-kit/graph/chain-view';
import { notFound } from '@ledgergraph/graph-kit/errors';
import type { Context } from './loaders.ts';
import type { Reference, TransferNode } from './nodes.ts';

export interface TransferArguments {
  chainId?: string | null;
  txid: string;
  index: number;
  asOf?: AsOf | null;
}

/** Query.transfer. @throws NOT_FOUND; VALIDATION_ERROR naming `txid` */
export async function getTransfer(context: Context, args: TransferArguments): Promise<TransferNode> {
  const txid = readHash('txid', args.txid);
  const view = await context.view(args.chainId, { asOf: args.asOf });
  const row = await context.loaders.transfers.load({
    chainId: view.chainId,
    txid,
    vout: args.index,
    height: view.height,
  });
  if (row === null)
    throw notFound(`output ${args.index} of transaction ${txid} holds no transfer on ${view.network.name}`);
  return { ...row, view };
}

/** The transfer that a key names; null where its chain has none there at that block. */
export async function resolveTransfer(
  { chainId, at, txid, index }: Reference & { txid: string; index: number },
  context: Context,
): Promise<TransferNode | null> {
  const view = await context.view(chainId, { at });
  const row = await context.loaders.transfers.load({ chainId, txid, vout: index, height: view.height });
  return row === null ? null : { ...row, view };
}
