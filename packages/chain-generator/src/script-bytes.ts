import { parseAddress } from '@ledgergraph/verus-protocol/address';

const OP_PUSHDATA1 = 0x4c;
const OP_PUSHDATA2 = 0x4d;
const CHECK_CONDITION = 0xcc;
const DROP = 0x75;
const VERSION = 3;
const IDENTITY_DESTINATION = 4;

export function push(bytes: Uint8Array): Buffer {
  if (bytes.length < OP_PUSHDATA1) return Buffer.concat([Buffer.of(bytes.length), bytes]);
  if (bytes.length <= 0xff) return Buffer.concat([Buffer.of(OP_PUSHDATA1, bytes.length), bytes]);
  return Buffer.concat([Buffer.of(OP_PUSHDATA2, bytes.length & 0xff, bytes.length >> 8), bytes]);
}

/** Base 128, the highest digit first, one less for each digit that follows (serialize.h: VARINT). */
export function varint(value: bigint): Buffer {
  const digits: number[] = [];
  for (let left = value; ; left = (left >> 7n) - 1n) {
    digits.push(Number(left & 0x7fn) | (digits.length > 0 ? 0x80 : 0));
    if (left <= 0x7fn) return Buffer.from(digits.reverse());
  }
}

/** Decoding an address costs more than all else in a generator. */
const decoded = new Map<string, Buffer>();
const DECODED_MAX = 10_000;

/** 20 bytes for any kind of address. @throws Error for a text that is no address */
export function hashOf(address: string): Buffer {
  const known = decoded.get(address);
  if (known !== undefined) return known;
  const parsed = parseAddress(address);
  if (parsed === undefined) throw new Error(`${address} is no address`);
  if (decoded.size >= DECODED_MAX) decoded.clear();
  const hash = Buffer.from(parsed.hash);
  decoded.set(address, hash);
  return hash;
}

export function prefixed(bytes: Uint8Array): Buffer {
  return Buffer.concat([Buffer.of(bytes.length), bytes]);
}

export function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

/** Scripts name the address that holds deposits by its key. */
const KEYS = new Map([
  ['RFw9AVfgNKcHe2Vp2eyzHrX65aFD9Ky8df', '03b99d7cb946c5b1f8a54cde49b8d7e0a2a15a22639feb798009f82b519526c050'],
]);

/** @param also further conditions of the same output, by code and owner */
export function conditionScript(
  owners: readonly string[],
  code: number,
  payload?: Uint8Array,
  also: readonly (readonly [code: number, owner: string])[] = [],
): { asm: string; hex: string } {
  const master =
    code === 0
      ? push(Buffer.of(VERSION, 0, 0, 0))
      : Buffer.concat([push(Buffer.of(VERSION, 0, 1, owners.length)), ...owners.map((one) => push(destination(one)))]);
  const parameters = Buffer.concat([
    condition(code, owners[0] ?? ''),
    payload === undefined ? Buffer.alloc(0) : push(payload),
    ...also.map(([other, owner]) => push(condition(other, owner))),
  ]);
  return {
    asm: `${master.toString('hex')} OP_CHECKCRYPTOCONDITION ${parameters.toString('hex')} OP_DROP`,
    hex: Buffer.concat([push(master), Buffer.of(CHECK_CONDITION), push(parameters), Buffer.of(DROP)]).toString('hex'),
  };
}

function condition(code: number, owner: string): Buffer {
  return Buffer.concat([push(Buffer.of(VERSION, code, 1, 1)), push(destination(owner))]);
}

function destination(address: string): Buffer {
  const key = KEYS.get(address);
  if (key !== undefined) return Buffer.from(key, 'hex');
  const hash = hashOf(address);
  return address.startsWith('i') ? Buffer.concat([Buffer.of(IDENTITY_DESTINATION), hash]) : hash;
}
