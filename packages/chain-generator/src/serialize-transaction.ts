import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  LosslessNumber,
} from '@ledgergraph/verus-protocol/lossless-json';

const OVERWINTERED = 0x80000000;
const SAPLING_VERSION = 4;
const COINBASE_OUTPOINT = Buffer.from(`${'00'.repeat(32)}ffffffff`, 'hex');

/** From `getblock 2`. @throws Error for a transaction with joinsplits, whose signature the daemon does not print */
export function serializeTransaction(tx: JsonObject): Buffer {
  const version = Number(number(tx.version));
  const overwintered = tx.overwintered === true;
  const parts = [
    uint(overwintered ? OVERWINTERED + version : version, 4),
    overwintered ? reversed(tx.versiongroupid) : Buffer.alloc(0),
    vector(tx.vin, serializeInput),
    vector(tx.vout, serializeOutput),
    uint(number(tx.locktime), 4),
  ];
  if (overwintered) parts.push(uint(number(tx.expiryheight), 4));
  if (version >= SAPLING_VERSION) parts.push(...saplingParts(tx));
  return Buffer.concat(parts);
}

function saplingParts(tx: JsonObject): Buffer[] {
  if (list(tx.vjoinsplit).length > 0) throw new Error('the recording does not hold the signature of joinsplits');
  const balance = Buffer.alloc(8);
  balance.writeBigInt64LE(number(tx.valueBalanceZat));
  return [
    balance,
    vector(tx.vShieldedSpend, (spend) =>
      Buffer.concat([
        ...[spend.cv, spend.anchor, spend.nullifier, spend.rk].map(reversed),
        ...[spend.proof, spend.spendAuthSig].map(bytes),
      ]),
    ),
    vector(tx.vShieldedOutput, (output) =>
      Buffer.concat([
        ...[output.cv, output.cmu, output.ephemeralKey].map(reversed),
        ...[output.encCiphertext, output.outCiphertext, output.proof].map(bytes),
      ]),
    ),
    compactSize(0),
    tx.bindingSig === undefined ? Buffer.alloc(0) : bytes(tx.bindingSig),
  ];
}

function serializeInput(input: JsonObject): Buffer {
  if (input.coinbase !== undefined) {
    return Buffer.concat([COINBASE_OUTPOINT, script(input.coinbase), uint(number(input.sequence), 4)]);
  }
  const { scriptSig } = input;
  const hex = isJsonObject(scriptSig) ? scriptSig.hex : undefined;
  return Buffer.concat([
    reversed(input.txid),
    uint(number(input.vout), 4),
    script(hex),
    uint(number(input.sequence), 4),
  ]);
}

function serializeOutput(output: JsonObject): Buffer {
  const { scriptPubKey } = output;
  return Buffer.concat([
    uint(number(output.valueSat), 8),
    script(isJsonObject(scriptPubKey) ? scriptPubKey.hex : undefined),
  ]);
}

export function serializeHeader(block: JsonObject): Buffer {
  const previous = block.previousblockhash ?? '00'.repeat(32);
  return Buffer.concat([
    uint(number(block.version), 4),
    ...[previous, block.merkleroot, block.finalsaplingroot].map(reversed),
    uint(number(block.time), 4),
    ...[block.bits, block.nonce].map(reversed),
    script(block.solution),
  ]);
}

export function serializeBlock(block: JsonObject): Buffer {
  return Buffer.concat([serializeHeader(block), vector(block.tx, serializeTransaction)]);
}

function vector(value: JsonValue | undefined, serialize: (element: JsonObject) => Buffer): Buffer {
  const elements = list(value).map((element) => {
    if (!isJsonObject(element)) throw new Error('a transaction part that is no object');
    return serialize(element);
  });
  return Buffer.concat([compactSize(elements.length), ...elements]);
}

function script(hex: JsonValue | undefined): Buffer {
  const content = bytes(hex);
  return Buffer.concat([compactSize(content.length), content]);
}

function compactSize(value: number): Buffer {
  if (value < 0xfd) return uint(value, 1);
  if (value <= 0xffff) return Buffer.concat([uint(0xfd, 1), uint(value, 2)]);
  return Buffer.concat([uint(0xfe, 1), uint(value, 4)]);
}

function uint(value: number | bigint, size: number): Buffer {
  const buffer = Buffer.alloc(8);
  buffer.writeBigUInt64LE(BigInt(value));
  return buffer.subarray(0, size);
}

function bytes(hex: JsonValue | undefined): Buffer {
  if (typeof hex !== 'string') throw new Error('expected hex');
  return Buffer.from(hex, 'hex');
}

/** Hashes and 256-bit numbers are printed in the reverse of their byte order. */
function reversed(hex: JsonValue | undefined): Buffer {
  return bytes(hex).reverse();
}

function number(value: JsonValue | undefined): bigint {
  if (!(value instanceof LosslessNumber)) throw new Error('expected a number');
  return BigInt(value.value);
}

function list(value: JsonValue | undefined): JsonValue[] {
  return Array.isArray(value) ? value : [];
}
