import { readSteps, type ScriptStep } from './script-pushes.ts';

const OP_CHECKCRYPTOCONDITION = 0xcc;
const OP_DROP = 0x75;
/** The first version that can name identities; the highest that there is. */
export const VERSION_3 = 3;
const KEYS_MAX = 4;
export const HASH_BYTES = 20;
const KEY_BYTES = 33;

/** First byte of a destination other than a bare key or its hash (COptCCParams::ADDRTYPE_…). */
const ADDRTYPE = { PK: 1, PKH: 2, SH: 3, ID: 4, INDEX: 5 } as const;

/** A key or its hash, an identity, or no signer: a script's hash, or a key of an index. */
export interface Destination {
  type: 'KEY' | 'IDENTITY' | 'SCRIPT' | 'INDEX';
  /** 20 bytes, or 33 of a key. */
  bytes: Uint8Array;
}

export interface ConditionParams {
  version: number;
  evalCode: number;
  needed: number;
  destinations: Destination[];
  data: Uint8Array[];
}

/**
 * The condition of a script (script.cpp:IsPayToCryptoCondition); the last of its data is the condition that combines all.
 * @returns undefined for a script that carries none
 */
export function readConditionParams(script: Uint8Array): ConditionParams | undefined {
  const [first, check, ...rest] = readSteps(script) ?? [];
  if (first?.data == null || check?.opcode !== OP_CHECKCRYPTOCONDITION) return undefined;
  const pushed = readBalanced(rest);
  const [own, ...more] = pushed ?? [];
  if (own === undefined) return undefined;
  const params = parseParams(own);
  return params && { ...params, data: [...params.data, ...more, first.data] };
}

/** Data that is pushed and dropped again; undefined for all else. */
function readBalanced(steps: readonly ScriptStep[]): Uint8Array[] | undefined {
  const pushed: Uint8Array[] = [];
  let depth = 0;
  for (const { opcode, data } of steps) {
    if (opcode === OP_DROP) depth -= 1;
    else if (data === null || data.length === 0) return undefined;
    else {
      depth += 1;
      pushed.push(data);
    }
    if (depth < 0) return undefined;
  }
  return depth === 0 ? pushed : undefined;
}

/** As standard.cpp:COptCCParams writes it. @returns undefined for an invalid one */
export function parseParams(bytes: Uint8Array): ConditionParams | undefined {
  const steps = bytes.length > 1 ? readSteps(bytes) : undefined;
  const pushed = steps?.flatMap(({ data }) => (data === null || data.length === 0 ? [] : [data]));
  if (steps === undefined || pushed === undefined || pushed.length !== steps.length) return undefined;
  const [head, ...rest] = pushed;
  if (head?.length !== 4) return undefined;
  const [version = 0, evalCode = 0, needed = 0, keys = 0] = head;
  const isNew = version >= VERSION_3;
  if (version === 0 || version > VERSION_3 || needed > keys || keys > KEYS_MAX || (!isNew && keys < 1))
    return undefined;
  if (isNew ? pushed.length < keys : pushed.length <= keys) return undefined;
  const destinations = rest.slice(0, keys).map((key) => readDestination(key, isNew));
  if (destinations.includes(undefined)) return undefined;
  return {
    version,
    evalCode,
    needed: Math.min(needed === 0 ? 1 : needed, keys === 0 ? Number.POSITIVE_INFINITY : keys),
    destinations: destinations as Destination[],
    data: rest.slice(keys),
  };
}

function readDestination(bytes: Uint8Array, isNew: boolean): Destination | undefined {
  if (bytes.length === HASH_BYTES || bytes.length === KEY_BYTES) return { type: 'KEY', bytes };
  const [type] = bytes;
  const rest = bytes.subarray(1);
  if (!isNew) return undefined;
  if (rest.length === KEY_BYTES) return type === ADDRTYPE.PK ? { type: 'KEY', bytes: rest } : undefined;
  if (rest.length !== HASH_BYTES) return undefined;
  if (type === ADDRTYPE.ID) return { type: 'IDENTITY', bytes: rest };
  if (type === ADDRTYPE.PKH) return { type: 'KEY', bytes: rest };
  if (type === ADDRTYPE.SH) return { type: 'SCRIPT', bytes: rest };
  return type === ADDRTYPE.INDEX ? { type: 'INDEX', bytes: rest } : undefined;
}
