import { parseObject } from '@ledgergraph/verus-protocol/json-text';
import type { JsonObject } from '@ledgergraph/verus-protocol/lossless-json';
import { answerOfNode } from '../../answer-of-node.ts';
import { compareHashes } from '../../compare-hashes.ts';
import type { Json } from '../../json.ts';
import type { Answer, Call, Method } from '../../method.ts';
import { countParams } from '../../read-params.ts';
import { invalidParameter } from '../../rpc-error.ts';
import { askCurrency, CURRENCY_FACTS, type CurrencyFacts, readCurrency } from './currency-facts.ts';
import { type ListedQuery, readListedQuery } from './listed-query.ts';
import { findNodes, readNotarizations } from './notarizations.ts';

const NAME = 'listcurrencies';
const ASKED = `query RpcCurrencies($chain: String!, $limit: Int, $cursor: String) {
  currencies(chainId: $chain, limit: $limit, cursor: $cursor) {
    nextCursor currencies { ${CURRENCY_FACTS} definitionHeight }
  }
}`;
/** That getcurrency prints, and listcurrencies does not. */
const LEFT_OUT = new Set(['magicnumber', 'currencynames']);

interface Listed extends CurrencyFacts {
  height: number;
  members: JsonObject;
}

export const listCurrencies: Method = {
  name: NAME,
  family: 'currencies',
  answeredBy: 'rows',
  async run(call): Promise<Answer> {
    countParams(call, 0, 3, `${NAME} ({query object}) startblock endblock`);
    const query = readListedQuery(call.params);
    if (query.isOfNode) return answerOfNode(call, NAME);
    const listed = (await readAll(call, await findSystem(call, query), query)).sort(byOutput);
    const entries: Json[] = [];
    for (const currency of listed) {
      const entry = await entryOf(call, currency);
      if (entry === undefined) return answerOfNode(call, NAME);
      entries.push(entry);
    }
    return entries;
  },
};

async function findSystem(call: Call, { fromSystem }: ListedQuery): Promise<string | undefined> {
  if (fromSystem === undefined) return undefined;
  const system = await askCurrency(call, fromSystem, 'currencyId');
  if (system !== undefined) return String(system.currencyId);
  throw invalidParameter('Blockchain or gateway specified in fromsystem not found');
}

async function readAll(call: Call, systemId: string | undefined, query: ListedQuery): Promise<Listed[]> {
  const all: Listed[] = [];
  for await (const { items } of call.pages(ASKED, { chain: call.chain }, ['currencies', 'currencies'])) {
    for (const item of items) {
      const facts = readCurrency(item);
      const currency = { ...facts, height: Number(item.definitionHeight), members: parseObject(facts.definition) };
      if (!isAsked(currency, systemId ?? facts.chainId, query)) continue;
      // The definition stands there as text and as values.
      call.keep(2 * facts.definition.length + (facts.state.json?.text.length ?? 0));
      all.push(currency);
    }
  }
  return all;
}

/** A definition that is in no block is in no index of verusd. */
function isAsked(currency: Listed, systemId: string, { systemType, startBlock, endBlock }: ListedQuery): boolean {
  const { chainId, currencyId, definitionTxid, height, members } = currency;
  if (definitionTxid === null) return false;
  if (endBlock > 0 && (height > endBlock || height < startBlock)) return false;
  if (systemType === 'local') return currency.systemId === systemId;
  if (systemType === 'imported') return members.gateway !== undefined || currency.systemId !== chainId;
  if (systemType === 'pbaas') return currency.isPBaaS;
  return currency.isGateway && members.gateway === currencyId;
}

function byOutput(a: Listed, b: Listed): number {
  const indexOf = ({ members }: Listed): number => Number(String(members.definitiontxout));
  return compareHashes(a.definitionTxid ?? '', b.definitionTxid ?? '') || indexOf(a) - indexOf(b);
}

/** Undefined where our rows do not know it. */
async function entryOf(call: Call, currency: Listed): Promise<Json | undefined> {
  const { chainId, currencyId, isToken, members, state } = currency;
  const { txid, index, json, notarizedHeight } = state;
  const isHere = (currency.isGateway ? members.gateway : currency.systemId) === chainId;
  if (json === null || (currencyId === chainId && currency.launchSystemId === null)) return undefined;
  const definition = {
    ...Object.fromEntries(Object.entries(members).filter(([name]) => !LEFT_OUT.has(name))),
    nodes: isToken ? undefined : await findNodes(call, currency),
  } as Json;
  if (notarizedHeight === null || txid === null) {
    return { currencydefinition: definition, lastconfirmedheight: isToken ? undefined : 0, bestheight: 0 };
  }
  if (!isHere) return undefined;
  // A notarization within the chain confirms itself.
  const last = isToken ? undefined : (await readNotarizations(call, [txid])).find((one) => one.index === index);
  return {
    currencydefinition: definition,
    lastconfirmedheight: isToken ? undefined : notarizedHeight,
    lastconfirmedtxid: last?.txid,
    lastconfirmedtxout: last?.index,
    lastconfirmednotarization: last?.payload as Json | undefined,
    bestheight: notarizedHeight,
    besttxid: txid,
    besttxout: index,
    bestcurrencystate: json,
  };
}
