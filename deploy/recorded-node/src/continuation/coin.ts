import { satoshisFromDecimalText } from '@ledgergraph/verus-protocol/amount';
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  LosslessNumber,
} from '@ledgergraph/verus-protocol/lossless-json';

/** Members of a scriptPubKey that name the role of an output in later blocks (docs/verus/outputs.md#kinds). */
const ROLES: Readonly<Record<string, CoinRole>> = {
  identityprimary: 'identity',
  acceptednotarization: 'state',
  crosschainimport: 'import',
  crosschainexport: 'export',
  finalizeexport: 'finalization',
  reservedeposit: 'deposit',
  reservetransfer: 'transfer',
  commitmenthash: 'commitment',
};
const NEVER_SPENT = ['feepool', 'identityreservation', 'notaryevidence'];
/** Members with these payloads can be spent by their owner. */
const OWNED = ['reserveoutput', 'evalnone'];

/** `coin`: its one owner can spend it; the others carry a state that a later transaction takes over; `other`: it only stays there. */
export type CoinRole =
  | 'coin'
  | 'identity'
  | 'state'
  | 'import'
  | 'export'
  | 'finalization'
  | 'deposit'
  | 'transfer'
  | 'commitment'
  | 'other';

/** An unspent output; amounts in satoshis. */
export interface Coin {
  txid: string;
  vout: number;
  satoshis: bigint;
  tokens: ReadonlyMap<string, bigint>;
  /** Owner; empty where the output names none. */
  address: string;
  role: CoinRole;
  /** scriptPubKey as getblock 2 prints it. */
  script: JsonObject;
  /** Height of its block. */
  height: number;
  /** Height of the first block that may spend it. */
  matureHeight: number;
  /** The output that the first input of its transaction spends, as a key; empty in a coinbase. */
  origin: string;
}

export function coinKey(txid: string, vout: number | string): string {
  return `${txid}:${vout}`;
}

/** Reads an output of a printed transaction; undefined for one that nothing ever spends. */
export function readCoin(
  output: JsonObject,
  rest: Pick<Coin, 'txid' | 'height' | 'matureHeight' | 'origin'>,
): Coin | undefined {
  const script = object(output.scriptPubKey);
  if (script.type === 'nulldata' || NEVER_SPENT.some((kind) => kind in script)) return undefined;
  if (object(script.crosschainexport).issupplemental === true) return undefined;
  const addresses = Array.isArray(script.addresses) ? script.addresses.map(String) : [];
  return {
    ...rest,
    vout: Number(output.n),
    satoshis: BigInt(String(output.valueSat)),
    tokens: readTokens(script),
    address: addresses[0] ?? '',
    role: readRole(script, addresses),
    script,
  };
}

function readRole(script: JsonObject, addresses: readonly string[]): CoinRole {
  for (const [member, role] of Object.entries(ROLES)) if (isJsonObject(script[member])) return role;
  const isOwned = script.type === 'pubkeyhash' || OWNED.some((member) => member in script);
  return isOwned && addresses.length === 1 ? 'coin' : 'other';
}

function readTokens(script: JsonObject): ReadonlyMap<string, bigint> {
  const holder = [script.reserveoutput, script.reservedeposit, script.reservetransfer].find(isJsonObject);
  return holder === undefined ? new Map() : readAmounts(holder.currencyvalues);
}

/** Decimal coins by currency as satoshis. */
export function readAmounts(values: JsonValue | undefined): Map<string, bigint> {
  const entries = Object.entries(object(values)).map(([id, amount]) => [id, readAmount(amount)] as const);
  return new Map(entries);
}

/** Decimal coins as satoshis; 0 for a member that is not there. */
export function readAmount(value: JsonValue | undefined): bigint {
  return value instanceof LosslessNumber ? satoshisFromDecimalText(value.value) : 0n;
}

/** The value as an object; an empty one for anything else. */
export function object(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

/** The objects of a list. */
export function objects(value: JsonValue | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}
