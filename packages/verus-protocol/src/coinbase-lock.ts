import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { readSteps } from './script-pushes.ts';

const OP_RETURN = 0x6a;
const OP_CHECKLOCKTIMEVERIFY = 0xb1;
/** First byte of the note that discloses a time lock (script.h:OPRETTYPE_TIMELOCK). */
const TIMELOCK_NOTE = 1;
const NOTE_BYTES_MIN = 7;
const HEIGHT_BYTES_MAX = 5;
/** From here on the operand is a time in seconds, not a height (script.h:LOCKTIME_THRESHOLD). */
const HEIGHTS_END = 500_000_000;
const SCRIPT_HASH_START = 2;
const SCRIPT_HASH_END = 22;

export interface LockableOutput {
  scriptType: string;
  script: Uint8Array;
}

/**
 * Unlock height of a coinbase that is locked by time: its first output pays to the hash of a script that begins with `<height>
 * OP_CHECKLOCKTIMEVERIFY`, which its last one discloses (main.cpp:IsCoinbaseTimeLocked; docs/verus/blocks.md#time-locked-coinbases).
 * @returns null where it is not locked
 */
export function readCoinbaseLock(outputs: readonly LockableOutput[]): number | null {
  const [first, last] = [outputs[0], outputs.at(-1)];
  if (first?.scriptType !== 'scripthash' || last === undefined || last.script[0] !== OP_RETURN) return null;
  if (last.script.length < NOTE_BYTES_MIN) return null;
  const note = readSteps(last.script.subarray(1))?.[0]?.data;
  if (note == null || note[0] !== TIMELOCK_NOTE) return null;
  const locked = note.subarray(1);
  const hash = first.script.subarray(SCRIPT_HASH_START, SCRIPT_HASH_END);
  return Buffer.compare(ripemd160(sha256(locked)), hash) === 0 ? readHeight(locked) : null;
}

function readHeight(script: Uint8Array): number | null {
  const length = script[0] ?? 0;
  if (length === 0 || length > HEIGHT_BYTES_MAX || script[1 + length] !== OP_CHECKLOCKTIMEVERIFY) return null;
  let height = 0;
  for (let index = length; index > 0; index -= 1) height = height * 256 + (script[index] ?? 0);
  return height < HEIGHTS_END ? height : null;
}
