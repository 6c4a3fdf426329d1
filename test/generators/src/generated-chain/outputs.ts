import { createHash } from 'node:crypto';
import { decimal, decimals, whole } from '@ledgergraph/chain-generator/amounts';
import type { JsonObject } from '@ledgergraph/verus-protocol/lossless-json';
import type { CoinRole } from '#/chain-parts/coin.ts';
import { currencyDefinition, currencyState } from '#/chain-parts/currency-payloads.ts';
import type { Draft } from '#/chain-parts/outputs.ts';
import type { CurrencyRecord } from '#/chain-parts/transaction.ts';

/** docs/verus/outputs.md#system-addresses. */
const TRANSFER_ADDRESS = 'RTqQe58LSj2yr5CrwYFwcsAQ1edQwmrkUU';
const DEPOSIT_ADDRESS = 'RFw9AVfgNKcHe2Vp2eyzHrX65aFD9Ky8df';
const IMPORT_ADDRESS = 'RKLN7wFhbrJFkPG8XkKteErAe5CjqoddTm';
const VALID_AND_CONVERT = 3;
const BASKET = 33;
const COIN = 100_000_000n;

/** By kind, in the middle of the recording. */
const SCRIPT_BYTES: Readonly<Record<string, number>> = {
  identityprimary: 291,
  identityreservation: 143,
  currencydefinition: 312,
  acceptednotarization: 549,
  crosschainimport: 263,
  reservedeposit: 131,
  reservetransfer: 176,
  reserveoutput: 83,
  feepool: 84,
  evalnone: 36,
  stakeguard: 199,
};

export function requestConversion(
  chainId: string,
  basketId: string,
  amount: bigint,
  fee: bigint,
  payee: string,
): Draft {
  const reservetransfer = {
    version: whole(1),
    currencyvalues: decimals(new Map([[chainId, amount]])),
    flags: whole(VALID_AND_CONVERT),
    convert: true,
    feecurrencyid: chainId,
    fees: decimal(fee),
    destinationcurrencyid: basketId,
    destination: { address: payee, type: whole(2) },
  };
  return condition({ reservetransfer }, TRANSFER_ADDRESS, amount + fee, 'transfer', basketId);
}

export function holdDeposit(chainId: string, basketId: string, satoshis: bigint): Draft {
  const currencyvalues = decimals(new Map([[chainId, satoshis]]));
  const reservedeposit = { version: whole(1), currencyvalues, controllingcurrencyid: basketId };
  return condition({ reservedeposit }, DEPOSIT_ADDRESS, satoshis, 'deposit', basketId);
}

export function importTransfers(chainId: string, basketId: string, valueIn: bigint, height: number): Draft {
  const crosschainimport = {
    version: whole(1),
    flags: whole(12),
    sourcesystemid: chainId,
    sourceheight: whole(height - 1),
    importcurrencyid: basketId,
    valuein: decimals(new Map([[chainId, valueIn]])),
    tokensout: {},
    numoutputs: whole(1),
    hashtransfers: '0'.repeat(64),
    exporttxid: '0'.repeat(64),
    exporttxout: whole(0),
  };
  return condition({ crosschainimport }, IMPORT_ADDRESS, 0n, 'dead', '');
}

export function basketDefinition(chainId: string, currency: CurrencyRecord, height: number): JsonObject {
  const one = [decimal(COIN)];
  const reserve = { currencies: [chainId], weights: one, conversions: one };
  return { ...currencyDefinition(chainId, currency, height), options: whole(BASKET), ...reserve };
}

export function basketState(
  chainId: string,
  currency: CurrencyRecord,
  { emitted, reserves }: { emitted: bigint; reserves: bigint },
  height: number,
): JsonObject {
  const notarization = currencyState(chainId, currency, emitted, height);
  const { launchcurrencies: _, ...state } = notarization.currencystate as JsonObject;
  const price = currency.supply === 0n ? COIN : (reserves * COIN) / currency.supply;
  const prices = { weight: decimal(COIN), reserves: decimal(reserves), priceinreserve: decimal(price) };
  return {
    ...notarization,
    currencystate: { ...state, flags: whole(49), reservecurrencies: [{ currencyid: chainId, ...prices }] },
  };
}

/** The filling follows from the content. */
export function inFullLength(draft: Draft): Draft {
  const kind = Object.keys(draft.script).find((member) => member in SCRIPT_BYTES);
  const hex = String(draft.script.hex);
  const missing = (SCRIPT_BYTES[kind ?? ''] ?? 0) * 2 - hex.length;
  if (missing <= 0) return { ...draft, script: { ...draft.script, asm: hex } };
  const filling = createHash('shake128', { outputLength: Math.ceil(missing / 2) });
  const long = `${hex}${filling.update(`${hex} ${draft.satoshis} ${draft.about}`).digest('hex')}`;
  return { ...draft, script: { ...draft.script, asm: `${long} OP_DROP`, hex: long } };
}

function condition(kind: JsonObject, address: string, satoshis: bigint, role: CoinRole, about: string): Draft {
  const script = {
    type: 'cryptocondition',
    ...kind,
    spendableoutput: false,
    reqSigs: whole(1),
    addresses: [address],
    asm: '',
    hex: '2704030001012103',
  };
  return { satoshis, tokens: new Map(), address, role, about, script };
}
