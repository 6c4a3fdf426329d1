import { decimal, whole } from '@ledgergraph/chain-generator/amounts';
import type { JsonObject } from '@ledgergraph/verus-protocol/lossless-json';
import type { CurrencyRecord } from './transaction.ts';

const TOKEN = 32;
const RUNNING = 48;
const ZERO = decimal(0n);

/** docs/verus/currencies.md#definition. */
export function currencyDefinition(chainId: string, { currencyId, name }: CurrencyRecord, height: number): JsonObject {
  return {
    version: whole(1),
    options: whole(TOKEN),
    name,
    currencyid: currencyId,
    parent: chainId,
    systemid: chainId,
    notarizationprotocol: whole(1),
    proofprotocol: whole(2),
    launchsystemid: chainId,
    startblock: whole(height),
    endblock: whole(0),
    preallocations: [],
    idregistrationfees: decimal(10_00000000n),
    idreferrallevels: whole(2),
    idimportfees: decimal(2_000_000n),
  };
}

/** @param emitted in satoshis */
export function currencyState(
  chainId: string,
  { currencyId, supply }: CurrencyRecord,
  emitted: bigint,
  height: number,
): JsonObject {
  return {
    version: whole(2),
    samechain: true,
    proposer: { undefined: '', type: whole(0) },
    currencyid: currencyId,
    notarizationheight: whole(height - 1),
    currencystate: {
      flags: whole(RUNNING),
      version: whole(1),
      currencyid: currencyId,
      launchcurrencies: [{ currencyid: chainId, weight: ZERO, reserves: decimal(50_000_000n), priceinreserve: ZERO }],
      initialsupply: ZERO,
      emitted: decimal(emitted),
      supply: decimal(supply),
      primarycurrencyfees: ZERO,
      primarycurrencyconversionfees: ZERO,
      primarycurrencyout: ZERO,
      preconvertedout: ZERO,
    },
    currencystates: [],
    proofroots: [],
    nodes: [],
  };
}
