import type { ChainView } from '@ledgergraph/chain-kit/graph/chain-view';
import { readAmounts } from '#/db/amounts-text.ts';
import type { ListPage } from '#/db/list-order.ts';
import { scopeOf } from '#/db/list-scopes.ts';
import type { ExportRecord } from '#/db/record-rows.ts';
import { viewOf } from './find-import-of-export.ts';
import type { Context } from './loaders.ts';

/** One of the newest exports must have arrived, if the newest import names none that this chain has. */
const EXPORTS_MAX = 100;

export interface ImportProgress {
  /** All exports up to this height have arrived, except those in `left`; -1 if none has. */
  height: number;
  /** Amounts of exports at that height that have not arrived. */
  left: ReadonlyMap<string, bigint>;
}

/** A system imports exports in the order of their blocks. Null where the blocks of both chains do not show it yet. */
export async function findImportProgress(
  context: Context,
  view: ChainView,
  systemId: string,
): Promise<ImportProgress | null> {
  const target = await viewOf(context, systemId);
  if (target === null) return null;
  const height = (await findNewestImported(context, view, target)) ?? (await findNewestArrived(context, view, target));
  if (height === null) return null;
  if (height < 0 || height > view.height) return { height: Math.min(height, view.height), left: new Map() };
  const inTransit = await listInTransit(context, target, await listExportsTo(context, view, systemId, height));
  return { height, left: sumAmounts(inTransit) };
}

/** Null where this chain has no block that the newest import names. */
async function findNewestImported(context: Context, { chainId }: ChainView, target: ChainView): Promise<number | null> {
  const key = { ...placeOf(target), scopes: [String(scopeOf('imports', { system: chainId }))] };
  const [last] = await context.loaders.importPages.load({ key, page: newest(1, target.height) });
  if (last === undefined || last.exportTxid === null || last.exportVout === null) return null;
  const { height } = await context.view(chainId);
  const named = { chainId, txid: last.exportTxid, vout: last.exportVout, height };
  return (await context.loaders.exports.load(named))?.height ?? null;
}

/** The other chain may have imported exports that this one does not have yet, or has removed. */
async function findNewestArrived(context: Context, view: ChainView, target: ChainView): Promise<number | null> {
  const latest = await listExportsTo(context, view, target.chainId);
  const inTransit = new Set(await listInTransit(context, target, latest));
  const arrived = latest.find((one) => !inTransit.has(one));
  if (arrived !== undefined) return arrived.height;
  return latest.length < EXPORTS_MAX ? -1 : null;
}

async function listExportsTo(
  context: Context,
  view: ChainView,
  systemId: string,
  height?: number,
): Promise<ExportRecord[]> {
  const key = { ...placeOf(view), scopes: [String(scopeOf('exports', { system: systemId }))] };
  return context.loaders.exportPages.load({ key, page: newest(EXPORTS_MAX, height ?? view.height, height) });
}

function placeOf({ chainId, height }: ChainView) {
  return { chainId, height };
}

function newest(limit: number, to: number, from = 0): ListPage {
  return { from, to, order: 'DESC', limit, after: null };
}

async function listInTransit(
  context: Context,
  target: ChainView,
  exported: readonly ExportRecord[],
): Promise<ExportRecord[]> {
  const { chainId, height } = target;
  const arrivals = await Promise.all(
    exported.map(({ chainId: sourceSystemId, txid, vout }) =>
      context.loaders.arrivals.load({ chainId, sourceSystemId, exportTxid: txid, exportVout: vout, height }),
    ),
  );
  return exported.filter((_, index) => arrivals[index] === null);
}

function sumAmounts(exported: readonly ExportRecord[]): Map<string, bigint> {
  const sums = new Map<string, bigint>();
  for (const { currencyId, satoshis } of exported.flatMap(({ totalAmounts }) => readAmounts(totalAmounts))) {
    sums.set(currencyId, (sums.get(currencyId) ?? 0n) + satoshis);
  }
  return sums;
}
