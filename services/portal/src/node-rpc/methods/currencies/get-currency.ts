import { answerOfNode } from '../../answer-of-node.ts';
import type { Json } from '../../json.ts';
import type { Answer, Call, Method } from '../../method.ts';
import { countParams } from '../../read-params.ts';
import { type CurrencyFacts, findCurrency, withMembers } from './currency-facts.ts';
import { findNodes, findNotarizations, stateIn } from './notarizations.ts';

type Members = Record<string, Json | undefined>;

export const getCurrency: Method = {
  name: 'getcurrency',
  family: 'currencies',
  answeredBy: 'rows',
  async run(call): Promise<Answer> {
    countParams(call, 1, 1, 'getcurrency "currencyname"');
    const currency = await findCurrency(call, call.params[0], 'Invalid currency or currency not found');
    const added = currency.state.json === null ? undefined : await findStanding(call, currency);
    return added === undefined ? answerOfNode(call, 'getcurrency') : withMembers(currency.definition, added);
  },
};

/** Undefined where our rows do not know it. */
async function findStanding(call: Call, currency: CurrencyFacts): Promise<Members | undefined> {
  const { height } = await call.block();
  const { chainId, currencyId, systemId, isToken, state } = currency;
  const json = state.json ?? undefined;
  if (isToken && systemId === chainId) {
    return {
      bestheight: height,
      lastconfirmedheight: height,
      bestcurrencystate: json,
      lastconfirmedcurrencystate: json,
    };
  }
  if (currencyId === chainId) {
    const nodes = await findNodes(call, currency);
    return { nodes, lastconfirmedheight: height, lastconfirmedcurrencystate: json, bestheight: height };
  }
  if (state.notarizedHeight !== null) return findNotarized(call, currency, height);
  return { nodes: await findNodes(call, currency), lastconfirmedheight: isToken ? undefined : 0, bestheight: 0 };
}

/** A chain that is notarized here, or a currency of one. */
async function findNotarized(call: Call, currency: CurrencyFacts, height: number): Promise<Members | undefined> {
  const { chainId, currencyId, systemId, isToken } = currency;
  if (currency.launchSystemId === chainId && currency.startBlock > height) return undefined;
  const found = await findNotarizations(call, systemId);
  if (found === undefined) return undefined;
  const { confirmed, best } = found;
  const state = stateIn(confirmed, currencyId);
  if (state !== undefined) {
    const { notarizationheight, prelaunch, launchconfirmed } = confirmed.payload;
    return {
      bestheight: notarizationheight,
      lastconfirmedheight: prelaunch === true && launchconfirmed === true ? 0 : notarizationheight,
      bestcurrencystate: state,
      lastconfirmedcurrencystate: state,
    } as Members;
  }
  if (currencyId !== systemId) return undefined;
  const ofChain = isToken ? undefined : confirmed;
  return {
    nodes: await findNodes(call, currency, confirmed),
    lastconfirmedheight: ofChain?.payload.notarizationheight,
    lastconfirmedtxid: ofChain?.txid,
    lastconfirmedcurrencystate: ofChain?.payload.currencystate,
    bestheight: best.payload.notarizationheight,
    besttxid: best.txid,
    bestcurrencystate: best.payload.currencystate,
  } as Members;
}
