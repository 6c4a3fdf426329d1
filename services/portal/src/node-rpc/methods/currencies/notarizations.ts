import { findObject, findObjects } from '@ledgergraph/verus-protocol/json-members';
import { isJsonObject, type JsonObject, parseLossless } from '@ledgergraph/verus-protocol/lossless-json';
import { listOf, objectOf } from '#/gateway/values.ts';
import type { Json } from '../../json.ts';
import type { Call } from '../../method.ts';
import type { CurrencyFacts } from './currency-facts.ts';

const LISTED = `query RpcNotarizations($chain: String!, $system: String!) {
  notarizations(chainId: $chain, system: $system, order: DESC, limit: 100) {
    notarizations { txid index status }
  }
}`;
const PRINTED = `query RpcNotarizationTexts($chain: String!, $txids: [String!]!) {
  transactions(chainId: $chain, txids: $txids) { txid vout(limit: 100) { outputs { index payload } } }
}`;
const KINDS_OF = new Set(['notarizationheight', 'currencystate']);

export interface Notarization {
  txid: string;
  index: number;
  payload: JsonObject;
}

export interface KnownNotarizations {
  confirmed: Notarization;
  /** The last of the only branch that follows it. */
  best: Notarization;
}

/** Undefined where blocks alone do not decide: nothing is confirmed, or several branches compete. */
export async function findNotarizations(call: Call, systemId: string): Promise<KnownNotarizations | undefined> {
  const { chain } = call;
  const data = await call.ask(LISTED, { chain, system: systemId });
  if (data.notarizations == null) return undefined;
  const listed = listOf(objectOf(data, 'notarizations'), 'notarizations').map(({ txid, index, status }) => ({
    txid: String(txid),
    index: Number(index),
    status: String(status),
  }));
  const last = listed.findIndex(({ status }) => status === 'CONFIRMED');
  if (last < 0) return undefined;
  const open = listed.slice(0, last + 1).filter(({ status }) => status !== 'REJECTED');
  const printed = await readNotarizations(call, [...new Set(open.map(({ txid }) => txid))]);
  const [confirmed, ...pending] = open
    .flatMap(({ txid, index }) => printed.find((one) => one.txid === txid && one.index === index) ?? [])
    .toReversed();
  if (confirmed === undefined || pending.length < open.length - 1) return undefined;
  const best = findBest(confirmed, pending);
  return best === undefined ? undefined : { confirmed, best };
}

/** All that stand in these transactions. */
export async function readNotarizations(call: Call, txids: readonly string[]): Promise<Notarization[]> {
  if (txids.length === 0) return [];
  const data = await call.ask(PRINTED, { chain: call.chain, txids });
  return listOf(data, 'transactions').flatMap((transaction) =>
    listOf(objectOf(transaction, 'vout'), 'outputs').flatMap(({ index, payload }) => {
      const read = typeof payload === 'string' ? parseLossless(payload) : null;
      if (!isJsonObject(read) || ![...KINDS_OF].every((member) => member in read)) return [];
      return [{ txid: String(transaction.txid), index: Number(index), payload: read }];
    }),
  );
}

/** CPBaaSNotarization::nodes of the currency's own notarization behind its definition, and of the one that is confirmed. */
export async function findNodes(
  call: Call,
  { currencyId, definitionTxid }: CurrencyFacts,
  confirmed?: Notarization,
): Promise<Json | undefined> {
  const stated = definitionTxid === null ? [] : await readNotarizations(call, [definitionTxid]);
  const own = stated.find(({ payload }) => payload.currencyid === currencyId);
  const nodes = [own, confirmed].flatMap((one) => (one === undefined ? [] : findObjects(one.payload, 'nodes')));
  const isFirst = (node: JsonObject, at: number) =>
    nodes.findIndex(({ networkaddress }) => networkaddress === node.networkaddress) === at;
  return nodes.length === 0 ? undefined : (nodes.filter(isFirst) as Json);
}

/** State of one of its currencies that a system notarizes. */
export function stateIn({ payload }: Notarization, currencyId: string): JsonObject | undefined {
  const state = findObjects(payload, 'currencystates')
    .map((entry) => findObject(entry, currencyId))
    .find((found) => Object.keys(found).length > 0);
  return state;
}

function findBest(confirmed: Notarization, pending: readonly Notarization[]): Notarization | undefined {
  // The one before a mirrored one stands in its proof, which is not kept.
  if (pending.some(({ payload }) => payload.ismirror === true)) return undefined;
  let best = confirmed;
  for (;;) {
    const next = pending.filter(({ payload }) => isAfter(payload, best));
    if (next.length > 1) return undefined;
    const [only] = next;
    if (only === undefined) return best;
    best = only;
  }
}

function isAfter(payload: JsonObject, { txid, index }: Notarization): boolean {
  return payload.prevnotarizationtxid === txid && String(payload.prevnotarizationout) === String(index);
}
