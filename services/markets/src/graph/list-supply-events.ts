import { type RangeArguments, readWantedRange } from '@ledgergraph/chain-kit/graph/height-range';
import type { Walk } from '@ledgergraph/chain-kit/graph/walk';
import type { Order } from '#/db/list-order.ts';
import type { SupplyEventRow } from '#/db/list-supply-events.ts';
import { findIds } from './find-ids.ts';
import type { Context } from './loaders.ts';
import { type Connection, type CurrencyRef, currencyRef, type ListArguments, type PageArguments } from './nodes.ts';
import { pageOf, positionOf } from './walk-list.ts';

export interface SupplyEventsArguments extends ListArguments, RangeArguments {
  currency: string;
}

interface SupplyEventNode extends SupplyEventRow {
  currency: CurrencyRef;
  blockHeight: number;
  timestamp: number;
}

type SupplyEvents = Connection<'supplyEvents', SupplyEventNode>;

export async function listSupplyEventsOfChain(
  _: unknown,
  args: SupplyEventsArguments,
  context: Context,
): Promise<SupplyEvents> {
  const order = args.order ?? 'DESC';
  const scope = { chainId: args.chainId, asOf: args.asOf, range: readWantedRange(args) };
  const walk = await context.walk('supplyEvents', { ...args, order }, scope);
  const { currency } = await findIds(context, walk.view, { currency: args.currency });
  return readSupplyEvents(context, walk, currency, order, false);
}

export async function listSupplyEventsOfCurrency(
  { chainId, currencyId, at }: CurrencyRef,
  args: PageArguments,
  context: Context,
): Promise<SupplyEvents> {
  const walk = await context.walk('Currency.supplyEvents', { ...args }, { chainId, at, keys: { currencyId } });
  return readSupplyEvents(context, walk, currencyId, 'DESC', true);
}

async function readSupplyEvents(
  context: Context,
  walk: Walk,
  currencyId: string,
  order: Order,
  isNested: boolean,
): Promise<SupplyEvents> {
  const { view } = walk;
  const { chainId, height } = view;
  const page = pageOf(walk, order, { isNested });
  const read = await context.loaders.supplyEvents.load({ key: { chainId, currencyId, height }, page });
  const { rows, ...rest } = walk.page(read, positionOf);
  const supplyEvents = rows.map((row) => ({
    ...row,
    currency: currencyRef(view, row.currencyId),
    blockHeight: row.height,
    timestamp: row.time,
  }));
  return { ...rest, supplyEvents };
}
