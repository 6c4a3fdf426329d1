import type { Walk } from '@ledgergraph/chain-kit/graph/walk';
import type { OffersPage } from '#/db/list-offers.ts';
import { type Filters, scopeOf } from '#/db/list-scopes.ts';
import type { OfferStatus } from '#/offers/offer.ts';
import { findIds } from './find-ids.ts';
import type { Context } from './loaders.ts';
import type { Connection, ListArguments } from './nodes.ts';
import type { OfferNode } from './Offer.ts';

export interface OffersArguments extends ListArguments {
  status?: OfferStatus | null;
  givesCurrency?: string | null;
  givesIdentity?: string | null;
}

type Offers = Connection<'offers', OfferNode>;

export async function listOffersOfChain(_: unknown, args: OffersArguments, context: Context): Promise<Offers> {
  const order = args.order ?? 'DESC';
  const walk = await context.walk('offers', { ...args, order }, { chainId: args.chainId, asOf: args.asOf });
  const { givesCurrency, givesIdentity } = args;
  const filters = await findIds(context, walk.view, { givesCurrency, givesIdentity });
  return listOfferPage(context, walk, filters, { status: args.status ?? null, order });
}

export async function listOfferPage(
  context: Context,
  walk: Walk,
  filters: Filters,
  { status, order }: Pick<OffersPage, 'status' | 'order'> = { status: null, order: 'DESC' },
): Promise<Offers> {
  const { view, limit } = walk;
  const { chainId, height } = view;
  const after = walk.after as [number, number] | null;
  const read = await context.loaders.offers.load({
    key: { chainId, scope: String(scopeOf('offers', filters)), height },
    page: { status, order, after, limit: limit + 1 },
  });
  const { rows, ...rest } = walk.page(read, (row) => [row.height, row.txIndex]);
  return { ...rest, offers: rows.map((row) => ({ ...row, view })) };
}
