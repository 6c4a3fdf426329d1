import type { ChainView } from '@ledgergraph/chain-kit/graph/chain-view';
import type { Context } from './loaders.ts';
import type { ExportNode, ImportNode, TransferNode } from './nodes.ts';

/** Null for a chain that is not ours. Two chains may be two databases: each is read at its own pin, so neither has to be first. */
export async function viewOf(context: Context, chainId: string): Promise<ChainView | null> {
  const networks = await context.chains();
  return networks.some((network) => network.chainId === chainId) ? context.view(chainId) : null;
}

interface ExportPlace {
  view: ChainView;
  txid: string;
  vout: number;
  destinationSystemId: string;
}

/** 'UNKNOWN_CHAIN' means that the chain is not ours. If the launch of a chain fails, exports to it are paid back on their own chain. */
export async function findImportOfExport(
  { view, txid, vout, destinationSystemId }: ExportPlace,
  context: Context,
): Promise<ImportNode | 'ON_ITS_WAY' | 'UNKNOWN_CHAIN'> {
  const importOn = async (target: ChainView): Promise<ImportNode | null> => {
    const { chainId, height } = target;
    const key = { chainId, sourceSystemId: view.chainId, exportTxid: txid, exportVout: vout, height };
    const row = await context.loaders.arrivals.load(key);
    return row && { ...row, view: target };
  };
  const own = await importOn(view);
  if (own !== null) return own;
  if (destinationSystemId === view.chainId) return 'ON_ITS_WAY';
  const target = await viewOf(context, destinationSystemId);
  return target === null ? 'UNKNOWN_CHAIN' : ((await importOn(target)) ?? 'ON_ITS_WAY');
}

/** Null where the chain is not ours or is behind, or where a definition stands for the export. */
export async function findExportOf(
  { view, sourceSystemId, exportTxid, exportVout }: ImportNode,
  context: Context,
): Promise<ExportNode | null> {
  if (exportTxid === null || exportVout === null) return null;
  const source = sourceSystemId === view.chainId ? view : await viewOf(context, sourceSystemId);
  if (source === null) return null;
  const { chainId, height } = source;
  const row = await context.loaders.exports.load({ chainId, txid: exportTxid, vout: exportVout, height });
  return row === null ? null : { ...row, view: source };
}

/** As the chain of its import has it; null while it is not paid on a chain of ours. */
export async function findSettledRow(node: TransferNode, context: Context): Promise<TransferNode | null> {
  if (node.importHeight !== null) return node;
  const arrival = await findImportOf(node, context);
  if (arrival === null || node.exportOrdinal === null || arrival.chainId === node.chainId) return null;
  const { view, chainId, height: recordHeight, txIndex, vout } = arrival;
  const key = { chainId, height: view.height, recordHeight, txIndex, vout, ordinal: node.exportOrdinal };
  const row = await context.loaders.settled.load(key);
  return row === null ? null : { ...row, view };
}

export async function findImportOf(node: TransferNode, context: Context): Promise<ImportNode | null> {
  const { view, chainId, importTxid, importVout, exportTxid, exportVout, destinationSystemId } = node;
  if (importTxid !== null && importVout !== null) {
    const row = await context.loaders.imports.load({
      chainId,
      txid: importTxid,
      vout: importVout,
      height: view.height,
    });
    return row === null ? null : { ...row, view };
  }
  if (exportTxid === null || exportVout === null || destinationSystemId === chainId) return null;
  const arrival = await findImportOfExport({ view, txid: exportTxid, vout: exportVout, destinationSystemId }, context);
  return typeof arrival === 'string' ? null : arrival;
}

/** As its own chain has it, if that is ours. */
export async function findAsked(node: TransferNode, context: Context): Promise<TransferNode> {
  if (node.vout >= 0 || node.importOrdinal === null) return node;
  const paid = await findImportOf(node, context);
  const gathered = paid && (await findExportOf(paid, context));
  if (gathered == null) return node;
  const { view, chainId, height: recordHeight, txIndex, vout } = gathered;
  const key = { chainId, height: view.height, recordHeight, txIndex, vout, ordinal: node.importOrdinal };
  const row = await context.loaders.exported.load(key);
  return row === null ? node : { ...row, view };
}
