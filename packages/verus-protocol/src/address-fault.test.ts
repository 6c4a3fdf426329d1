import { sha256 } from '@noble/hashes/sha2.js';
import { createBase58check } from '@scure/base';
import { encodeAddress } from './address.ts';
import { addressFault } from './address-fault.ts';

const R = 'RQNubqaaLM3oBWoaB8xMAhHjRXwrEPNgo7';
const I = 'iAx1W8q8co23QnA9S5TfxYK2XKUMNpKMDB';
const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

test.each([R, I, encodeAddress('SCRIPT_HASH', new Uint8Array(20)), encodeAddress('QUANTUM', new Uint8Array(20))])(
  '%s is an address and has no fault',
  (text) => {
    expect(addressFault(text)).toBeUndefined();
  },
);

test.each([R, I])('each character of %s that is mistyped is a wrong checksum', (text) => {
  for (let at = 1; at < text.length; at += 1) {
    const other = BASE58[(BASE58.indexOf(text[at] ?? '') + 1) % BASE58.length];
    const mistyped = `${text.slice(0, at)}${other}${text.slice(at + 1)}`;
    expect(addressFault(mistyped)).toBe(
      `the checksum of ${mistyped} is wrong: a character is mistyped, missing or too many`,
    );
  }
});

const bitcoin = createBase58check(sha256).encode(Uint8Array.of(0, ...sha256(new Uint8Array(1)).subarray(0, 20)));

test.each([
  [R.slice(0, -3), `${R.slice(0, -3)} is too short for an address: characters are missing`],
  [`${R}77`, `${R}77 is too long for an address: it has characters too many`],
  [R.replace('7', 'l'), `${R.replace('7', 'l')} holds l: no address has 0, O, I or l`],
  [bitcoin, `${bitcoin} is an address of another kind of chain: its version byte is 0`],
  [`0x${'aB'.repeat(20)}`, `0x${'aB'.repeat(20)} is an Ethereum address`],
  [`zs1${'q7'.repeat(37)}`, 'zs1q7q7q7q7q… is a shielded address, whose outputs no block shows'],
])('%s', (text, fault) => {
  expect(addressFault(text)).toBe(fault);
});

test.each(['', 'delta', 'alpha.VRSCTEST', 'averylongnameinlowercaselettersonly1', 'RäUMSCHIFF 7.VRSCTEST', 'R123'])(
  '%j has the form of no address: it may be a name',
  (text) => {
    expect(addressFault(text)).toBeUndefined();
  },
);
