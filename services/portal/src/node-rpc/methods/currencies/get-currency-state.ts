import type { Values } from '#/gateway/gateway-client.ts';
import { cellOf, listOf, objectOf } from '#/gateway/values.ts';
import { type Json, RawJson, writeJson } from '../../json.ts';
import type { Answer, Call, Method } from '../../method.ts';
import { RPC_CODES, RpcError } from '../../rpc-error.ts';
import { CURRENCY_FACTS, type CurrencyFacts, isBasket, readCurrency, readName } from './currency-facts.ts';
import { answerOfNode } from './from-node.ts';
import { findNotarizations, stateIn } from './notarizations.ts';
import { type AskedHeight, heightsOf, readStateRange } from './state-range.ts';

const NAME = 'getcurrencystate';
const USAGE = `${NAME} "currencynameorid" ("n") ("conversiondatacurrency")`;
const HEIGHTS_MAX = 1_000;

const ASKED = `query RpcCurrencyOfStates($chain: String!, $currency: String!) {
  currency(chainId: $chain, currency: $currency) { ${CURRENCY_FACTS} }
}`;
const STATES = `query RpcCurrencyStates($chain: String!, $currency: String!, $heights: [BigInt!]!, $last: [BigInt!]!) {
  range: currencyStatesAt(chainId: $chain, currency: $currency, heights: $heights) { timestamp verusJson }
  last: currencyStatesAt(chainId: $chain, currency: $currency, heights: $last) { timestamp verusJson(isLast: true) }
}`;

export const getCurrencyState: Method = {
  name: NAME,
  family: 'currencies',
  answeredBy: 'rows',
  async run(call): Promise<Answer> {
    const [named, asked, ...conversions] = call.params;
    if (call.params.length < 1 || conversions.length > 1) throw new RpcError(RPC_CODES.misc, USAGE);
    const name = readName(named);
    const data = name === undefined ? {} : await call.ask(ASKED, { chain: call.chain, currency: name });
    if (data.currency == null) throw new RpcError(RPC_CODES.invalidParameter, 'Invalid currency specified');
    const currency = readCurrency(objectOf(data, 'currency'));
    const tip = (await call.block()).height;
    const range = readStateRange(asked, tip);
    // Volumes of conversions are the node's own sums.
    if (conversions.length > 0 && isBasket(currency)) return answerOfNode(call, NAME);
    const last = [...heightsOf({ ...range, start: Math.max(range.start, range.end - range.step) })].slice(-1);
    const [end] = await readStates(call, currency, last, tip);
    const elsewhere = end?.state === null ? await findElsewhere(call, currency, tip) : undefined;
    if (end?.state === null && elsewhere === undefined) return answerOfNode(call, NAME);
    return listStates({ call, currency, tip, elsewhere }, heightsOf(range));
  },
};

interface Asked {
  call: Call;
  currency: CurrencyFacts;
  tip: number;
  /** State at all heights that this chain does not state. */
  elsewhere: RawJson | undefined;
}

interface ReadState {
  height: number;
  blocktime: number;
  state: RawJson | null;
}

async function* listStates(
  { call, currency, tip, elsewhere }: Asked,
  heights: Iterable<AskedHeight>,
): AsyncGenerator<Json, void, void> {
  for (const chunk of chunks(heights, HEIGHTS_MAX)) {
    const states = await readStates(call, currency, chunk, tip);
    await call.charge(states.length);
    for (const { height, blocktime, state } of states) {
      const currencystate = state ?? elsewhere;
      if (currencystate === undefined) {
        throw new RpcError(RPC_CODES.internal, `The state at height ${height} is not known.`);
      }
      yield { height, blocktime, currencystate };
    }
  }
}

/** A height above the tip is read at it. */
async function readStates(
  call: Call,
  { currencyId }: CurrencyFacts,
  asked: readonly AskedHeight[],
  tip: number,
): Promise<ReadState[]> {
  const read = (isLast: boolean) =>
    asked.filter((one) => one.isLast === isLast).map(({ height }) => Math.min(height, tip));
  const variables = { chain: call.chain, currency: currencyId, heights: read(false), last: read(true) };
  const data = await call.ask(STATES, variables);
  const answers = [listOf(data, 'range'), listOf(data, 'last')].flat();
  return asked.map(({ height }, index) => ({ height, ...timedState(answers[index] ?? {}) }));
}

function timedState(answer: Values): Omit<ReadState, 'height'> {
  const json = cellOf(answer, 'verusJson');
  return {
    blocktime: Date.parse(String(answer.timestamp)) / 1_000,
    state: json === null ? null : new RawJson(String(json)),
  };
}

/** Of a currency of another system, the daemon answers what is confirmed at the tip, whatever height it is asked for. */
async function findElsewhere(call: Call, currency: CurrencyFacts, tip: number): Promise<RawJson | undefined> {
  const { chainId, currencyId, systemId, launchSystemId, startBlock, state } = currency;
  if (systemId === chainId || state.notarizedHeight === null) return undefined;
  if (launchSystemId === chainId && startBlock > tip) return undefined;
  const confirmed = (await findNotarizations(call, systemId))?.confirmed;
  if (confirmed === undefined) return undefined;
  const stated = stateIn(confirmed, currencyId);
  if (stated !== undefined) return new RawJson(writeJson(stated));
  // Up to its start the daemon adds transfers that wait for the launch.
  const isRunning = Number(String(confirmed.payload.notarizationheight)) >= startBlock;
  const own = currencyId === systemId && isRunning ? confirmed.payload.currencystate : undefined;
  return own === undefined ? undefined : new RawJson(writeJson(own));
}

function* chunks<Item>(items: Iterable<Item>, size: number): Generator<Item[], void, void> {
  let chunk: Item[] = [];
  for (const item of items) {
    chunk.push(item);
    if (chunk.length < size) continue;
    yield chunk;
    chunk = [];
  }
  if (chunk.length > 0) yield chunk;
}
