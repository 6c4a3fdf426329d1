import { decimal, whole } from '@ledgergraph/chain-generator/amounts';
import { printedHash } from '@ledgergraph/chain-generator/printed-hash';
import { serializeTransaction } from '@ledgergraph/chain-generator/serialize-transaction';
import { type JsonObject, stringifyLossless } from '@ledgergraph/verus-protocol/lossless-json';
import type { Coin } from './coin.ts';
import type { Draft } from './outputs.ts';

const SEQUENCE = 4_294_967_295;
const NEVER_MATURES = Number.MAX_SAFE_INTEGER;

/** The same one may stand in several branches. */
export interface BuiltTransaction {
  txid: string;
  json: JsonObject;
  text: string;
  inputs: readonly Coin[];
  coins: readonly Coin[];
  identities: readonly JsonObject[];
  currencies: readonly CurrencyRecord[];
}

/** In satoshis. */
export interface CurrencyRecord {
  currencyId: string;
  name: string;
  supply: bigint;
  changes: number;
}

export interface TransactionDraft {
  inputs?: readonly Coin[];
  outputs: readonly Draft[];
  coinbase?: string;
  matureHeight?: number;
  /** Hex for each input; default: nothing. */
  signature?: string;
  identities?: readonly JsonObject[];
  currencies?: readonly CurrencyRecord[];
}

/** The txid is the hash of the raw bytes, which the inputs make unique. */
export function buildTransaction(draft: TransactionDraft): BuiltTransaction {
  const { inputs = [], outputs, coinbase, matureHeight = 0, identities = [], currencies = [], signature = '' } = draft;
  const vin =
    coinbase === undefined ? inputs.map((coin) => spend(coin, signature)) : [{ coinbase, sequence: whole(SEQUENCE) }];
  const body: JsonObject = {
    overwintered: true,
    version: whole(4),
    versiongroupid: '892f2085',
    locktime: whole(0),
    expiryheight: whole(0),
    vin,
    vout: outputs.map(printOutput),
    vjoinsplit: [],
    valueBalance: decimal(0n),
    valueBalanceZat: whole(0),
    vShieldedSpend: [],
    vShieldedOutput: [],
  };
  const printed = stringifyLossless(body);
  const txid = printedHash(serializeTransaction(body));
  const text = `{"txid":"${txid}",${printed.slice(1)}`;
  const coins = outputs.map(({ satoshis, tokens, address, role, about }, vout) => ({
    txid,
    vout,
    satoshis,
    tokens,
    address,
    role,
    about,
    matureHeight: role === 'dead' ? NEVER_MATURES : matureHeight,
  }));
  return { txid, json: { txid, ...body }, text, inputs, coins, identities, currencies };
}

function spend({ txid, vout, satoshis, address }: Coin, hex: string): JsonObject {
  return {
    txid,
    vout: whole(vout),
    scriptSig: { asm: hex, hex },
    value: decimal(satoshis),
    valueSat: whole(satoshis),
    address,
    sequence: whole(SEQUENCE),
  };
}

function printOutput({ satoshis, script }: Draft, index: number): JsonObject {
  return {
    value: decimal(satoshis),
    valueZat: whole(satoshis),
    valueSat: whole(satoshis),
    n: whole(index),
    scriptPubKey: script,
  };
}
