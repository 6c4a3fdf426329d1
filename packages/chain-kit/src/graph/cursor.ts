import { timingSafeEqual } from 'node:crypto';
import { readSecrets } from '@ledgergraph/service-kit/internal-secret';
import type { BlockPlace } from '#/chain/cursor.ts';
import { validationError } from './errors.ts';
import { signText } from './sign-text.ts';

/** Values that lead to the row after which a page begins; bigints travel as strings. */
export type Position = readonly (string | number | null)[];

export interface OpenedCursor {
  /** Block that the first page was read at. */
  anchor: BlockPlace;
  position: Position;
}

/** Characters of base64url: whole triples of bytes, so that a cursor is the signature's and the body's text one after the other. */
const SIGNATURE_LENGTH = 16;

/**
 * Makes and opens the cursors of one list: field, chain and arguments (all but limit and cursor).
 * A cursor is signed together with them, so a cursor of another query, or a forged one, does not open.
 */
export class CursorCodec {
  readonly #secrets: string[];
  /** Signed ahead of the body of every cursor. */
  readonly #signedFirst: string;

  /** @param secret one or several secrets: the first signs, each opens */
  constructor(secret: string, query: unknown) {
    this.#secrets = readSecrets(secret);
    this.#signedFirst = `${canonicalJson(query)}\n`;
  }

  seal(anchor: BlockPlace, position: Position): string {
    const body = JSON.stringify([anchor.height, anchor.hash, ...position]);
    return this.#sign(body, this.#secrets[0] ?? '') + Buffer.from(body).toString('base64url');
  }

  /** @throws VALIDATION_ERROR naming `cursor` */
  open(cursor: string): OpenedCursor {
    const signature = Buffer.from(cursor.slice(0, SIGNATURE_LENGTH));
    const body = Buffer.from(cursor.slice(SIGNATURE_LENGTH), 'base64url').toString();
    const isSignedWith = (secret: string): boolean => {
      const expected = Buffer.from(this.#sign(body, secret));
      return signature.length === expected.length && timingSafeEqual(signature, expected);
    };
    if (!this.#secrets.some(isSignedWith)) {
      throw validationError('cursor', 'cursor is not one that this query returned with the same arguments');
    }
    const [height, hash, ...position] = JSON.parse(body) as [number, string, ...(string | number | null)[]];
    return { anchor: { height, hash }, position };
  }

  #sign(body: string, secret: string): string {
    return signText(secret, this.#signedFirst + body).slice(0, SIGNATURE_LENGTH);
  }
}

/** JSON with sorted keys and without absent members: equal queries give equal text. */
function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (value !== null && typeof value === 'object') {
    const members = Object.entries(value)
      .filter(([, member]) => member !== null && member !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`);
    return `{${members.join(',')}}`;
  }
  return JSON.stringify(typeof value === 'bigint' ? value.toString() : value);
}
