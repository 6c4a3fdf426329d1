import { CURRENCY_STATE_FLAGS } from '@ledgergraph/verus-protocol/flags';
import { type StateRow, wholeState } from '#/db/state-rows.ts';
import { askedState } from '#/rules/asked-state.ts';
import { stateJson } from '#/rules/state-json.ts';
import type { CurrencyObject, StateObject } from './currency-object.ts';
import type { Context } from './loaders.ts';

/** The currency is the one at the block that is read; its definition may be later than the height. */
export interface StateAtObject {
  currency: CurrencyObject;
  height: number;
}

export const CurrencyStateAt = {
  blockHeight: ({ height }: StateAtObject) => height,

  timestamp: ({ currency, height }: StateAtObject, _args: unknown, context: Context) =>
    context.loaders.blockTime.load({ chainId: currency.view.chainId, height }),

  async state({ currency, height }: StateAtObject, _args: unknown, context: Context): Promise<StateObject | null> {
    const row = await findRow(currency, height, context);
    return row === null ? null : { view: currency.view, currencyId: currency.currencyId, row, supplyHeight: height };
  },

  async verusJson(
    { currency, height }: StateAtObject,
    { isLast }: { isLast?: boolean | null },
    context: Context,
  ): Promise<string | null> {
    const { view, currencyId, row } = currency;
    const [then, now] = await Promise.all([
      findRow(currency, height, context),
      findRow(currency, view.height, context),
    ]);
    const isNotarized = then?.source === 'NOTARIZATION';
    const whole = isNotarized ? wholeState(then) : null;
    if (isNotarized && whole === null) return null;
    const asked = {
      chainId: view.chainId,
      definition: row.definition,
      payload: row.payload,
      definitionHeight: row.height,
      isNotarized: now?.source === 'NOTARIZATION',
      isLaunching: now === null || (now.flags & CURRENCY_STATE_FLAGS.LAUNCH_COMPLETE) === 0,
    };
    const last = whole === null ? null : { state: whole, notarizedHeight: then?.lastNotarization ?? 0 };
    const state = askedState(asked, height, last, isLast === true);
    return state === null ? null : stateJson(currencyId, state);
  },
};

function findRow({ view, currencyId }: CurrencyObject, height: number, context: Context): Promise<StateRow | null> {
  return context.loaders.state.load({ chainId: view.chainId, currencyId, height });
}
