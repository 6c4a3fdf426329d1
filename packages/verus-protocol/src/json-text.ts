import { isJsonObject, type JsonObject, parseLossless } from './lossless-json.ts';

/** Cuts JSON text without parsing it, so that the daemon's own text is served again. The text must be valid JSON. */

export interface Span {
  start: number;
  /** Exclusive. */
  end: number;
}

export interface Member extends Span {
  key: string;
  /** Opening quote of the key; `start` and `end` are those of the value. */
  keyStart: number;
}

/** Starts with the object at or after `at`; includes repeated keys, in order. */
export function* membersAt(text: string, at = 0): Generator<Member> {
  let position = skipSpace(text, skipSpace(text, at) + 1);
  while (text[position] !== '}') {
    const keyStart = position;
    const keyEnd = endOfString(text, keyStart);
    const start = skipSpace(text, skipSpace(text, keyEnd) + 1);
    const end = endOfValue(text, start);
    yield { key: text.slice(keyStart + 1, keyEnd - 1), keyStart, start, end };
    position = skipSeparator(text, end);
  }
}

export function* elementsAt(text: string, at = 0): Generator<Span> {
  let position = skipSpace(text, skipSpace(text, at) + 1);
  while (text[position] !== ']') {
    const end = endOfValue(text, position);
    yield { start: position, end };
    position = skipSeparator(text, end);
  }
}

/** @throws Error for a text that is no object */
export function parseObject(text: string): JsonObject {
  const parsed = parseLossless(text);
  if (!isJsonObject(parsed)) throw new Error(`not an object: ${text.slice(0, 100)}`);
  return parsed;
}

export function memberOf(text: string, key: string, at = 0): Span | undefined {
  for (const member of membersAt(text, at)) if (member.key === key) return member;
  return undefined;
}

export function memberText(text: string, key: string, at = 0): string | undefined {
  const member = memberOf(text, key, at);
  return member && text.slice(member.start, member.end);
}

/** A member and the comma before it; not for an object's first member. */
export function withComma(text: string, { keyStart, end }: Member): Span {
  return { start: text.lastIndexOf(',', keyStart), end };
}

function skipSpace(text: string, at: number): number {
  let position = at;
  while (' \n\r\t'.includes(text[position] ?? '.')) position += 1;
  return position;
}

function skipSeparator(text: string, at: number): number {
  const position = skipSpace(text, at);
  return text[position] === ',' ? skipSpace(text, position + 1) : position;
}

function endOfString(text: string, at: number): number {
  let quote = text.indexOf('"', at + 1);
  while (isEscaped(text, quote)) quote = text.indexOf('"', quote + 1);
  return quote + 1;
}

function isEscaped(text: string, at: number): boolean {
  let backslashes = 0;
  while (text[at - 1 - backslashes] === '\\') backslashes += 1;
  return backslashes % 2 === 1;
}

function endOfValue(text: string, at: number): number {
  const first = text[at];
  if (first === '"') return endOfString(text, at);
  if (first === '{' || first === '[') return endOfNesting(text, at);
  let position = at;
  while (position < text.length && !',}] \n\r\t'.includes(text[position] ?? ',')) position += 1;
  return position;
}

function endOfNesting(text: string, at: number): number {
  let depth = 0;
  for (let position = at; position < text.length; position += 1) {
    const character = text[position];
    if (character === '"') position = endOfString(text, position) - 1;
    else if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') {
      depth -= 1;
      if (depth === 0) return position + 1;
    }
  }
  return text.length;
}
