import type { ChainView } from '@ledgergraph/chain-kit/graph/chain-view';
import type { Context } from './loaders.ts';
import type { ExportNode, ImportNode, TransferNode } from './nodes.ts';

/**
 * A chain as the request sees it; null for one that this environment does not index. An export and its import are rows of two chains, perhaps of
 * two databases: each side is read at its own pin, so neither has to be indexed first.
 */
export async function viewOf(context: Context, chainId: string): Promise<ChainView | null> {
  const networks = await context.chains();
  return networks.some((network) => network.chainId === chainId) ? context.view(chainId) : null;
}

/** An export by its key, and the view of its chain. */
interface ExportPlace {
  view: ChainView;
  txid: string;
  vout: number;
  destinationSystemId: string;
}

/**
 * The import of an export: on the same chain at the same block, on another at its pin. 'UNKNOWN_CHAIN': no chain of ours. Where the launch of a
 * chain fails, what was exported to it is paid back on its own chain.
 */
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

/** The export that an import names; null where its chain is not ours, has not got so far, or where a definition stands for it. */
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

/** The transfer as the chain of its import has it, with what was paid for it; null where it was not paid yet, or not on a chain of ours. */
export async function findSettledRow(node: TransferNode, context: Context): Promise<TransferNode | null> {
  if (node.importHeight !== null) return node;
  const arrival = await findImportOf(node, context);
  if (arrival === null || node.exportOrdinal === null || arrival.chainId === node.chainId) return null;
  const { view, chainId, height: recordHeight, txIndex, vout } = arrival;
  const key = { chainId, height: view.height, recordHeight, txIndex, vout, ordinal: node.exportOrdinal };
  const row = await context.loaders.settled.load(key);
  return row === null ? null : { ...row, view };
}

/** The import that paid a transfer, on whatever chain of ours. */
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

/** The transfer of another system that an import here paid, as its own chain has it; itself for any other, and where that chain is not ours. */
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
