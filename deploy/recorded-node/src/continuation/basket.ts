import type { Currency } from '@ledgergraph/chain-generator/currency';
import { object, objects, readAmount } from '@ledgergraph/chain-generator/json';
import type { JsonObject } from '@ledgergraph/verus-protocol/lossless-json';
import type { LedgerCoin } from './coin.ts';
import type { Ledger } from './ledger.ts';

/** Fractional, launch complete (docs/verus/currencies.md#state). */
const RUNNING = 0x21;

export interface Basket {
  currency: Currency;
  flags: number;
  coin: LedgerCoin;
  state: JsonObject;
  /** Native, in satoshis. */
  reserves: bigint;
  deposits: LedgerCoin[];
}

/** Only baskets whose outputs hold the native reserve to the satoshi. */
export function listBaskets(ledger: Ledger, chainId: string): Basket[] {
  const deposits = ledger.list('deposit');
  return ledger.list('state').flatMap((coin) => {
    const state = object(object(coin.script.acceptednotarization).currencystate);
    const flags = Number(String(state.flags));
    const native = objects(state.reservecurrencies).find(({ currencyid }) => currencyid === chainId);
    if (native === undefined || (flags & RUNNING) !== RUNNING || !objects(state.reservecurrencies).every(hasPrice))
      return [];
    const own = deposits.filter(({ about, satoshis }) => satoshis > 0n && about === coin.about);
    const reserves = readAmount(native.reserves);
    if (own.reduce((sum, { satoshis }) => sum + satoshis, 0n) !== reserves) return [];
    return [{ currency: readCurrency(coin.about, state), flags, coin, state, reserves, deposits: own }];
  });
}

/** A reserve of which a unit costs less than a satoshi cannot be converted. */
function hasPrice({ priceinreserve }: JsonObject): boolean {
  return readAmount(priceinreserve) > 0n;
}

function readCurrency(currencyId: string, state: JsonObject): Currency {
  const reserves = objects(state.reservecurrencies).map((reserve) => {
    const flows = object(object(state.currencies)[String(reserve.currencyid)]);
    return {
      currencyId: String(reserve.currencyid),
      weight: readAmount(reserve.weight),
      reserves: readAmount(reserve.reserves),
      last: readAmount(flows.lastconversionprice),
      via: readAmount(flows.viaconversionprice),
    };
  });
  return {
    currencyId,
    isBasket: true,
    reserves,
    launchPrices: new Map(),
    initialSupply: readAmount(state.initialsupply),
    supply: readAmount(state.supply),
  };
}
