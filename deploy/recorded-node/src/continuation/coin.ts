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

/** The owner can spend a `coin`; `other` is never spent; the rest carry state for a later transaction. */
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

/** Amounts in satoshis. */
export interface Coin {
  txid: string;
  vout: number;
  satoshis: bigint;
  tokens: ReadonlyMap<string, bigint>;
  /** Empty where the output names none. */
  address: string;
  role: CoinRole;
  script: JsonObject;
  height: number;
  /** Height of the first block that may spend it. */
  matureHeight: number;
  /** Key of the output that its transaction spends first; empty in a coinbase. */
  origin: string;
}

export function coinKey(txid: string, vout: number | string): string {
  return `${txid}:${vout}`;
}

/** Undefined for an output that nothing ever spends. */
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

export function readAmounts(values: JsonValue | undefined): Map<string, bigint> {
  const entries = Object.entries(object(values)).map(([id, amount]) => [id, readAmount(amount)] as const);
  return new Map(entries);
}

export function readAmount(value: JsonValue | undefined): bigint {
  return value instanceof LosslessNumber ? satoshisFromDecimalText(value.value) : 0n;
}

export function object(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

export function objects(value: JsonValue | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}
