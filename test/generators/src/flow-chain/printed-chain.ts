import { object, objects } from '@ledgergraph/chain-generator/json';
import { satoshisFromDecimalText } from '@ledgergraph/verus-protocol/amount';
import { type JsonObject, type JsonValue, parseLossless } from '@ledgergraph/verus-protocol/lossless-json';
import type { FlowChain } from './generate-flow-chain.ts';

const TOKEN_MEMBERS = ['reserveoutput', 'reservedeposit', 'reservetransfer', 'commitmenthash'];
const PROTOCOL_MEMBERS = ['reservetransfer', 'crosschainexport', 'crosschainimport'];

/** As printed; satoshis by currency. */
export interface Counted {
  height: number;
  index: number;
  kinds: Set<string>;
  imported: string | null;
  spent: Map<string, bigint>;
  made: Map<string, bigint>;
}

/** Nothing that generates is used. */
export class Reading {
  readonly unspent = new Map<string, Map<string, bigint>>();
  readonly controllers = new Map<string, string>();
  readonly transactions: Counted[] = [];
  readonly scripts = new Map<string, JsonObject>();
  readonly #chainId: string;

  constructor({ blocks }: Pick<FlowChain, 'blocks'>, chainId: string) {
    this.#chainId = chainId;
    for (const { text } of blocks) {
      const block = parseLossless(text);
      for (const [index, transaction] of objects(object(block).tx).entries()) {
        this.#take(transaction, Number(String(object(block).height)), index);
      }
    }
  }

  #take(transaction: JsonObject, height: number, index: number): void {
    const spent = new Map<string, bigint>();
    const made = new Map<string, bigint>();
    const kinds = new Set<string>();
    let imported: string | null = null;
    for (const { txid, vout, valueSat } of objects(transaction.vin)) {
      if (txid === undefined) continue;
      const key = `${String(txid)}:${String(vout)}`;
      const held = this.unspent.get(key);
      if (held === undefined) throw new Error(`${key} is spent in block ${height}, but is not there`);
      if (String(held.get(this.#chainId)) !== String(valueSat)) throw new Error(`${key} is spent at another value`);
      addAll(spent, held);
      this.unspent.delete(key);
    }
    for (const { n, valueSat, scriptPubKey } of objects(transaction.vout)) {
      const script = object(scriptPubKey);
      const held = valuesOf(script, BigInt(String(valueSat)), this.#chainId);
      const key = `${String(transaction.txid)}:${String(n)}`;
      for (const member of Object.keys(script)) kinds.add(member);
      if (PROTOCOL_MEMBERS.some((one) => one in script)) this.scripts.set(key, script);
      if ('reservedeposit' in script)
        this.controllers.set(key, String(object(script.reservedeposit).controllingcurrencyid));
      imported ??= 'crosschainimport' in script ? String(object(script.crosschainimport).importcurrencyid) : null;
      addAll(made, held);
      if (height > 0) this.unspent.set(key, held);
    }
    this.transactions.push({ height, index, kinds, imported, spent, made });
  }
}

/** Native satoshis, and tokens; of a transfer the fee too, of a mint the fee alone. */
function valuesOf(script: JsonObject, satoshis: bigint, chainId: string): Map<string, bigint> {
  const held = new Map<string, bigint>();
  const member = TOKEN_MEMBERS.find((one) => one in script);
  const payload = object(member === undefined ? undefined : script[member]);
  if (payload.mint !== true) {
    for (const [id, amount] of Object.entries(object(payload.currencyvalues))) held.set(id, readAmount(amount));
  }
  if (payload.feecurrencyid !== undefined && payload.feecurrencyid !== chainId) {
    addAll(held, new Map([[String(payload.feecurrencyid), readAmount(payload.fees)]]));
  }
  held.set(chainId, satoshis);
  return held;
}

export function readAmount(value: JsonValue | undefined): bigint {
  return satoshisFromDecimalText(String(value));
}

export function addAll(sums: Map<string, bigint>, more: ReadonlyMap<string, bigint>): void {
  for (const [id, amount] of more) sums.set(id, (sums.get(id) ?? 0n) + amount);
}

export function sumOver(maps: Iterable<ReadonlyMap<string, bigint>>): Map<string, bigint> {
  const sums = new Map<string, bigint>();
  for (const map of maps) addAll(sums, map);
  return sums;
}
