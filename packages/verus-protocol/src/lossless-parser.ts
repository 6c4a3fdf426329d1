import { LosslessNumber } from 'lossless-json';

/** A number keeps its own text in `LosslessNumber.value`. */
export type JsonValue = null | boolean | string | LosslessNumber | JsonValue[] | JsonObject;
export interface JsonObject {
  [key: string]: JsonValue;
}

const QUOTE = 0x22;
const MINUS = 0x2d;
const DOT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const SPACE = 0x20;
const LETTER_E = 0x65;
const LETTER_F = 0x66;
const LETTER_N = 0x6e;
const LETTER_T = 0x74;
const SMALL = 0x20;
const UNREAD_NUMBER = new LosslessNumber('0');

/**
 * Members that the caller does not use: `true` for a whole member, or a map of its own; in a list for each element. They are checked,
 * and left out.
 */
export type Unread = ReadonlyMap<string, Unread | true>;

/** One pass, four times as fast as the parser of `lossless-json`, whose numbers it makes; the tests hold one to the other. */
export class LosslessParser {
  readonly #text: string;
  #at = 0;
  /** The next backslash or control character, which no plain string holds. */
  #special = -1;
  readonly #specials = /[^ -[\]-\uffff]/g;

  constructor(text: string) {
    this.#text = text;
  }

  /** @throws SyntaxError */
  read(): JsonValue {
    const value = this.#value();
    this.#end();
    return value;
  }

  /**
   * Passes elements on one by one.
   * @returns undefined where the text is no list: use `read` then
   * @throws SyntaxError, and the errors of `each`
   */
  readList<Element>(each: (element: JsonValue, index: number) => Element, unread?: Unread): Element[] | undefined {
    if (this.#next() !== OPEN_BRACKET) return undefined;
    const elements: Element[] = [];
    this.#list((element) => elements.push(each(element, elements.length)), unread);
    this.#end();
    return elements;
  }

  /** @param unread `true`: the value is skipped, and the result is arbitrary */
  #value(unread?: Unread | true): JsonValue {
    const code = this.#next();
    switch (code) {
      case QUOTE:
        return this.#string(unread === true);
      case OPEN_BRACE:
        return this.#object(unread);
      case OPEN_BRACKET: {
        const list: JsonValue[] = [];
        this.#list((element) => list.push(element), unread);
        return list;
      }
      case LETTER_T:
        return this.#keyword('true', true);
      case LETTER_F:
        return this.#keyword('false', false);
      case LETTER_N:
        return this.#keyword('null', null);
      default:
        return this.#number(unread === true);
    }
  }

  #object(unread: Unread | true | undefined): JsonObject {
    const object: JsonObject = {};
    this.#at += 1;
    if (this.#next() === CLOSE_BRACE) {
      this.#at += 1;
      return object;
    }
    for (;;) {
      if (this.#next() !== QUOTE) this.#fail();
      const key = this.#string();
      if (this.#next() !== COLON) this.#fail();
      this.#at += 1;
      const below = unread === undefined || unread === true ? unread : unread.get(key);
      const value = this.#value(below);
      // A plain assignment would set the prototype.
      if (below !== true && key === '__proto__')
        Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true });
      else if (below !== true) object[key] = value;
      if (this.#endsAt(CLOSE_BRACE)) return object;
    }
  }

  #list(take: (element: JsonValue) => void, unread: Unread | true | undefined): void {
    this.#at += 1;
    if (this.#next() === CLOSE_BRACKET) {
      this.#at += 1;
      return;
    }
    do take(this.#value(unread));
    while (!this.#endsAt(CLOSE_BRACKET));
  }

  #endsAt(close: number): boolean {
    const code = this.#next();
    if (code !== COMMA && code !== close) this.#fail();
    this.#at += 1;
    return code === close;
  }

  #string(isUnread = false): string {
    const start = this.#at + 1;
    const end = this.#text.indexOf('"', start);
    if (end < 0) this.#fail();
    if (this.#special < start) this.#findSpecial(start);
    if (this.#special < end) return this.#escapedString(start);
    this.#at = end + 1;
    return isUnread ? '' : this.#text.slice(start, end);
  }

  #findSpecial(from: number): void {
    this.#specials.lastIndex = from;
    this.#special = this.#specials.exec(this.#text)?.index ?? this.#text.length;
  }

  /** The runtime also refuses control characters. */
  #escapedString(start: number): string {
    let end = start;
    while (this.#text.charCodeAt(end) !== QUOTE) {
      end += this.#text[end] === '\\' ? 2 : 1;
      if (end >= this.#text.length) this.#fail();
    }
    this.#at = end + 1;
    return JSON.parse(this.#text.slice(start - 1, end + 1)) as string;
  }

  #number(isUnread: boolean): LosslessNumber {
    const start = this.#at;
    if (this.#text.charCodeAt(this.#at) === MINUS) this.#at += 1;
    if (this.#text.charCodeAt(this.#at) === ZERO) this.#at += 1;
    else this.#digits();
    if (this.#text.charCodeAt(this.#at) === DOT) {
      this.#at += 1;
      this.#digits();
    }
    if ((this.#text.charCodeAt(this.#at) | SMALL) === LETTER_E) {
      this.#at += 1;
      if (/[+-]/.test(this.#text[this.#at] ?? '')) this.#at += 1;
      this.#digits();
    }
    return isUnread ? UNREAD_NUMBER : new LosslessNumber(this.#text.slice(start, this.#at));
  }

  #digits(): void {
    const start = this.#at;
    let code = this.#text.charCodeAt(this.#at);
    while (code >= ZERO && code <= NINE) {
      this.#at += 1;
      code = this.#text.charCodeAt(this.#at);
    }
    if (this.#at === start) this.#fail();
  }

  #keyword<Value>(word: string, value: Value): Value {
    if (!this.#text.startsWith(word, this.#at)) this.#fail();
    this.#at += word.length;
    return value;
  }

  /** After white space; NaN at the end. */
  #next(): number {
    let code = this.#text.charCodeAt(this.#at);
    while (code <= SPACE && (code === SPACE || code === 0x0a || code === 0x0d || code === 0x09)) {
      this.#at += 1;
      code = this.#text.charCodeAt(this.#at);
    }
    return code;
  }

  #end(): void {
    this.#next();
    if (this.#at < this.#text.length) this.#fail();
  }

  #fail(): never {
    throw new SyntaxError(`no JSON at position ${this.#at}`);
  }
}
