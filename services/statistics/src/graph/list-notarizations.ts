import type { AsOf } from '@ledgergraph/chain-kit/graph/chain-view';
import { findIdIfGiven } from '@ledgergraph/chain-kit/graph/name-arguments';
import { listNotarizations as readNotarizations } from '#/db/notarizations.ts';
import type { Context } from './loaders.ts';

export interface NotarizationsArguments {
  chainId?: string | null;
  system?: string | null;
  order?: 'ASC' | 'DESC' | null;
  asOf?: AsOf | null;
  limit?: number | null;
  cursor?: string | null;
}

export async function listNotarizations(args: NotarizationsArguments, context: Context) {
  const order = args.order ?? 'DESC';
  const walk = await context.walk('notarizations', { ...args, order }, { chainId: args.chainId, asOf: args.asOf });
  const { view, limit, after } = walk;
  const { chainId, height } = view;
  const db = await context.reads(chainId);
  const systemId = await findIdIfGiven('system', args.system, view, {
    kind: 'chain',
    isPartial: true,
    find: async (id) =>
      (await readNotarizations(db, { chainId, systemId: id, height, after: null, order, limit: 1 }))[0],
  });
  const [last, txIndex, vout] = (after ?? []).map(Number);
  const place =
    last === undefined || txIndex === undefined || vout === undefined ? null : { height: last, txIndex, vout };
  const rows = await readNotarizations(db, {
    chainId,
    systemId,
    height,
    after: place,
    order,
    limit: limit + 1,
  });
  const page = walk.page(rows, (row) => [row.height, row.txIndex, row.vout]);
  const notarizations = page.rows.map((row) => ({
    chainId,
    txid: row.txid,
    index: row.vout,
    blockHeight: row.height,
    systemId: row.systemId,
    notarizedHeight: row.notarizedAt,
    notarizedHash: row.notarizedHash,
    status: row.status,
  }));
  return { notarizations, hasMore: page.hasMore, nextCursor: page.nextCursor };
}
