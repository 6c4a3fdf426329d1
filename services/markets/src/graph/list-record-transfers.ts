import { findExportOf } from './find-import-of-export.ts';
import type { Context } from './loaders.ts';
import type { Connection, ExportNode, ImportNode, PageArguments, TransferNode } from './nodes.ts';

/** @param field place in the schema, to which the cursor is bound */
export async function listTransfersOfExport(
  context: Context,
  field: string,
  node: ExportNode,
  args: PageArguments,
): Promise<Connection<'transfers', TransferNode>> {
  return listLinked(context, field, node, args, 'Export');
}

export async function listTransfersOfImport(
  context: Context,
  node: ImportNode,
  args: PageArguments,
): Promise<Connection<'transfers', TransferNode>> {
  if (node.sourceSystemId !== node.chainId) {
    const gathered = await findExportOf(node, context);
    if (gathered !== null) return listTransfersOfExport(context, 'Import.transfers', gathered, args);
  }
  return listLinked(context, 'Import.transfers', node, args, 'Import');
}

async function listLinked(
  context: Context,
  field: string,
  { view, chainId, txid, height: recordHeight, txIndex, vout }: ExportNode | ImportNode,
  args: PageArguments,
  kind: 'Export' | 'Import',
): Promise<Connection<'transfers', TransferNode>> {
  const keys = { txid, index: vout, kind };
  const walk = await context.walk(field, { ...args }, { chainId, at: view.at, keys });
  const { height } = walk.view;
  const loader = kind === 'Export' ? context.loaders.transfersOfExports : context.loaders.transfersOfImports;
  const rows = await loader.load({
    key: { chainId, height, recordHeight, txIndex, vout },
    page: { after: walk.after === null ? -1 : Number(walk.after[0]), limit: walk.limit + 1 },
  });
  const ordinalOf = kind === 'Export' ? 'exportOrdinal' : 'importOrdinal';
  const { rows: page, ...rest } = walk.page(rows, (row) => [row[ordinalOf] ?? 0]);
  return { ...rest, transfers: page.map((row) => ({ ...row, view: walk.view })) };
}
