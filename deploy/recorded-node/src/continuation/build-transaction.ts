import { createHash } from 'node:crypto';
import { decimal, whole } from '@ledgergraph/chain-generator/amounts';
import { printedHash } from '@ledgergraph/chain-generator/printed-hash';
import { serializeTransaction } from '@ledgergraph/chain-generator/serialize-transaction';
import type { JsonObject } from '@ledgergraph/verus-protocol/lossless-json';
import type { Coin } from './coin.ts';
import type { OutputDraft } from './outputs.ts';

const FINAL_SEQUENCE = 0xffffffff;
const NO_SHIELDED = {
  vjoinsplit: [],
  valueBalance: decimal(0n),
  valueBalanceZat: whole(0),
  vShieldedSpend: [],
  vShieldedOutput: [],
};

/** As getblock 2 prints it. Signatures only have a real form; nothing here checks them. */
export function buildTransaction(
  inputs: readonly Coin[],
  outputs: readonly OutputDraft[],
  expiryHeight: number,
): JsonObject {
  return print(inputs.map(spend), outputs, { lockTime: 0, expiryHeight });
}

/** @param time unix seconds, the lock time as in the recordings */
export function buildCoinbase(
  height: number,
  time: number,
  extra: Uint8Array,
  outputs: readonly OutputDraft[],
): JsonObject {
  const digits: number[] = [];
  for (let left = height; left > 0; left >>= 8) digits.push(left & 0xff);
  if ((digits.at(-1) ?? 0) > 0x7f) digits.push(0);
  const coinbase = Buffer.concat([Buffer.of(digits.length, ...digits), Buffer.of(extra.length), extra]).toString('hex');
  return print([{ coinbase, sequence: whole(FINAL_SEQUENCE) }], outputs, { lockTime: time, expiryHeight: 0 });
}

function print(
  vin: JsonObject[],
  outputs: readonly OutputDraft[],
  { lockTime, expiryHeight }: { lockTime: number; expiryHeight: number },
): JsonObject {
  const head = { overwintered: true, version: whole(4), versiongroupid: '892f2085' };
  const limits = { locktime: whole(lockTime), expiryheight: whole(expiryHeight) };
  const body: JsonObject = { ...head, ...limits, vin, vout: outputs.map(printOutput), ...NO_SHIELDED };
  return { txid: printedHash(serializeTransaction(body)), ...body };
}

function printOutput({ satoshis, script }: OutputDraft, n: number): JsonObject {
  const value = { value: decimal(satoshis), valueZat: whole(satoshis), valueSat: whole(satoshis) };
  return { ...value, n: whole(n), scriptPubKey: script };
}

function spend(coin: Coin): JsonObject {
  const { txid, vout, satoshis, address } = coin;
  const owner = address === '' ? {} : { address };
  const value = { value: decimal(satoshis), valueSat: whole(satoshis), ...owner };
  return { txid, vout: whole(vout), scriptSig: sign(coin), ...value, sequence: whole(FINAL_SEQUENCE) };
}

function sign({ txid, vout, script, address }: Coin): { asm: string; hex: string } {
  const bytes = (purpose: string, outputLength: number): string =>
    createHash('shake128', { outputLength })
      .update(`${purpose} ${address} ${purpose === 'key' ? '' : `${txid} ${vout}`}`)
      .digest('hex');
  const key = `02${bytes('key', 32)}`;
  if (script.type === 'pubkeyhash') {
    const signature = `30440220${`00${bytes('r', 31)}`}0220${`00${bytes('s', 31)}`}`;
    return { asm: `${signature}[ALL] ${key}`, hex: `47${signature}0121${key}` };
  }
  const fulfilment = `0101010121${key}40${bytes('signature', 64)}`;
  return { asm: fulfilment, hex: `4c67${fulfilment}` };
}
