import { isJsonObject, type JsonObject } from '@ledgergraph/verus-protocol/lossless-json';
import { type Form, heightOf, isText, NO_RANGE, type Params, readRange } from './form.ts';

const STATES_MAX = 1_000;
/** Every import of the range is read for its conversions. */
const CONVERSION_BLOCKS_MAX = 50_000;
const RECORD_BLOCKS_MAX = 1_000;

/** For what our databases do not know of currencies. */
export const CURRENCY_FORMS = {
  getcurrency: { usage: 'getcurrency "currencyname"', min: 1, max: 1, clean: hidePeers },
  getcurrencystate: {
    usage: 'getcurrencystate "currencynameorid" ("n") ("conversiondatacurrency")',
    min: 1,
    max: 3,
    refuse: refuseStates,
  },
  getexports: { usage: 'getexports "chainname" (heightstart) (heightend)', min: 1, max: 3, refuse: refuseRecords },
  getimports: { usage: 'getimports "chainname" (startheight) (endheight)', min: 1, max: 3, refuse: refuseRecords },
  getoffers: { usage: 'getoffers "currencyorid" (iscurrency) (withrawtx)', min: 1, max: 3 },
  getpendingtransfers: { usage: 'getpendingtransfers "chainname"', min: 1, max: 1 },
  getreservedeposits: { usage: 'getreservedeposits "currencyname" (returnutxos)', min: 1, max: 2 },
  listcurrencies: {
    usage: 'listcurrencies ({query object}) startblock endblock',
    min: 0,
    max: 3,
    isHeavy: true,
    clean: hideListedPeers,
  },
} satisfies Record<string, Form>;

/** The node lists nodes of its own chain, too, that it is connected to. */
function hidePeers(currency: JsonObject, chainId: string): void {
  if (currency.currencyid === chainId || currency.lastconfirmedtxid === undefined) delete currency.nodes;
}

function hideListedPeers({ currencydefinition: currency }: JsonObject, chainId: string): void {
  if (isJsonObject(currency) && currency.currencyid === chainId) delete currency.nodes;
}

/** A range without a step has about a hundred heights. */
function refuseStates([, range, conversions]: Params, tipHeight: number): string | undefined {
  if (!isText(range)) return undefined;
  const heights = readRange(range);
  if (heights === undefined) return NO_RANGE;
  const { start, last, step } = heights;
  const blocks = Math.min(last, tipHeight) - start;
  if (conversions !== undefined && blocks > CONVERSION_BLOCKS_MAX) {
    return `conversions of at most ${CONVERSION_BLOCKS_MAX} blocks are passed on`;
  }
  const states = step === undefined ? 0 : blocks / Math.max(step, 1);
  return states > STATES_MAX ? `a range of at most ${STATES_MAX} states is passed on` : undefined;
}

function refuseRecords([, start, end]: Params, tipHeight: number): string | undefined {
  const first = heightOf(start) ?? 0;
  const asked = heightOf(end) ?? 0;
  const last = asked === 0 ? tipHeight : Math.min(asked, tipHeight);
  return last - first >= RECORD_BLOCKS_MAX ? `a range of at most ${RECORD_BLOCKS_MAX} blocks is passed on` : undefined;
}
