import { answerOfNode } from '../../answer-of-node.ts';
import { type Json, RawJson, writeJson } from '../../json.ts';
import type { Answer, Method } from '../../method.ts';
import { countParams } from '../../read-params.ts';
import { RPC_CODES, RpcError } from '../../rpc-error.ts';
import { findCurrency } from './currency-facts.ts';
import { findNotarizations, stateIn } from './notarizations.ts';
import { type Asked, type ReadState, readStates } from './read-states.ts';
import { type AskedHeight, heightsOf, readStateRange } from './state-range.ts';

const NAME = 'getcurrencystate';
const USAGE = `${NAME} "currencynameorid" ("n") ("conversiondatacurrency")`;
const HEIGHTS_MAX = 1_000;

export const getCurrencyState: Method = {
  name: NAME,
  family: 'currencies',
  answeredBy: 'rows',
  async run(call): Promise<Answer> {
    const [named, asked, ...conversions] = call.params;
    countParams(call, 1, 3, USAGE);
    const currency = await findCurrency(call, named, 'Invalid currency specified');
    const tip = (await call.block()).height;
    const range = readStateRange(asked, tip);
    // Volumes of conversions are the node's own sums.
    if (conversions.length > 0 && currency.isBasket) return answerOfNode(call, NAME);
    const place = { call, currency, tip };
    const heights = heightsOf(range);
    const first = take(heights, HEIGHTS_MAX);
    const states = await readStates(place, first);
    const end = first.at(-1)?.height === range.end ? [] : [{ height: range.end, isLast: true }];
    const isKnown = [...states, ...(await readStates(place, end))].every(({ state }) => state !== null);
    const elsewhere = isKnown ? undefined : await findElsewhere(place);
    if (!isKnown && elsewhere === undefined) return answerOfNode(call, NAME);
    return listStates(place, elsewhere, states, heights);
  },
};

/** @param elsewhere state at all heights that this chain does not state */
async function* listStates(
  place: Asked,
  elsewhere: RawJson | undefined,
  first: readonly ReadState[],
  heights: Iterator<AskedHeight, void>,
): AsyncGenerator<Json, void, void> {
  for (let states = first; states.length > 0; states = await readStates(place, take(heights, HEIGHTS_MAX))) {
    await place.call.charge(states.length);
    for (const { height, blocktime, state } of states) {
      const currencystate = state ?? elsewhere;
      if (currencystate === undefined) {
        throw new RpcError(RPC_CODES.internal, `The state at height ${height} is not known.`);
      }
      yield { height, blocktime, currencystate };
    }
  }
}

/** For a currency of another system the daemon answers the state confirmed at the tip, whatever height it is asked for. */
async function findElsewhere({ call, currency, tip }: Asked): Promise<RawJson | undefined> {
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

function take<Item>(items: Iterator<Item, void>, count: number): Item[] {
  const taken: Item[] = [];
  while (taken.length < count) {
    const next = items.next();
    if (next.done === true) break;
    taken.push(next.value);
  }
  return taken;
}
