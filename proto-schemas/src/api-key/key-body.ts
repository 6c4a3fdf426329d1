import { crc32 } from 'node:zlib';

// Defined here, so that making and checking cannot disagree.

export const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** 30 × log2(62) = 178.6 bits. */
export const randomLength = 30;

/** The fewest digits that hold 32 bits. */
export const checksumLength = 6;

/** CRC32 of the text before it, highest digit first. It notices every change of one character, so a mistyped key costs no look-up. */
export function checksum(text: string): string {
  let rest = crc32(text);
  let digits = '';
  for (let i = 0; i < checksumLength; i++) {
    digits = base62.charAt(rest % 62) + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}
