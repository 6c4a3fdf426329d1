import { type JsonValue, LosslessNumber } from '@ledgergraph/verus-protocol/lossless-json';

// A chain as its node prints it, read without any code of a service. Numbers keep their text.

// biome-ignore lint/suspicious/noExplicitAny: the node's own JSON, whose members its readers name one by one
export type Json = any;

/** A transaction at its place. */
export interface RawTransaction {
  height: number;
  txIndex: number;
  txid: string;
  /** As `getblock` prints it. */
  json: Json;
}

export interface RawChain {
  chainId: string;
  /** By height. */
  blocks: Json[];
  /** In the order of the chain. */
  transactions: RawTransaction[];
  /** The same by txid. */
  byTxid: ReadonlyMap<string, RawTransaction>;
  /** The transaction that spends an output, by `txid:vout`, and with which input. */
  spends: ReadonlyMap<string, { by: RawTransaction; input: number }>;
}

/** @param printed answers of getblock with verbosity 2, from genesis on */
export function readRawChain(printed: readonly JsonValue[], chainId: string): RawChain {
  const blocks = printed.map(asText);
  const transactions: RawTransaction[] = blocks.flatMap(({ tx }, height) =>
    tx.map((json: Json, txIndex: number) => ({ height, txIndex, txid: json.txid, json })),
  );
  const spends = new Map<string, { by: RawTransaction; input: number }>();
  for (const by of transactions) {
    for (const [input, { txid, vout }] of by.json.vin.entries()) {
      if (txid !== undefined) spends.set(`${txid}:${vout}`, { by, input });
    }
  }
  return { chainId, blocks, transactions, byTxid: new Map(transactions.map((one) => [one.txid, one])), spends };
}

/** Outputs of one kind, such as `crosschainimport`, in the order of the chain. */
export function listPayloads(chain: RawChain, kind: string): { at: RawTransaction; vout: number; payload: Json }[] {
  return chain.transactions.flatMap((at) =>
    at.json.vout.flatMap(({ scriptPubKey }: Json, vout: number) =>
      scriptPubKey[kind] === undefined ? [] : [{ at, vout, payload: scriptPubKey[kind] }],
    ),
  );
}

/** The output that an input spends. @throws Error where the chain has no such output */
export function spentOutput(chain: RawChain, { txid, vout }: Json): Json {
  const output = chain.byTxid.get(txid)?.json.vout[Number(vout)];
  if (output === undefined) throw new Error(`no output ${txid}:${vout} on ${chain.chainId}`);
  return output;
}

/** Native satoshis that a transaction leaves: what it spends, and what shielded parts add, less its outputs. */
export function feeOf({ json }: RawTransaction): bigint {
  const { vin, vout, valueBalanceZat = '0' } = json;
  const value = (all: Json[]) => all.reduce((sum: bigint, { valueSat }) => sum + BigInt(valueSat), 0n);
  return value(vin) - value(vout) + BigInt(valueBalanceZat);
}

/** Coins as a node prints them, in satoshis. */
export function satoshisOf(text: string): bigint {
  const [whole = '0', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.padEnd(8, '0'));
}

/** Satoshis of each currency that an output holds; without those that are zero. */
export function amountsOf(chainId: string, { value, scriptPubKey }: Json): Map<string, bigint> {
  const { reserveoutput, commitmenthash, reservedeposit, reservetransfer } = scriptPubKey;
  const holder = reserveoutput ?? commitmenthash ?? reservedeposit ?? reservetransfer;
  const tokens = Object.entries<string>(holder?.currencyvalues ?? {});
  const all = [[chainId, satoshisOf(value)] as const, ...tokens.map(([id, text]) => [id, satoshisOf(text)] as const)];
  return new Map(all.filter(([, amount]) => amount > 0n));
}

function asText(value: JsonValue): Json {
  if (value instanceof LosslessNumber) return value.value;
  if (Array.isArray(value)) return value.map(asText);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, asText(member)]));
}
