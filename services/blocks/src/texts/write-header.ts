import { memberText } from '@ledgergraph/verus-protocol/json-text';

const UINT32_MEMBERS = new Set(['version', 'time']);
const HASH_DIGITS = 64;

/** The serialisation of a header, from what `getblockheader` prints of it. @returns hexadecimal digits */
export function writeHeader(text: string): string {
  const read = (key: string): string => (memberText(text, key) ?? '').replaceAll('"', '');
  const solution = Buffer.from(read('solution'), 'hex');
  const members = ['version', 'previousblockhash', 'merkleroot', 'finalsaplingroot', 'time', 'bits', 'nonce'];
  return Buffer.concat([
    ...members.map((key) => (UINT32_MEMBERS.has(key) ? uint32(Number(read(key))) : reversed(key, read(key)))),
    compactSize(solution.length),
    solution,
  ]).toString('hex');
}

/** Genesis has no previous hash. */
function reversed(key: string, digits: string): Buffer {
  return Buffer.from(key === 'bits' ? digits : digits.padEnd(HASH_DIGITS, '0'), 'hex').reverse();
}

function uint32(value: number): Buffer {
  const buffer = Buffer.alloc(4);
  buffer.writeUInt32LE(value >>> 0);
  return buffer;
}

/** A solution has 1,344 bytes, or fewer on a test chain. */
function compactSize(length: number): Buffer {
  if (length < 0xfd) return Buffer.from([length]);
  return Buffer.from([0xfd, length & 0xff, length >> 8]);
}
