import { createHmac, hash } from 'node:crypto';

const BLOCK_BYTES = 64;
const DIGEST_BYTES = 32;
const TEXT_BYTES = 4_096;
const BYTES_PER_CHARACTER_MAX = 3;

interface Pads {
  inner: Buffer;
  outer: Buffer;
}

const known = new Map<string, Pads>();

// A signature is made in one go, so one buffer of each kind serves all.
const innerText = Buffer.alloc(BLOCK_BYTES + TEXT_BYTES);
const outerText = Buffer.alloc(BLOCK_BYTES + DIGEST_BYTES);

/**
 * HMAC-SHA256 by RFC 2104. `createHmac` makes objects outside of the heap, whose collection costs more than the signature: a stream that
 * catches up signs 30,000 cursors a second.
 * @returns base64url
 */
export function signText(secret: string, text: string): string {
  if (text.length * BYTES_PER_CHARACTER_MAX > TEXT_BYTES) {
    return createHmac('sha256', secret).update(text).digest('base64url');
  }
  const { inner, outer } = padsOf(secret);
  innerText.set(inner);
  const end = BLOCK_BYTES + innerText.write(text, BLOCK_BYTES);
  outerText.set(outer);
  outerText.write(hash('sha256', innerText.subarray(0, end), 'binary'), BLOCK_BYTES, 'binary');
  return hash('sha256', outerText, 'base64url');
}

function padsOf(secret: string): Pads {
  const made = known.get(secret);
  if (made !== undefined) return made;
  const bytes = Buffer.from(secret);
  const key = Buffer.alloc(BLOCK_BYTES);
  key.set(bytes.length > BLOCK_BYTES ? hash('sha256', bytes, 'buffer') : bytes);
  const pads = {
    inner: Buffer.from(key.map((byte) => byte ^ 0x36)),
    outer: Buffer.from(key.map((byte) => byte ^ 0x5c)),
  };
  known.set(secret, pads);
  return pads;
}
