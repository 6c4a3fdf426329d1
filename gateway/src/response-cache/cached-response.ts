import { hash } from 'node:crypto';
import { ANSWER_HEADERS, type AnswerBody, toBody } from '#/http/answer-form.ts';

const YEAR_S = 31_536_000;

export class CachedResponse {
  readonly body: AnswerBody;
  readonly contentType: string;
  /** No later block can change it. */
  readonly isFinal: boolean;
  /** The same for every caller. */
  readonly headers: Readonly<Record<string, string>>;
  #etag: string | undefined;
  #head: readonly string[] | undefined;
  #namedHead: readonly string[] | undefined;
  #unchangedHead: readonly string[] | undefined;

  constructor(text: string, contentType: string, isFinal: boolean, headers: Readonly<Record<string, string>> = {}) {
    this.body = toBody(text);
    this.contentType = contentType;
    this.isFinal = isFinal;
    this.headers = headers;
  }

  /** Strong: equal bytes have equal tags at every gateway. Computed at the first GET. */
  get etag(): string {
    this.#etag ??= `"${hash('sha256', this.body, 'base64url').slice(0, 27)}"`;
    return this.#etag;
  }

  /** Validators of RFC 9110, 13.1.2. */
  get names(): Record<string, string> {
    const lifetime = this.isFinal ? `max-age=${YEAR_S}, immutable` : 'no-cache';
    return { etag: this.etag, 'cache-control': `private, ${lifetime}`, vary: 'accept, authorization, origin' };
  }

  isAmong(tags: string | undefined): boolean {
    if (tags === undefined) return false;
    if (tags === this.etag) return true;
    const known = tags.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
    return known.includes(this.etag) || known.includes('*');
  }

  /** The part of the head that is the same for every caller: names and values in turn. @param isNamed true for a GET */
  head(isNamed: boolean): readonly string[] {
    if (isNamed) {
      this.#namedHead ??= this.#write({ ...this.names, ...this.#length });
      return this.#namedHead;
    }
    this.#head ??= this.#write(this.#length);
    return this.#head;
  }

  /** For a caller that has the response. It may leave out the length (RFC 9110, 8.6). */
  unchangedHead(): readonly string[] {
    this.#unchangedHead ??= this.#write(this.names);
    return this.#unchangedHead;
  }

  get #length(): Record<string, string> {
    return { 'content-length': String(this.body.length) };
  }

  #write(names: Record<string, string>): string[] {
    const all = { ...ANSWER_HEADERS, ...names, ...this.headers, 'content-type': this.contentType };
    return Object.entries(all).flat();
  }
}
