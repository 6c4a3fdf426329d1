import { decimalText } from '@ledgergraph/verus-protocol/amount';
import { CURRENCY_STATE_FLAGS } from '@ledgergraph/verus-protocol/flags';
import type { CurrencyState, ReserveState } from '@ledgergraph/verus-protocol/payloads/currency-state';

/** CCurrencyState::VERSION_FIRST and VERSION_LAST: of any other version the daemon prints no reserves. */
const VALID_VERSION = 1;

/** Null: the member is left out. */
type Member = readonly [name: string, text: string | null];

/** As verusd prints it (core_write.cpp, CCoinbaseCurrencyState::ToUniValue). */
export function stateJson(currencyId: string, state: CurrencyState): string {
  const { version, reserves } = state;
  const isBasket = (state.flags & CURRENCY_STATE_FLAGS.FRACTIONAL) !== 0;
  const flows = reserves.map((reserve): Member => [reserve.currencyId, flowJson(reserve)]);
  return object([
    ['flags', String(state.flags)],
    ['version', String(version)],
    ['currencyid', JSON.stringify(currencyId)],
    [
      isBasket ? 'reservecurrencies' : 'launchcurrencies',
      version === VALID_VERSION ? `[${reserves.map(reserveJson).join(',')}]` : null,
    ],
    ['initialsupply', decimalText(state.initialSupply)],
    ['emitted', decimalText(state.emitted)],
    ['supply', decimalText(state.supply)],
    ['currencies', flows.length > 0 ? object(flows) : null],
    amount('primarycurrencyfees', state.fees),
    amount('primarycurrencyconversionfees', state.conversionFees),
    amount('primarycurrencyout', state.primaryOut),
    amount('preconvertedout', state.preconvertedOut),
  ]);
}

function reserveJson({ currencyId, weight, amount: reserves, priceInReserve }: ReserveState): string {
  return object([
    ['currencyid', JSON.stringify(currencyId)],
    amount('weight', weight),
    amount('reserves', reserves),
    amount('priceinreserve', priceInReserve),
  ]);
}

function flowJson(reserve: ReserveState): string {
  return object([
    amount('reservein', reserve.reserveIn),
    amount('primarycurrencyin', reserve.primaryIn),
    amount('reserveout', reserve.reserveOut),
    amount('lastconversionprice', reserve.lastConversionPrice),
    amount('viaconversionprice', reserve.viaConversionPrice),
    amount('fees', reserve.fees),
    amount('conversionfees', reserve.conversionFees),
    amount('priorweights', reserve.priorWeight),
  ]);
}

function amount(name: string, satoshis: bigint | null): Member {
  return [name, satoshis === null ? null : decimalText(satoshis)];
}

function object(members: readonly Member[]): string {
  const printed = members.flatMap(([name, text]) => (text === null ? [] : [`${JSON.stringify(name)}:${text}`]));
  return `{${printed.join(',')}}`;
}
