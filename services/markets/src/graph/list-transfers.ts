import { type RangeArguments, readWantedRange } from '@ledgergraph/chain-kit/graph/height-range';
import type { Walk } from '@ledgergraph/chain-kit/graph/walk';
import type { Listed } from '#/db/list-members.ts';
import { listOpenTransfers } from '#/db/list-open-transfers.ts';
import { scopeOf } from '#/db/list-scopes.ts';
import type { TransferRow } from '#/db/transfer-row.ts';
import type { TransferKind } from '#/flows/transfer.ts';
import { findIds } from './find-ids.ts';
import type { Context } from './loaders.ts';
import type { Connection, ListArguments, PageArguments, Reference, TransferNode } from './nodes.ts';
import { statusOf, type TransferStatus } from './transfer-status.ts';
import { pageOf, positionOf } from './walk-list.ts';

export interface TransfersArguments extends ListArguments, RangeArguments {
  currency?: string | null;
  kind?: TransferKind | null;
  status?: TransferStatus | null;
}

type Transfers = Connection<'transfers', TransferNode>;

export async function listTransfersOfChain(_: unknown, args: TransfersArguments, context: Context): Promise<Transfers> {
  const order = args.order ?? 'DESC';
  const scope = { chainId: args.chainId, asOf: args.asOf, range: readWantedRange(args) };
  const walk = await context.walk('transfers', { ...args, order }, scope);
  const page = pageOf(walk, order);
  const { currency } = await findIds(context, walk.view, { currency: args.currency });
  const kind = args.kind ?? null;
  const { chainId, height } = walk.view;
  const status = args.status ?? null;
  if (status === 'PENDING' || status === 'EXPORTED') {
    const db = await context.reads(chainId);
    const rows = await listOpenTransfers(db, { chainId, height }, { currencyId: currency, kind, status }, page);
    return toTransfers(walk, rows);
  }
  const statuses = status === null ? [null] : status === 'IN_FLIGHT' ? ['LEFT'] : [status, 'LEFT'];
  const scopes = statuses.map((one) => String(scopeOf('transfers', { currency, kind, status: one })));
  const rows = await context.loaders.transferPages.load({ key: { chainId, height, scopes }, page });
  const listed = toTransfers(walk, rows.slice(0, walk.limit + 1));
  return status === null ? listed : { ...listed, transfers: await withStatus(context, listed.transfers, status) };
}

/** Only another chain shows whether a transfer that left has arrived, so a page can be shorter than its limit. */
async function withStatus(context: Context, nodes: TransferNode[], status: TransferStatus): Promise<TransferNode[]> {
  const statuses = await Promise.all(nodes.map((node) => statusOf(node, context)));
  return nodes.filter((_, index) => statuses[index] === status);
}

export async function listTransfersOfAddress(
  { chainId, address, at = null }: Reference & { address: string },
  args: PageArguments,
  context: Context,
): Promise<Transfers> {
  const walk = await context.walk('Address.transfers', { ...args }, { chainId, at, keys: { address } });
  const key = { chainId, height: walk.view.height, scopes: [String(scopeOf('transfers', { address }))] };
  return toTransfers(
    walk,
    await context.loaders.transferPages.load({ key, page: pageOf(walk, 'DESC', { isNested: true }) }),
  );
}

function toTransfers(walk: Walk, read: readonly Listed<TransferRow>[]): Transfers {
  const { rows, ...rest } = walk.page(read, positionOf);
  return { ...rest, transfers: rows.map((row) => ({ ...row, view: walk.view })) };
}
