import { findObject, findObjects, readInteger, readText } from '#/json-members.ts';
import type { JsonObject } from '#/lossless-json.ts';
import { type CurrencyState, readCurrencyState } from './currency-state.ts';
import { findPayload, type PayloadOutput } from './payload.ts';

export interface NotarizedState {
  currencyId: string;
  state: CurrencyState;
}

/** docs/verus/currencies.md#notarizations. */
export interface NotarizationPayload {
  notarizationHeight: number;
  /** State of the currency, or the system, that is notarized. */
  own: NotarizedState;
  others: NotarizedState[];
}

/**
 * CPBaaSNotarization (pbaas/pbaas.h), of this chain or another one.
 * @returns undefined for outputs of other kinds
 * @throws UnexpectedShapeError
 */
export function findNotarization(output: PayloadOutput): NotarizationPayload | undefined {
  const payload = findPayload(output, 'acceptednotarization', 'earnednotarization');
  return payload && readNotarization(payload);
}

function readNotarization(payload: JsonObject): NotarizationPayload {
  return {
    notarizationHeight: readInteger(payload, 'notarizationheight'),
    own: {
      currencyId: readText(payload, 'currencyid'),
      state: readCurrencyState(findObject(payload, 'currencystate')),
    },
    others: findObjects(payload, 'currencystates').flatMap((entry) =>
      Object.keys(entry).map((currencyId) => ({ currencyId, state: readCurrencyState(findObject(entry, currencyId)) })),
    ),
  };
}
