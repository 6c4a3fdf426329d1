import { base58 } from '@scure/base';

const ADDRESS_BYTES = 25;
const HASH_END = 21;

interface Template {
  before: Buffer;
  after: Buffer;
}

/** By the version of the one address that they pay (address.ts). */
const TEMPLATES: ReadonlyMap<number, Template> = new Map([
  [60, template('76a914', '88ac')],
  [85, template('a914', '87')],
  // A payment to an identity, without a contract (docs/verus/outputs.md#who-can-spend).
  [102, template('050403000000cc1b04030001011504', '75')],
]);
const LENGTHS = new Set([...TEMPLATES.values()].map(({ before, after }) => before.length + 20 + after.length));

function template(before: string, after: string): Template {
  return { before: Buffer.from(before, 'hex'), after: Buffer.from(after, 'hex') };
}

/** Follows from the text alone; the checksum is not looked at. @returns undefined for a text that no such script pays */
export function plainScriptOf(address: string): Buffer | undefined {
  let decoded: Uint8Array;
  try {
    decoded = base58.decode(address);
  } catch {
    return undefined;
  }
  const found = TEMPLATES.get(decoded[0] ?? -1);
  if (found === undefined || decoded.length !== ADDRESS_BYTES) return undefined;
  return Buffer.concat([found.before, decoded.subarray(1, HASH_END), found.after]);
}

export function isPlainScript(script: Uint8Array, address: string): boolean {
  // A cheap look first: to read an address takes a while.
  if (!LENGTHS.has(script.length)) return false;
  return plainScriptOf(address)?.equals(script) ?? false;
}
