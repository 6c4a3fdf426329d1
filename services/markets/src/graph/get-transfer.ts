import { readHash } from '@ledgergraph/chain-kit/graph/arguments';
import { notFound } from '@ledgergraph/graph-kit/errors';
import type { Context } from './loaders.ts';
import type { ChainArguments, Reference, TransferNode } from './nodes.ts';

export interface TransferArguments extends ChainArguments {
  txid: string;
  index: number;
}

/** @throws NOT_FOUND; VALIDATION_ERROR naming `txid` */
export async function getTransfer(_: unknown, args: TransferArguments, context: Context): Promise<TransferNode> {
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

export type TransferReference = Reference & ({ txid: string; index: number } | { outpoint: string });

export async function resolveTransfer(key: TransferReference, context: Context): Promise<TransferNode | null> {
  const view = await context.view(key.chainId, { at: key.at });
  const { txid, vout } = outputOf(key);
  const row = await context.loaders.transfers.load({ chainId: view.chainId, txid, vout, height: view.height });
  return row === null ? null : { ...row, view };
}

function outputOf(key: TransferReference): { txid: string; vout: number } {
  if (!('outpoint' in key)) return { txid: key.txid, vout: key.index };
  const [txid = '', vout] = key.outpoint.split(':');
  return { txid, vout: Number(vout) };
}
