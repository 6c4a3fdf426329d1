import { type RangeArguments, readWantedRange } from '@ledgergraph/chain-kit/graph/height-range';
import type { Walk } from '@ledgergraph/chain-kit/graph/walk';
import type { Order } from '#/db/list-order.ts';
import { scopeOf } from '#/db/list-scopes.ts';
import { toConversion } from './Conversion.ts';
import { findAddressIfGiven, findIds } from './find-ids.ts';
import type { Context } from './loaders.ts';
import type { Connection, ConversionNode, CurrencyRef, ListArguments, PageArguments, Reference } from './nodes.ts';
import { pageOf, positionOf } from './walk-list.ts';

export interface ConversionsArguments extends ListArguments, RangeArguments {
  basket?: string | null;
  currency?: string | null;
  address?: string | null;
}

type Conversions = Connection<'conversions', ConversionNode>;

export async function listConversionsOfChain(
  _: unknown,
  args: ConversionsArguments,
  context: Context,
): Promise<Conversions> {
  const order = args.order ?? 'DESC';
  const scope = { chainId: args.chainId, asOf: args.asOf, range: readWantedRange(args) };
  const walk = await context.walk('conversions', { ...args, order }, scope);
  const { basket, currency, address } = args;
  const filters = {
    ...(await findIds(context, walk.view, { basket, currency })),
    address: await findAddressIfGiven(context, walk.view, 'address', address),
  };
  return readConversions(context, walk, [scopeOf('conversions', filters)], order, false);
}

export async function listConversionsOfAddress(
  { chainId, address, at = null }: Reference & { address: string },
  args: PageArguments,
  context: Context,
): Promise<Conversions> {
  const walk = await context.walk('Address.conversions', { ...args }, { chainId, at, keys: { address } });
  return readConversions(context, walk, [scopeOf('conversions', { address })], 'DESC', true);
}

export async function listConversionsOfCurrency(
  { chainId, currencyId, at }: CurrencyRef,
  args: PageArguments,
  context: Context,
): Promise<Conversions> {
  const walk = await context.walk('Currency.conversions', { ...args }, { chainId, at, keys: { currencyId } });
  const scopes = [scopeOf('conversions', { currency: currencyId }), scopeOf('conversions', { via: currencyId })];
  return readConversions(context, walk, scopes, 'DESC', true);
}

async function readConversions(
  context: Context,
  walk: Walk,
  scopes: readonly bigint[],
  order: Order,
  isNested: boolean,
): Promise<Conversions> {
  const { chainId, height } = walk.view;
  const read = await context.loaders.conversionPages.load({
    key: { chainId, height, scopes: scopes.map(String) },
    page: pageOf(walk, order, { isNested }),
  });
  const { rows, ...rest } = walk.page(read.slice(0, walk.limit + 1), positionOf);
  const nodes = rows.map((row) => toConversion({ ...row, view: walk.view }, null));
  return { ...rest, conversions: nodes.filter((node) => node !== null) };
}
