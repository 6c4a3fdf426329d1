import { createHash } from 'node:crypto';
import { type JsonObject, type JsonValue, stringifyLossless } from '@ledgergraph/verus-protocol/lossless-json';
import { object, objects, readAmount, readAmounts, strings } from './json.ts';
import { hashOf, prefixed, uint32, varint } from './script-bytes.ts';

type Encode = (payload: JsonObject) => Uint8Array;

const SEVERAL = 0x80000001n;
const AUXILIARY = 0x40;
const GATEWAY = 0x80;

/** The payloads of the outputs that holders make, byte for byte; a test holds them to the recordings. */
export const PAYLOAD_BYTES: Readonly<Record<string, Encode>> = {
  reserveoutput: ({ currencyvalues }) => tokens(currencyvalues),
  feepool: ({ currencyvalues }) => Buffer.concat([tokens(currencyvalues), Buffer.of(1)]),
  reservedeposit: ({ currencyvalues, controllingcurrencyid }) =>
    Buffer.concat([tokens(currencyvalues), hashOf(String(controllingcurrencyid))]),
  commitmenthash: ({ hash }) => reversed(hash),
  identityreservation: ({ name, parent, salt, referral }) =>
    Buffer.concat([uint32(1), text(name), hashOf(String(parent)), optional(referral), reversed(salt)]),
  identityprimary: identity,
  reservetransfer: transfer,
};

/** In place of bytes that nothing here reads, as long as the recordings have them in the middle. */
export function standIn(payload: JsonValue, length: number): Uint8Array {
  return createHash('shake128', { outputLength: length }).update(stringifyLossless(payload)).digest();
}

function tokens(values: JsonValue | undefined): Buffer {
  const amounts = readAmounts(values);
  const [first] = amounts;
  if (amounts.size === 1 && first !== undefined)
    return Buffer.concat([Buffer.of(1), hashOf(first[0]), varint(first[1])]);
  return Buffer.concat([
    varint(SEVERAL),
    Buffer.of(amounts.size),
    ...Array.from(amounts, ([id, amount]) => value(id, amount)),
  ]);
}

function value(id: string, satoshis: bigint): Buffer {
  return Buffer.concat([hashOf(id), int64(satoshis)]);
}

function identity(payload: JsonObject): Buffer {
  const keys = strings(payload.primaryaddresses);
  const content = Object.entries(object(payload.contentmap));
  return Buffer.concat([
    uint32(Number(payload.version)),
    uint32(Number(payload.flags)),
    Buffer.of(keys.length),
    ...keys.map((key) => prefixed(hashOf(key))),
    uint32(Number(payload.minimumsignatures)),
    hashOf(String(payload.parent)),
    text(payload.name),
    Buffer.of(0, content.length),
    ...content.flatMap(([key, hash]) => [reversed(key), reversed(hash)]),
    hashOf(String(payload.revocationauthority)),
    hashOf(String(payload.recoveryauthority)),
    Buffer.of(0),
    hashOf(String(payload.systemid)),
    uint32(Number(payload.timelock)),
  ]);
}

/** A conversion through a basket names the basket first. */
function transfer(payload: JsonObject): Buffer {
  const { currencyvalues, flags, feecurrencyid, fees, destination, destinationcurrencyid, via, exportto } = payload;
  const currencies = via === undefined ? [destinationcurrencyid] : [via, destinationcurrencyid];
  return Buffer.concat([
    tokens(currencyvalues),
    varint(BigInt(String(flags))),
    hashOf(String(feecurrencyid)),
    varint(readAmount(fees)),
    destinationBytes(object(destination)),
    ...[...currencies, ...(exportto === undefined ? [] : [exportto])].map((id) => hashOf(String(id))),
  ]);
}

function destinationBytes({ type, address, serializeddata, gateway, fees, auxdests }: JsonObject): Buffer {
  const kind = Number(type);
  const bytes = address === undefined ? Buffer.from(String(serializeddata), 'hex') : hashOf(String(address));
  const more = objects(auxdests).map((one) => prefixed(destinationBytes(one)));
  return Buffer.concat([
    Buffer.of(kind),
    prefixed(bytes),
    ...((kind & GATEWAY) === 0 ? [] : [hashOf(String(gateway)), Buffer.alloc(20), int64(readAmount(fees))]),
    ...((kind & AUXILIARY) === 0 ? [] : [Buffer.of(more.length), ...more]),
  ]);
}

function optional(address: JsonValue | undefined): Buffer {
  return address === '' || address === undefined ? Buffer.alloc(20) : hashOf(String(address));
}

function text(value: JsonValue | undefined): Buffer {
  return prefixed(Buffer.from(String(value)));
}

function reversed(hex: JsonValue | undefined): Buffer {
  return Buffer.from(String(hex), 'hex').reverse();
}

function int64(value: bigint): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64LE(value);
  return bytes;
}
