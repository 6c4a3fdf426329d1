import { CURRENCY_OPTIONS } from '@ledgergraph/verus-protocol/flags';
import type { JsonValue } from '@ledgergraph/verus-protocol/lossless-json';
import type { Values } from '#/gateway/gateway-client.ts';
import { cellOf, objectIn, objectOf } from '#/gateway/values.ts';
import { type Json, RawJson, writeJson } from '../../json.ts';
import type { Call } from '../../method.ts';
import { invalidParameter } from '../../rpc-error.ts';

export const CURRENCY_FACTS = `chainId currencyId systemId launchSystemId options startBlock definitionTxid verusJson
  state { txid index lastNotarization verusJson }`;

export interface CurrencyFacts {
  chainId: string;
  currencyId: string;
  systemId: string;
  launchSystemId: string | null;
  startBlock: number;
  isToken: boolean;
  isBasket: boolean;
  isPBaaS: boolean;
  isGateway: boolean;
  definitionTxid: string | null;
  /** JSON text of the definition. */
  definition: string;
  state: StateFacts;
}

export interface StateFacts {
  txid: string | null;
  index: number | null;
  /** Null: no notarization on this chain states it. */
  notarizedHeight: number | null;
  /** Null for what release 0.1.0 stored. */
  json: RawJson | null;
}

/** @param currency a currency with CURRENCY_FACTS */
export function readCurrency(currency: Values): CurrencyFacts {
  const state = objectOf(currency, 'state');
  const options = Number(currency.options);
  const json = cellOf(state, 'verusJson');
  return {
    chainId: String(currency.chainId),
    currencyId: String(currency.currencyId),
    systemId: String(currency.systemId),
    launchSystemId: textOf(currency, 'launchSystemId'),
    startBlock: Number(currency.startBlock),
    isToken: (options & CURRENCY_OPTIONS.TOKEN) !== 0,
    isBasket: (options & CURRENCY_OPTIONS.FRACTIONAL) !== 0,
    isPBaaS: (options & CURRENCY_OPTIONS.PBAAS) !== 0,
    isGateway: (options & CURRENCY_OPTIONS.GATEWAY) !== 0,
    definitionTxid: textOf(currency, 'definitionTxid'),
    definition: String(currency.verusJson),
    state: {
      txid: textOf(state, 'txid'),
      index: numberOf(state, 'index'),
      notarizedHeight: numberOf(state, 'lastNotarization'),
      json: json === null ? null : new RawJson(String(json)),
    },
  };
}

/** verusd reads no identity as a currency. */
export async function askCurrency(
  call: Call,
  name: JsonValue | undefined,
  fields: string,
): Promise<Values | undefined> {
  if (typeof name !== 'string' || name === '' || name.endsWith('@')) return undefined;
  const query = `query RpcCurrency($chain: String!, $currency: String!) {
    currency(chainId: $chain, currency: $currency) { ${fields} } }`;
  return objectIn(await call.ask(query, { chain: call.chain, currency: name }), 'currency');
}

/** @param refusal of verusd's @throws RpcError */
export async function findCurrency(call: Call, name: JsonValue | undefined, refusal: string): Promise<CurrencyFacts> {
  const currency = await askCurrency(call, name, CURRENCY_FACTS);
  if (currency === undefined) throw invalidParameter(refusal);
  return readCurrency(currency);
}

/** @param object JSON text of an object with members */
export function withMembers(object: string, members: Record<string, Json | undefined>): RawJson {
  const added = writeJson(members);
  return new RawJson(added === '{}' ? object : `${object.slice(0, -1)},${added.slice(1)}`);
}

function textOf(values: Values, name: string): string | null {
  return values[name] == null ? null : String(values[name]);
}

function numberOf(values: Values, name: string): number | null {
  return values[name] == null ? null : Number(values[name]);
}
