import { sha256 } from '@noble/hashes/sha2.js';
import { base58 } from '@scure/base';
import { parseAddress } from './address.ts';

const ADDRESS_BYTES = 25;
const CHECKSUM_BYTES = 4;
/** Names of that length are hardly ever taken for an address. */
const ADDRESS_FORM = /^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)[0-9A-Za-z]{30,40}$/;
const LEFT_OUT = /[0OIl]/;
const SHIELDED = /^z(s1|xviews)?[0-9a-zA-Z]{60,}$/;
const ETHEREUM = /^0x[0-9a-fA-F]{40}$/;

/** A sentence that begins by naming the text; undefined for an address, and for a text of another form. */
export function addressFault(text: string): string | undefined {
  if (SHIELDED.test(text)) return `${text.slice(0, 12)}… is a shielded address, whose outputs no block shows`;
  if (ETHEREUM.test(text)) return `${text} is an Ethereum address`;
  if (!ADDRESS_FORM.test(text) || parseAddress(text) !== undefined) return undefined;
  const [leftOut] = LEFT_OUT.exec(text) ?? [];
  if (leftOut !== undefined) return `${text} holds ${leftOut}: no address has 0, O, I or l`;
  const bytes = base58.decode(text);
  if (bytes.length < ADDRESS_BYTES) return `${text} is too short for an address: characters are missing`;
  if (bytes.length > ADDRESS_BYTES) return `${text} is too long for an address: it has characters too many`;
  return hasChecksum(bytes)
    ? `${text} is an address of another kind of chain: its version byte is ${bytes[0]}`
    : `the checksum of ${text} is wrong: a character is mistyped, missing or too many`;
}

function hasChecksum(bytes: Uint8Array): boolean {
  const end = ADDRESS_BYTES - CHECKSUM_BYTES;
  const checksum = sha256(sha256(bytes.subarray(0, end)));
  return bytes.subarray(end).every((byte, index) => byte === checksum[index]);
}
