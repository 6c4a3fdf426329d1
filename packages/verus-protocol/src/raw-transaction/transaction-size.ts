import {
  BINDING_SIGNATURE_BYTES,
  JOIN_SPLIT_BYTES,
  JOIN_SPLIT_KEY_AND_SIGNATURE_BYTES,
  JOIN_SPLITS_SINCE,
  SAPLING,
  SAPLING_OUTPUT_BYTES,
  SAPLING_SPEND_BYTES,
} from './layout.ts';

export interface TransactionParts {
  version: number;
  isOverwintered: boolean;
  /** Bytes of each. */
  inputScripts: readonly number[];
  /** Bytes of each. */
  outputScripts: readonly number[];
  saplingSpends: number;
  saplingOutputs: number;
  joinSplits: number;
}

/** Txid, position and sequence of an input; value of an output. */
const INPUT_BYTES = 32 + 4 + 4;
const OUTPUT_BYTES = 8;
const UINT32_BYTES = 4;
const AMOUNT_BYTES = 8;

/** In bytes, for any format that the daemon reads (docs/verus/sending.md#the-format). */
export function computeTransactionSize(parts: TransactionParts): number {
  const { isOverwintered, inputScripts, outputScripts } = parts;
  const fixed = UINT32_BYTES * (isOverwintered ? 4 : 2);
  return fixed + listSize(inputScripts, INPUT_BYTES) + listSize(outputScripts, OUTPUT_BYTES) + shieldedSize(parts);
}

function shieldedSize({
  version,
  isOverwintered,
  saplingSpends,
  saplingOutputs,
  joinSplits,
}: TransactionParts): number {
  const isSapling = isOverwintered && version === SAPLING;
  let size = 0;
  if (isSapling) {
    size += AMOUNT_BYTES;
    size += compactSizeBytes(saplingSpends) + saplingSpends * SAPLING_SPEND_BYTES;
    size += compactSizeBytes(saplingOutputs) + saplingOutputs * SAPLING_OUTPUT_BYTES;
  }
  if (version >= JOIN_SPLITS_SINCE) {
    const each = isSapling ? JOIN_SPLIT_BYTES.groth16 : JOIN_SPLIT_BYTES.phgr13;
    size += compactSizeBytes(joinSplits) + joinSplits * each;
    if (joinSplits > 0) size += JOIN_SPLIT_KEY_AND_SIGNATURE_BYTES;
  }
  return isSapling && saplingSpends + saplingOutputs > 0 ? size + BINDING_SIGNATURE_BYTES : size;
}

function listSize(scripts: readonly number[], each: number): number {
  return scripts.reduce(
    (sum, script) => sum + each + compactSizeBytes(script) + script,
    compactSizeBytes(scripts.length),
  );
}

/** In the shortest form. */
export function compactSizeBytes(length: number): 1 | 3 | 5 {
  if (length < 0xfd) return 1;
  return length <= 0xffff ? 3 : 5;
}
