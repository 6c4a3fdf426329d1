import { listNotarizations as readNotarizations } from '#/db/notarizations.ts';
import { readSystemId } from './arguments.ts';
import type { Context } from './loaders.ts';

export interface NotarizationsArguments {
  chainId?: string | null;
  systemId?: string | null;
  limit?: number | null;
  cursor?: string | null;
}

/** Query.notarizations. @throws VALIDATION_ERROR naming `systemId` */
export async function listNotarizations(args: NotarizationsArguments, context: Context) {
  const systemId = readSystemId('systemId', args.systemId);
  const walk = await context.walk('notarizations', { ...args }, { chainId: args.chainId });
  const { view, limit, after } = walk;
  const { chainId, height } = view;
  const [last, txIndex, vout] = (after ?? []).map(Number);
  const place =
    last === undefined || txIndex === undefined || vout === undefined ? null : { height: last, txIndex, vout };
  const rows = await readNotarizations(await context.reads(chainId), {
    chainId,
    systemId,
    height,
    after: place,
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
