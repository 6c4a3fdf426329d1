import { JOIN_SPLITS_SINCE, OVERWINTERED, SAPLING, VERSION_GROUPS } from './layout.ts';

export interface PlainCoinbase {
  version: number;
  lockTime: number;
  /** Null before Overwinter. */
  expiryHeight: number | null;
  script: Uint8Array;
  sequence: number;
  /** In satoshis. */
  outputs: readonly { value: bigint; script: Uint8Array }[];
}

/** docs/verus/sending.md#the-format. The bytes are right if their hash is the txid. */
export function encodeCoinbase({ version, lockTime, expiryHeight, ...body }: PlainCoinbase): Uint8Array {
  const isOverwintered = expiryHeight !== null;
  const isSapling = isOverwintered && version === SAPLING;
  const head = isOverwintered
    ? [uint32(OVERWINTERED + version), uint32(VERSION_GROUPS.get(version) ?? 0)]
    : [uint32(version)];
  const noOutpoint = [new Uint8Array(32), uint32(0xffffffff)];
  return Buffer.concat([
    ...head,
    compactSize(1),
    ...[...noOutpoint, ...sized(body.script), uint32(body.sequence)],
    compactSize(body.outputs.length),
    ...body.outputs.flatMap(({ value, script }) => [int64(value), ...sized(script)]),
    uint32(lockTime),
    ...(isOverwintered ? [uint32(expiryHeight)] : []),
    ...(isSapling ? [int64(0n), compactSize(0), compactSize(0)] : []),
    ...(version >= JOIN_SPLITS_SINCE ? [compactSize(0)] : []),
  ]);
}

function sized(script: Uint8Array): Uint8Array[] {
  return [compactSize(script.length), script];
}

function compactSize(length: number): Uint8Array {
  if (length < 0xfd) return Uint8Array.of(length);
  const isWide = length > 0xffff;
  const bytes = Buffer.alloc(isWide ? 5 : 3);
  bytes.writeUInt8(isWide ? 0xfe : 0xfd);
  if (isWide) bytes.writeUInt32LE(length, 1);
  else bytes.writeUInt16LE(length, 1);
  return bytes;
}

function uint32(value: number): Uint8Array {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

function int64(value: bigint): Uint8Array {
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64LE(value);
  return bytes;
}
