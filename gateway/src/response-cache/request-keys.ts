import { hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { LRUCache } from 'lru-cache';
import { BYTES_PER_CHARACTER, ENTRY_BYTES, MEMORY_BOUNDS } from '#/memory/bounds.ts';
import type { Tip } from '#/pin/tip.ts';

/** A longer text is not repeated. */
const TEXT_MAX = 2 ** 16;
/** For a text's mark: the last characters, where variables are, and as many from the whole text. */
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
 * Returns the key of an equal earlier request, whose hash V8 knows: hashing a new string took as long as the rest of the front door, and
 * comparing two is many times faster.
 */
export class RequestKeys {
  /** Requests at the same pins share a scope. */
  readonly #scopes = new WeakMap<readonly Tip[], { supergraph: string; name: string }>();
  readonly #remembered = new LRUCache<number, Remembered>({
    maxSize: MEMORY_BOUNDS.requestKeys,
    sizeCalculation: ({ text, key }) => BYTES_PER_CHARACTER * (text.length + key.length) + ENTRY_BYTES,
  });

  /**
   * The request as sent, and the blocks it is read at. Within an environment all keys see the same. `finalizedHeight` is in every answer
   * and can move while the block stays.
   * @param bodyText of a JSON body, as it came; ignored for GET
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

/** Differs for most pairs of texts. Of two texts with one mark, the later one is remembered. */
function markOf(text: string): number {
  const { length } = text;
  const step = Math.ceil(length / MARKS);
  let mark = length;
  for (let at = Math.max(length - MARKS, 0); at < length; at++) mark = (Math.imul(mark, 31) + text.charCodeAt(at)) | 0;
  for (let at = 0; at < length; at += step) mark = (Math.imul(mark, 31) + text.charCodeAt(at)) | 0;
  return mark;
}
