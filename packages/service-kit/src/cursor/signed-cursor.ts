import { timingSafeEqual } from 'node:crypto';
import { readSecrets } from '#/internal-secret.ts';
import { signText } from './sign-text.ts';

/** Characters of base64url that are whole triples of bytes, so that a cursor is the signature's text and the body's. */
const SIGNATURE_LENGTH = 16;

/**
 * A cursor is signed together with what it belongs to, so a cursor of another list does not open. Base64url ignores unknown characters
 * and the bits behind the last byte, so only the text that the body is written as opens.
 */
export class SignedCursor {
  readonly #secrets: string[];
  readonly #signedFirst: string;

  /** @param secret one or several, divided by commas: the first signs, each opens @param owner one line */
  constructor(secret: string, owner: string) {
    this.#secrets = readSecrets(secret);
    this.#signedFirst = `${owner}\n`;
  }

  seal(body: string): string {
    return this.#sign(body, this.#secrets[0] ?? '') + Buffer.from(body).toString('base64url');
  }

  /** @returns undefined for every text that is not a cursor of this owner */
  open(cursor: string): string | undefined {
    const written = cursor.slice(SIGNATURE_LENGTH);
    const body = Buffer.from(written, 'base64url').toString();
    if (Buffer.from(body).toString('base64url') !== written) return undefined;
    const signature = Buffer.from(cursor.slice(0, SIGNATURE_LENGTH));
    const isSignedWith = (secret: string): boolean => {
      const expected = Buffer.from(this.#sign(body, secret));
      return signature.length === expected.length && timingSafeEqual(signature, expected);
    };
    return this.#secrets.some(isSignedWith) ? body : undefined;
  }

  #sign(body: string, secret: string): string {
    return signText(secret, this.#signedFirst + body).slice(0, SIGNATURE_LENGTH);
  }
}
