import { CURRENCY_OPTIONS, CURRENCY_STATE_FLAGS } from '@ledgergraph/verus-protocol/flags';
import { findAmount, findText } from '@ledgergraph/verus-protocol/json-members';
import type { JsonObject } from '@ledgergraph/verus-protocol/lossless-json';
import type { Definition } from '@ledgergraph/verus-protocol/payloads/currency-definition';
import type { CurrencyState } from '@ledgergraph/verus-protocol/payloads/currency-state';
import { isBasket } from './currency-kind.ts';
import { basketPrice, initialState } from './initial-state.ts';
import { isRootDefinition } from './native-definition.ts';

export interface AskedCurrency {
  chainId: string;
  definition: Definition;
  payload: JsonObject;
  definitionHeight: number;
  /** A notarization on this chain has ever stated it, up to the block that is read. */
  isNotarized: boolean;
  /** Its launch may still take contributions at the block that is read. */
  isLaunching: boolean;
}

export interface NotarizedAt {
  state: CurrencyState;
  /** Height that the notarization is of. */
  notarizedHeight: number;
}

/**
 * State that getcurrencystate prints for a height (pbaas.cpp, CConnectedChains::GetCurrencyState), also before the definition.
 * @param last the last notarization up to the height
 * @param isForecast as it prints the last height of a range: with the contributions that wait for an open launch
 * @returns null where it does not follow from the states of this chain
 */
export function askedState(
  currency: AskedCurrency,
  height: number,
  last: NotarizedAt | null,
  isForecast: boolean,
): CurrencyState | null {
  const { chainId, definition } = currency;
  const isNative = definition.currencyId === chainId;
  if (isNative && (height === 0 || isRootDefinition(definition))) {
    return nativeState(definition);
  }
  const { launchSystemId, startBlock } = definition;
  const isLaunchedHere = launchSystemId === chainId;
  if (homeOf(currency) !== chainId && !(isLaunchedHere && startBlock > height)) {
    return currency.isNotarized ? null : initialState(definition);
  }
  const state = last === null ? withFlag(initialState(definition), CURRENCY_STATE_FLAGS.PRELAUNCH) : last.state;
  const isOpen = isLaunchedHere && startBlock > 0 && (last === null || last.notarizedHeight < startBlock - 1);
  if (!isOpen) return state;
  const open = withFlag(state, CURRENCY_STATE_FLAGS.PRELAUNCH);
  return isForecast ? forecast(currency, height, open, last === null) : open;
}

/** The native currency of a root chain has it at every height: its coins are no supply to the daemon. */
export function nativeState(definition: Definition): CurrencyState {
  return withFlag(initialState(definition), CURRENCY_STATE_FLAGS.LAUNCH_CONFIRMED);
}

/** CConnectedChains::AddPrelaunchConversions. */
function forecast(
  currency: AskedCurrency,
  height: number,
  open: CurrencyState,
  isFirst: boolean,
): CurrencyState | null {
  const begun = isFirst || height <= currency.definitionHeight ? firstState(currency, open) : open;
  if (height <= currency.definitionHeight) return begun;
  // An import of nothing changes the prices of a basket, and an open launch may have contributions waiting.
  if (isBasket(currency.definition.options) || currency.isLaunching) return null;
  const noFees = { fees: 0n, conversionFees: 0n };
  return { ...begun, ...noFees, reserves: begun.reserves.map((reserve) => ({ ...reserve, ...noFees })) };
}

function firstState({ definition, payload }: AskedCurrency, open: CurrencyState): CurrencyState {
  const issuance = findAmount(payload, 'gatewayconverterissuance') ?? 0n;
  const preallocated = definition.preallocations.reduce((sum, { amount }) => sum + amount, 0n);
  if (!isBasket(definition.options)) return { ...open, supply: preallocated + issuance };
  const supply = definition.initialSupply ?? 0n;
  const isConverter = (definition.options & CURRENCY_OPTIONS.GATEWAY_CONVERTER) !== 0;
  const reserves = open.reserves.map((reserve, index) => {
    const weight = definition.reserveWeights[index]?.weight ?? 0n;
    const amount = isConverter && reserve.currencyId === definition.systemId ? issuance : 0n;
    return { ...reserve, weight, amount, reserveIn: 0n, priceInReserve: basketPrice(amount, weight, supply) };
  });
  return { ...open, supply, reserves };
}

function homeOf({ definition, payload }: AskedCurrency): string {
  const isGateway = (definition.options & CURRENCY_OPTIONS.GATEWAY) !== 0;
  return (isGateway ? findText(payload, 'gateway') : null) ?? definition.systemId;
}

function withFlag(state: CurrencyState, flag: number): CurrencyState {
  return { ...state, flags: state.flags | flag };
}
