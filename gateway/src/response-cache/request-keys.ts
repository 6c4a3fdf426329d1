import { hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { LRUCache } from 'lru-cache';
import type { Tip } from '#/pin/tip.ts';

/** Total length of the texts whose keys are remembered. */
const REMEMBERED_CHARACTERS = 2 ** 21;
/** A longer text is no operation that is asked for again and again. */
const TEXT_MAX = 2 ** 16;
/** Beside its texts. */
const ENTRY_CHARACTERS = 256;
/** Characters of a text that its mark is made of: the last ones, where variables are, and as many more from all of it. */
const MARKS = 24;

type Asked = Pick<IncomingMessage, 'method' | 'url' | 'headers'>;

interface Remembered {
  scope: string;
  method: string | undefined;
  accept: string | undefined;
  contentType: string | undefined;
  text: string;
  key: string;
}

/**
 * Names requests by what their answers follow from.
 * A key made for an equal request before is handed out again: V8 hashes the characters of each new string, which takes longer than all else that a kept answer's way does,
 * and compares two strings many times quicker.
 */
export class RequestKeys {
  /** Scopes by their pins: requests at the same ones share it. */
  readonly #scopes = new WeakMap<readonly Tip[], { supergraph: string; name: string }>();
  readonly #remembered = new LRUCache<number, Remembered>({
    maxSize: REMEMBERED_CHARACTERS,
    sizeCalculation: ({ text, key }) => text.length + key.length + ENTRY_CHARACTERS,
  });

  /**
   * Key of an answer: the request as it was sent, and the blocks it is read at. The API key is not part of it: within
   * an environment all keys see the same. `finalizedHeight` is in every answer and can move while the block stays.
   * @param bodyText text of a JSON body, as it came; ignored for GET
   * @param supergraph identifies the supergraph that answers
   */
  of({ method, url = '', headers }: Asked, bodyText: string, pins: readonly Tip[], supergraph: string): string {
    const text = method === 'GET' ? url : bodyText;
    const { accept, 'content-type': contentType } = headers;
    const scope = this.#scopeOf(pins, supergraph);
    const mark = markOf(text);
    const known = this.#remembered.get(mark);
    const isAlike = known?.accept === accept && known?.contentType === contentType;
    if (isAlike && known?.text === text && known.method === method && known.scope === scope) return known.key;
    // No header holds a line break.
    const key = `${scope}\n${method}\n${accept}\n${contentType}\n${text}`;
    if (text.length <= TEXT_MAX) this.#remembered.set(mark, { scope, method, accept, contentType, text, key });
    return key;
  }

  #scopeOf(pins: readonly Tip[], supergraph: string): string {
    const known = this.#scopes.get(pins);
    if (known?.supergraph === supergraph) return known.name;
    const blocks = pins.map((pin) => [pin.chainId, pin.height, pin.hash, pin.finalizedHeight]);
    const name = hash('sha256', JSON.stringify([supergraph, pins[0]?.environment, blocks]), 'base64');
    this.#scopes.set(pins, { supergraph, name });
    return name;
  }
}

/** Mostly another one for another text. Of two with the same, the later one is remembered. */
function markOf(text: string): number {
  const { length } = text;
  const step = Math.ceil(length / MARKS);
  let mark = length;
  for (let at = Math.max(length - MARKS, 0); at < length; at++) mark = (Math.imul(mark, 31) + text.charCodeAt(at)) | 0;
  for (let at = 0; at < length; at += step) mark = (Math.imul(mark, 31) + text.charCodeAt(at)) | 0;
  return mark;
}
