import type { Values } from '#/gateway/gateway-client.ts';
import { cellOf, listOf } from '#/gateway/values.ts';
import { RawJson } from '../../json.ts';
import type { Call } from '../../method.ts';
import { unixTime } from '../../unix-time.ts';
import type { CurrencyFacts } from './currency-facts.ts';
import type { AskedHeight } from './state-range.ts';

const STATES = `query RpcCurrencyStates($chain: String!, $currency: String!, $heights: [BigInt!]!, $last: [BigInt!]!) {
  range: currencyStatesAt(chainId: $chain, currency: $currency, heights: $heights) { timestamp verusJson }
  last: currencyStatesAt(chainId: $chain, currency: $currency, heights: $last) { timestamp verusJson(isLast: true) }
}`;

export interface ReadState {
  height: number;
  blocktime: number;
  /** Null: states of this chain do not decide it. */
  state: RawJson | null;
}

export interface Asked {
  call: Call;
  currency: CurrencyFacts;
  tip: number;
}

/** At most 1,000 heights; one above the tip is read at it. */
export async function readStates({ call, currency, tip }: Asked, asked: readonly AskedHeight[]): Promise<ReadState[]> {
  if (asked.length === 0) return [];
  const heightsOf = (isLast: boolean) =>
    asked.filter((one) => one.isLast === isLast).map(({ height }) => Math.min(height, tip));
  const data = await call.ask(STATES, {
    chain: call.chain,
    currency: currency.currencyId,
    heights: heightsOf(false),
    last: heightsOf(true),
  });
  // The last heights of a range are the last.
  const answers = [...listOf(data, 'range'), ...listOf(data, 'last')];
  return asked.map(({ height }, index) => ({ height, ...timedState(answers[index] ?? {}) }));
}

function timedState(answer: Values): Omit<ReadState, 'height'> {
  const json = cellOf(answer, 'verusJson');
  return {
    blocktime: unixTime(answer.timestamp),
    state: json === null ? null : new RawJson(String(json)),
  };
}
