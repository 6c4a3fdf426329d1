import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { addressOfKey, encodeAddress } from './address.ts';
import {
  type ConditionParams,
  type Destination,
  parseParams,
  readConditionParams,
  VERSION_3,
} from './condition-params.ts';

/** Outputs that only the protocol spends, by eval code (cc/eval.h; script.cpp:IsSpendableOutputType). */
const UNSPENDABLE: ReadonlySet<number> = new Set([
  0x02, 0x03, 0x04, 0x05, 0x06, 0x08, 0x0a, 0x0b, 0x0c, 0x0d, 0x0e, 0x0f, 0x10, 0x11, 0x12, 0x13, 0x14,
]);

export type { Destination };

export interface ConditionAddresses {
  /** As verusd prints them, which may repeat some. */
  addresses: readonly string[];
  /** The script alone decides. */
  isSpendable: boolean;
}

/** @returns undefined for a script without a condition */
export function readConditionAddresses(script: Uint8Array): ConditionAddresses | undefined {
  const params = readConditionParams(script);
  if (params === undefined) return undefined;
  return {
    addresses: listDestinations(script, params).map(destinationText),
    isSpendable: !UNSPENDABLE.has(params.evalCode),
  };
}

/** In the order of `readConditionAddresses`. @returns undefined for a script without a condition */
export function readConditionDestinations(script: Uint8Array): readonly Destination[] | undefined {
  const params = readConditionParams(script);
  return params === undefined ? undefined : listDestinations(script, params);
}

/** As standard.cpp:ExtractDestinations. */
function listDestinations(script: Uint8Array, params: ConditionParams): readonly Destination[] {
  if (params.version < VERSION_3) return params.destinations;
  const master = parseParams(params.data.at(-1) ?? new Uint8Array());
  if (master === undefined) return [{ type: 'KEY', bytes: ripemd160(sha256(script)) }];
  const shared = new Map(
    master.destinations.filter(({ type }) => type !== 'IDENTITY').map((one) => [destinationText(one), one]),
  );
  const others = listConditions(params).flatMap(({ destinations }) => destinations);
  return [...shared.values(), ...others.filter((one) => !shared.has(destinationText(one)))];
}

/** Up to the first that is invalid. */
function listConditions(params: ConditionParams): ConditionParams[] {
  const further = params.data.slice(1, -1).map(parseParams);
  const end = further.indexOf(undefined);
  return [params, ...((end === -1 ? further : further.slice(0, end)) as ConditionParams[])];
}

export function destinationText({ type, bytes }: Destination): string {
  if (type === 'KEY') return addressOfKey(bytes);
  return encodeAddress(type === 'SCRIPT' ? 'SCRIPT_HASH' : type, bytes);
}
