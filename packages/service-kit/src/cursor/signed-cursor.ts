import { timingSafeEqual } from 'node:crypto';
import { readSecrets } from '#/internal-secret.ts';
import { signText } from './sign-text.ts';

/** Characters of base64url: whole triples of bytes, so that a cursor is the signature's and the body's text one after the other. */
const SIGNATURE_LENGTH = 16;

/**
 * Writes and reads the cursors of one list or stream. A cursor is signed together with what it belongs to, so a cursor of another list, or a
 * forged one, does not open. Each cursor has exactly one text: base64url ignores what it does not know and the bits behind the last byte, so
 * a text opens only if it is the one that its body is written as.
 */
export class SignedCursor {
  readonly #secrets: string[];
  /** Signed ahead of the body of every cursor. */
  readonly #signedFirst: string;

  /**
   * @param secret one or several secrets, divided by commas: the first signs, each opens
   * @param owner what the cursors belong to, as a text of one line
   */
  constructor(secret: string, owner: string) {
    this.#secrets = readSecrets(secret);
    this.#signedFirst = `${owner}\n`;
  }

  seal(body: string): string {
    return this.#sign(body, this.#secrets[0] ?? '') + Buffer.from(body).toString('base64url');
  }

  /** @returns the body; undefined for every text that is not a cursor of this owner */
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
