import type { JsonValue } from '@ledgergraph/verus-protocol/lossless-json';
import { type Amounts, addAll, amountsOf, asText, type Json, satoshisOf } from './raw-json.ts';

// Nothing here uses the code that is tested.

/** A plain script has none of these members. */
const KINDS = [
  ...['reservetransfer', 'crosschainexport', 'crosschainimport', 'acceptednotarization', 'earnednotarization'],
  ...['notaryevidence', 'finalizeexport', 'reservedeposit', 'reserveoutput', 'currencydefinition', 'identityprimary'],
  ...['commitmenthash', 'evalnone'],
] as const;
const HOLDERS: readonly string[] = ['reserveoutput', 'reservedeposit', 'reservetransfer', 'commitmenthash'];

export interface RawOutput {
  /** `txid:vout`. */
  key: string;
  vout: number;
  /** One of KINDS, or the type of a plain script. */
  kind: string;
  /** The member of its kind; empty for a plain script. */
  payload: Json;
  addresses: string[];
  satoshis: bigint;
  held: Amounts;
}

export interface RawTransaction {
  height: number;
  txIndex: number;
  txid: string;
  /** As `getblock` prints it. */
  json: Json;
  /** In its order; empty for a coinbase. */
  inputs: string[];
  outputs: RawOutput[];
}

export interface RawSpend {
  by: RawTransaction;
  input: number;
}

export class RawChain {
  readonly chainId: string;
  readonly blocks: Json[];
  readonly transactions: RawTransaction[];
  readonly #byTxid: Map<string, RawTransaction>;
  readonly #outputs = new Map<string, RawOutput>();
  readonly #spends = new Map<string, RawSpend>();

  /** @param printed answers of getblock with verbosity 2, from genesis on */
  constructor(printed: readonly JsonValue[], chainId: string) {
    this.chainId = chainId;
    this.blocks = printed.map(asText);
    this.transactions = this.blocks.flatMap(({ tx }, height) =>
      tx.map((json: Json, txIndex: number) => readTransaction(json, { chainId, height, txIndex })),
    );
    this.#byTxid = new Map(this.transactions.map((one) => [one.txid, one]));
    for (const by of this.transactions) {
      for (const output of by.outputs) this.#outputs.set(output.key, output);
      for (const [input, key] of by.inputs.entries()) this.#spends.set(key, { by, input });
    }
  }

  transaction(txid: string): RawTransaction | undefined {
    return this.#byTxid.get(txid);
  }

  output(key: string): RawOutput | undefined {
    return this.#outputs.get(key);
  }

  spend(key: string): RawSpend | undefined {
    return this.#spends.get(key);
  }

  /** @param last absent: at the tip */
  unspent(isCounted: (output: RawOutput) => boolean, last?: RawTransaction): Amounts {
    const sums: Amounts = new Map();
    const isLater = (one: RawTransaction) => last !== undefined && isBehind(one, last);
    for (const transaction of this.transactions) {
      if (transaction.height === 0 || isLater(transaction)) continue;
      for (const output of transaction.outputs) {
        const spend = this.spend(output.key);
        if (!isCounted(output) || (spend !== undefined && !isLater(spend.by))) continue;
        addAll(sums, output.held);
      }
    }
    return sums;
  }
}

export function listPayloads(chain: RawChain, kind: string): { at: RawTransaction; vout: number; payload: Json }[] {
  return chain.transactions.flatMap((at) =>
    at.json.vout.flatMap(({ scriptPubKey }: Json, vout: number) =>
      scriptPubKey[kind] === undefined ? [] : [{ at, vout, payload: scriptPubKey[kind] }],
    ),
  );
}

/** In satoshis: spends and shielded parts less the outputs. */
export function feeOf({ json }: RawTransaction): bigint {
  const { vin, vout, valueBalanceZat = '0' } = json;
  const value = (all: Json[]) => all.reduce((sum: bigint, { valueSat }) => sum + BigInt(valueSat), 0n);
  return value(vin) - value(vout) + BigInt(valueBalanceZat);
}

function isBehind(one: RawTransaction, other: RawTransaction): boolean {
  return one.height > other.height || (one.height === other.height && one.txIndex > other.txIndex);
}

interface Place {
  chainId: string;
  height: number;
  txIndex: number;
}

function readTransaction(json: Json, { chainId, height, txIndex }: Place): RawTransaction {
  const { txid, vin, vout } = json;
  const inputs = vin.flatMap((input: Json) => (input.txid === undefined ? [] : [`${input.txid}:${input.vout}`]));
  const outputs = vout.map((output: Json) => readOutput(txid, output, chainId));
  return { height, txIndex, txid, json, inputs, outputs };
}

function readOutput(txid: string, { n, value, scriptPubKey }: Json, chainId: string): RawOutput {
  const kind = KINDS.find((member) => member in scriptPubKey) ?? scriptPubKey.type;
  const payload = scriptPubKey[kind] ?? {};
  const satoshis = satoshisOf(value);
  const held: Amounts = new Map();
  addAll(held, new Map([[chainId, satoshis]]));
  if (HOLDERS.includes(kind)) {
    // A mint holds its fee alone. Native amounts of a payload are the output's value.
    const tokens = payload.mint === true ? new Map<string, bigint>() : amountsOf(payload.currencyvalues);
    if (kind === 'reservetransfer') addAll(tokens, new Map([[payload.feecurrencyid, satoshisOf(payload.fees)]]));
    tokens.delete(chainId);
    addAll(held, tokens);
  }
  return {
    key: `${txid}:${n}`,
    vout: Number(n),
    kind,
    payload,
    addresses: scriptPubKey.addresses ?? [],
    satoshis,
    held,
  };
}
