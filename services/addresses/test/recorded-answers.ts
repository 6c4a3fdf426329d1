import { readRecording, recordingDir } from '@ledgergraph/recorded-node/recording';
import { satoshisFromDecimalText } from '@ledgergraph/verus-protocol/amount';
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  LosslessNumber,
} from '@ledgergraph/verus-protocol/lossless-json';

export type RecordingName = 'vrsctest-a' | 'pchain-a';

export interface RecordedAddress {
  address: string;
  balance: JsonObject;
  utxos: JsonObject[];
  deltas: JsonObject[];
  txids: string[];
}

/** By the text of the first parameter. */
export function readAnswers(name: RecordingName, method: string): { params: JsonValue[]; result: JsonValue }[] {
  return [...readRecording(recordingDir(name)).answers()].flatMap((answer) =>
    answer.method === method && answer.result !== undefined ? [{ params: answer.params, result: answer.result }] : [],
  );
}

export function readAddresses(name: RecordingName): RecordedAddress[] {
  const addresses = new Map<string, RecordedAddress>();
  for (const { method, params, result } of readRecording(recordingDir(name)).answers()) {
    const address = result === undefined ? undefined : askedAddress(params);
    if (address === undefined || result === undefined) continue;
    const known = addresses.get(address) ?? { address, balance: {}, utxos: [], deltas: [], txids: [] };
    if (method === 'getaddressbalance') known.balance = result as JsonObject;
    if (method === 'getaddressutxos') known.utxos = result as JsonObject[];
    if (method === 'getaddressdeltas') known.deltas = result as JsonObject[];
    if (method === 'getaddresstxids') known.txids = result as string[];
    addresses.set(address, known);
  }
  return [...addresses.values()];
}

function askedAddress([first]: JsonValue[]): string | undefined {
  if (!isJsonObject(first) || !Array.isArray(first.addresses)) return undefined;
  return String(first.addresses[0]);
}

export function satoshisOf(value: JsonValue | undefined): bigint {
  if (!(value instanceof LosslessNumber)) throw new Error('not a number');
  return BigInt(value.value);
}

/** Without zeros. */
export function amountsOf(value: JsonValue | undefined): Map<string, bigint> {
  const members = isJsonObject(value) ? Object.entries(value) : [];
  return new Map(
    members
      .map(([id, amount]): [string, bigint] => [id, satoshisFromDecimalText(String(amount))])
      .filter(([, satoshis]) => satoshis !== 0n),
  );
}
