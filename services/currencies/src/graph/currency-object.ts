import { notFound } from '@ledgergraph/graph-kit/errors';
import type { CurrencyAtHeight, DefinitionRow } from '#/db/definition-rows.ts';
import type { StateRow } from '#/db/state-rows.ts';
import type { Context, CurrencyKey } from './loaders.ts';

export interface CurrencyObject extends CurrencyKey {
  row: DefinitionRow;
}

export interface StateObject extends CurrencyKey {
  row: StateRow;
  /** coinSupply is read at this height: coins come with every block, states do not. */
  supplyHeight: number;
}

export async function findCurrencyObject(context: Context, key: CurrencyKey): Promise<CurrencyObject | null> {
  const row = await context.loaders.definition.load(atHeight(key));
  return row === null ? null : { view: key.view, currencyId: row.currencyId, row };
}

/** @throws NOT_FOUND */
export async function getCurrencyObject(context: Context, key: CurrencyKey): Promise<CurrencyObject> {
  const currency = await findCurrencyObject(context, key);
  if (currency === null) throw notFound(`no currency ${key.currencyId} on ${key.view.network.name} at that block`);
  return currency;
}

/** @throws NOT_FOUND before the currency's definition */
export async function getStateObject(context: Context, key: CurrencyKey): Promise<StateObject> {
  const row = await context.loaders.state.load(atHeight(key));
  if (row === null) throw notFound(`${key.currencyId} had no state on ${key.view.network.name} at that block`);
  return { ...key, row, supplyHeight: key.view.height };
}

function atHeight({ view, currencyId }: CurrencyKey): CurrencyAtHeight {
  return { chainId: view.chainId, currencyId, height: view.height };
}
