import { satoshisFromDecimalText } from '@ledgergraph/verus-protocol/amount';
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parseLossless,
} from '@ledgergraph/verus-protocol/lossless-json';
import { poolShare } from './formulas.ts';
import { type FlowChain, generateFlowChain } from './generate-flow-chain.ts';

const CHAIN_ID = 'iJhCezBExJHvtyH3fGhNnt2NhU4Ztkf2yq';
const CHAIN = { chainId: CHAIN_ID, name: 'VRSCTEST', blocks: 320 };
const TOKEN_MEMBERS = ['reserveoutput', 'reservedeposit', 'reservetransfer', 'commitmenthash'];

/** Values of one transaction as they are printed; satoshis by currency. */
interface Counted {
  height: number;
  index: number;
  kinds: Set<string>;
  imported: string | null;
  spent: Map<string, bigint>;
  made: Map<string, bigint>;
}

/** Reads a chain as a stranger would: nothing of the generator is used. */
class Reading {
  readonly unspent = new Map<string, Map<string, bigint>>();
  readonly controllers = new Map<string, string>();
  readonly transactions: Counted[] = [];

  constructor({ blocks }: FlowChain) {
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
      if (String(held.get(CHAIN_ID)) !== String(valueSat)) throw new Error(`${key} is spent at another value`);
      addAll(spent, held);
      this.unspent.delete(key);
    }
    for (const { n, valueSat, scriptPubKey } of objects(transaction.vout)) {
      const script = object(scriptPubKey);
      const held = valuesOf(script, BigInt(String(valueSat)));
      const key = `${String(transaction.txid)}:${String(n)}`;
      for (const member of Object.keys(script)) kinds.add(member);
      if ('reservedeposit' in script)
        this.controllers.set(key, String(object(script.reservedeposit).controllingcurrencyid));
      imported ??= 'crosschainimport' in script ? String(object(script.crosschainimport).importcurrencyid) : null;
      addAll(made, held);
      if (height > 0) this.unspent.set(key, held);
    }
    this.transactions.push({ height, index, kinds, imported, spent, made });
  }
}

/** Contents of an output: native satoshis, and tokens; of a transfer the fee too, of a mint the fee alone. */
function valuesOf(script: JsonObject, satoshis: bigint): Map<string, bigint> {
  const held = new Map<string, bigint>();
  const member = TOKEN_MEMBERS.find((one) => one in script);
  const payload = object(member === undefined ? undefined : script[member]);
  if (payload.mint !== true) {
    for (const [id, amount] of Object.entries(object(payload.currencyvalues))) held.set(id, readAmount(amount));
  }
  if (payload.feecurrencyid !== undefined && payload.feecurrencyid !== CHAIN_ID) {
    addAll(held, new Map([[String(payload.feecurrencyid), readAmount(payload.fees)]]));
  }
  held.set(CHAIN_ID, satoshis);
  return held;
}

function object(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

function objects(value: JsonValue | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

function readAmount(value: JsonValue | undefined): bigint {
  return satoshisFromDecimalText(String(value));
}

function addAll(sums: Map<string, bigint>, more: ReadonlyMap<string, bigint>): void {
  for (const [id, amount] of more) sums.set(id, (sums.get(id) ?? 0n) + amount);
}

function sumOver(maps: Iterable<ReadonlyMap<string, bigint>>): Map<string, bigint> {
  const sums = new Map<string, bigint>();
  for (const map of maps) addAll(sums, map);
  return sums;
}

describe.each([1, 2])('generateFlowChain with seed %i', (seed) => {
  const chain = generateFlowChain({ ...CHAIN, seed });
  const { ledger } = chain;
  const reading = new Reading(chain);

  test('balances: every transaction pays a fee that is not negative, and the fee pool takes them all', () => {
    const feesAt = new Map<number, bigint>();
    for (const { height, index, spent, made } of reading.transactions) {
      const fee = (spent.get(CHAIN_ID) ?? 0n) - (made.get(CHAIN_ID) ?? 0n);
      if (index > 0 && fee < 0n) throw new Error(`a transaction of block ${height} pays ${fee}`);
      if (index > 0) feesAt.set(height, (feesAt.get(height) ?? 0n) + fee);
    }
    let pool = 0n;
    const expected = chain.blocks.map(({ height }) => {
      const fees = feesAt.get(height) ?? 0n;
      pool += fees - poolShare(pool + fees);
      return { height, fees, pool };
    });
    expect(ledger.blocks.map(({ height, fees, pool: held }) => ({ height, fees, pool: held }))).toEqual(expected);
  });

  test('makes and destroys tokens in imports of the token itself alone', () => {
    const moved = reading.transactions.flatMap(({ height, imported, spent, made }) =>
      [...new Set([...spent.keys(), ...made.keys()])]
        .filter((id) => id !== CHAIN_ID && id !== imported && (spent.get(id) ?? 0n) !== (made.get(id) ?? 0n))
        .map((id) => ({ height, id, spent: spent.get(id), made: made.get(id) })),
    );
    expect(moved).toEqual([]);
  });

  test('keeps exactly the reserves of each basket in deposits', () => {
    for (const launch of ledger.launches) {
      const held = sumOver(
        [...reading.unspent]
          .filter(([key]) => reading.controllers.get(key) === launch.currencyId)
          .map(([, values]) => values),
      );
      const state = ledger.states.filter(({ currencyId }) => currencyId === launch.currencyId).at(-1);
      const reserves = new Map(state?.reserves.map(({ currencyId, reserves: amount }) => [currencyId, amount]));
      expect([...held].filter(([, amount]) => amount > 0n).sort()).toEqual(
        [...reserves].filter(([, amount]) => amount > 0n).sort(),
      );
    }
  });

  test('has as many units of each currency as its last state counts, apart from what a launch rounds down', () => {
    const units = sumOver(reading.unspent.values());
    for (const { currencyId, isConfirmed, preallocations } of ledger.launches) {
      const states = ledger.states.filter((state) => state.currencyId === currencyId);
      const missing = (states.at(-1)?.supply ?? 0n) - (units.get(currencyId) ?? 0n);
      const launched = ledger.transfers.filter(
        ({ kind, toId, isRefunded }) => kind === 'CONTRIBUTION' && toId === currencyId && !isRefunded,
      );
      const given = launched.flatMap(({ payouts }) => payouts).filter((payout) => payout.currencyId === currencyId);
      const promised = states.find(({ flags }) => (flags & 0x20) !== 0)?.supply ?? 0n;
      const issued = [...given, ...preallocations].reduce((sum, { amount }) => sum + amount, 0n);
      expect({ currencyId, missing }).toEqual({ currencyId, missing: isConfirmed === true ? promised - issued : 0n });
    }
  });

  test('has every kind of transfer, settled and refunded; every end of an offer, of a launch, and of a registration', () => {
    const kinds = new Set(ledger.transfers.map(({ kind, isRefunded }) => `${kind}${isRefunded ? ' refunded' : ''}`));
    const all = ['BUY', 'SELL', 'VIA', 'SEND', 'MINT', 'BURN', 'CONTRIBUTION', 'CONTRIBUTION refunded'];
    expect([...kinds].sort()).toEqual(all.sort());
    expect(new Set(ledger.transfers.map(({ flags }) => flags))).toEqual(new Set([1, 3, 5, 7, 33, 129, 257, 515, 1027]));
    expect(
      new Set(ledger.offers.map(({ ended, givesIdentity }) => `${ended?.how} ${givesIdentity === null}`)).size,
    ).toBeGreaterThan(4);
    expect(ledger.launches.map(({ isConfirmed }) => isConfirmed)).toEqual([true, true, false, true, true, false]);
    const [, silver] = ledger.launches;
    expect([...(silver?.accepted.values() ?? [])][0]).toBeGreaterThan(0n);
    expect([...(silver?.refunded.values() ?? [])][0]).toBeGreaterThan(0n);
    expect(new Set(ledger.registrations.map(({ shares }) => shares.length)).size).toBeGreaterThan(2);
    expect(new Set(ledger.registrations.map(({ burned }) => burned > 0n))).toEqual(new Set([true, false]));
    expect(ledger.imports.some(({ transfers }) => transfers.length > 4)).toBe(true);
    expect(ledger.blocks.filter(({ staked }) => staked !== null).length).toBeGreaterThan(20);
  });
});

test('gives the same bytes for the same seed, and others from the height of a fork on', () => {
  const hashesOf = ({ blocks }: FlowChain): string[] => blocks.map(({ hash }) => hash);
  const first = hashesOf(generateFlowChain({ ...CHAIN, seed: 5 }));
  expect(hashesOf(generateFlowChain({ ...CHAIN, seed: 5 }))).toEqual(first);
  const other = hashesOf(generateFlowChain({ ...CHAIN, seed: 5, fork: { height: 180, seed: 99 } }));
  expect(other.slice(0, 180)).toEqual(first.slice(0, 180));
  expect(other.slice(180).filter((hash, index) => hash === first[180 + index])).toEqual([]);
});
