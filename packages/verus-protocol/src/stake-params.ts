import { readSteps } from './script-pushes.ts';

const OP_RETURN = 0x6a;
const UINT32_BYTES = 4;
const NEWER_PARTS = 2;

export interface StakeHeights {
  source: number;
  block: number;
}

/**
 * Heights in the last output of a stake (cc/StakeGuard.cpp:CStakeParams): an OP_RETURN with one push, a script itself. The newer form
 * pushes its type, and version, heights, … as one stream; the original one pushes each part. A node checks the coin's height
 * (ValidateStakeTransaction).
 * @returns null for a script of another form
 */
export function readStakeHeights(script: Uint8Array): StakeHeights | null {
  if (script[0] !== OP_RETURN) return null;
  const [outer, ...rest] = readSteps(script.subarray(1)) ?? [];
  if (outer?.data == null || rest.length > 0) return null;
  const parts = (readSteps(outer.data) ?? []).map(({ data }) => data);
  const [, second, third] = parts;
  if (second == null) return null;
  if (parts.length === NEWER_PARTS) {
    if (second.length < 3 * UINT32_BYTES) return null;
    return {
      source: readNumber(second.subarray(UINT32_BYTES, 2 * UINT32_BYTES)),
      block: readNumber(second.subarray(2 * UINT32_BYTES, 3 * UINT32_BYTES)),
    };
  }
  if (third == null || second.length > UINT32_BYTES || third.length > UINT32_BYTES) return null;
  return { source: readNumber(second), block: readNumber(third) };
}

/** Little endian. */
function readNumber(bytes: Uint8Array): number {
  return bytes.reduceRight((number, byte) => number * 256 + byte, 0);
}
