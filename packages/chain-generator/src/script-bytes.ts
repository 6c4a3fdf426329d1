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

/** 20 bytes for any kind of address. @throws Error for a text that is no address */
export function hashOf(address: string): Buffer {
  const parsed = parseAddress(address);
  if (parsed === undefined) throw new Error(`${address} is no address`);
  return Buffer.from(parsed.hash);
}

export function prefixed(bytes: Uint8Array): Buffer {
  return Buffer.concat([Buffer.of(bytes.length), bytes]);
}

export function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

/** @param owners those of identities with their mark @param payload absent for an output that is only bound to its owners */
export function conditionScript(
  owners: readonly string[],
  code: number,
  payload?: Uint8Array,
): { asm: string; hex: string } {
  const destinations = owners.map(destination);
  const first = owners[0] ?? '';
  const master =
    code === 0
      ? push(Buffer.of(VERSION, 0, 0, 0))
      : Buffer.concat([push(Buffer.of(VERSION, 0, 1, owners.length)), ...destinations.map(push)]);
  const parameters = Buffer.concat([
    push(Buffer.of(VERSION, code, 1, 1)),
    push(destination(first)),
    payload === undefined ? Buffer.alloc(0) : push(payload),
  ]);
  return {
    asm: `${master.toString('hex')} OP_CHECKCRYPTOCONDITION ${parameters.toString('hex')} OP_DROP`,
    hex: Buffer.concat([push(master), Buffer.of(CHECK_CONDITION), push(parameters), Buffer.of(DROP)]).toString('hex'),
  };
}

function destination(address: string): Buffer {
  const hash = hashOf(address);
  return parseAddress(address)?.kind === 'IDENTITY' ? Buffer.concat([Buffer.of(IDENTITY_DESTINATION), hash]) : hash;
}
