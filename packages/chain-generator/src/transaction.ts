import { createHash } from 'node:crypto';
import { type JsonObject, stringifyLossless } from '@ledgergraph/verus-protocol/lossless-json';
import { decimal, whole } from './amounts.ts';
import type { Coin } from './coin.ts';
import type { Draft } from './outputs.ts';
import { printedHash } from './printed-hash.ts';
import { serializeTransaction } from './serialize-transaction.ts';

const FINAL_SEQUENCE = 0xffffffff;
const NEVER_MATURES = Number.MAX_SAFE_INTEGER;

/** The same one may stand in several branches. */
export interface BuiltTransaction {
  txid: string;
  json: JsonObject;
  text: string;
  inputs: readonly Coin[];
  coins: readonly Coin[];
}

export interface TransactionDraft {
  inputs?: readonly Coin[];
  outputs: readonly Draft[];
  /** Hex: the transaction has no inputs. */
  coinbase?: string;
  lockTime?: number;
  expiryHeight?: number;
  matureHeight?: number;
}

/** As getblock 2 prints it. The txid is the hash of the raw bytes; signatures only have a real form. */
export function buildTransaction(draft: TransactionDraft): BuiltTransaction {
  const { inputs = [], outputs, coinbase, lockTime = 0, expiryHeight = 0, matureHeight = 0 } = draft;
  const body: JsonObject = {
    overwintered: true,
    version: whole(4),
    versiongroupid: '892f2085',
    locktime: whole(lockTime),
    expiryheight: whole(expiryHeight),
    vin: coinbase === undefined ? inputs.map(spend) : [{ coinbase, sequence: whole(FINAL_SEQUENCE) }],
    vout: outputs.map(printOutput),
    vjoinsplit: [],
    valueBalance: decimal(0n),
    valueBalanceZat: whole(0),
    vShieldedSpend: [],
    vShieldedOutput: [],
  };
  const txid = printedHash(serializeTransaction(body));
  const json = { txid, ...body };
  const coins = outputs.map(({ satoshis, tokens, address, role, about }, vout) => {
    const mature = role === 'dead' ? NEVER_MATURES : matureHeight;
    return { txid, vout, satoshis, tokens, address, role, about, matureHeight: mature };
  });
  return { txid, json, text: stringifyLossless(json), inputs, coins };
}

/** @throws Error where the transaction has no such output */
export function coinAt({ coins, txid }: BuiltTransaction, vout: number): Coin {
  const coin = coins[vout];
  if (coin === undefined) throw new Error(`no output ${vout} in ${txid}`);
  return coin;
}

function printOutput({ satoshis, script }: Draft, n: number): JsonObject {
  const value = { value: decimal(satoshis), valueZat: whole(satoshis), valueSat: whole(satoshis) };
  return { ...value, n: whole(n), scriptPubKey: script };
}

function spend(coin: Coin): JsonObject {
  const { txid, vout, satoshis, address } = coin;
  const owner = address === '' ? {} : { address };
  const value = { value: decimal(satoshis), valueSat: whole(satoshis), ...owner };
  return { txid, vout: whole(vout), scriptSig: sign(coin), ...value, sequence: whole(FINAL_SEQUENCE) };
}

/** Out of the txid, which recordings hold anyway. */
function sign({ txid, role, tokens, address }: Coin): { asm: string; hex: string } {
  const key = `02${createHash('sha256').update(address).digest('hex')}`;
  if (role === 'coin' && tokens.size === 0 && !address.startsWith('i')) {
    const half = `022000${txid.slice(2)}`;
    const signature = `3044${half}${half}`;
    return { asm: `${signature}[ALL] ${key}`, hex: `47${signature}0121${key}` };
  }
  const fulfilment = `0101010121${key}40${txid}${txid}`;
  return { asm: fulfilment, hex: `4c67${fulfilment}` };
}
