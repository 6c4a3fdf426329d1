import { hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Tip } from '#/pin/tip.ts';

type Asked = Pick<IncomingMessage, 'method' | 'url' | 'headers'>;

/** Names requests by what their answers follow from. */
export class RequestKeys {
  /** Scopes by their pins: requests at the same ones share it. */
  readonly #scopes = new WeakMap<readonly Tip[], { supergraph: string; name: string }>();

  /**
   * Key of an answer: the request as it was sent, and the blocks it is read at. The API key is not part of it: within
   * an environment all keys see the same. `finalizedHeight` is in every answer and can move while the block stays.
   * @param bodyText text of a JSON body, as it came; ignored for GET
   * @param supergraph identifies the supergraph that answers
   */
  of({ method, url = '', headers }: Asked, bodyText: string, pins: readonly Tip[], supergraph: string): string {
    const text = method === 'GET' ? url : bodyText;
    const { accept, 'content-type': contentType } = headers;
    // No header holds a line break.
    return `${this.#scopeOf(pins, supergraph)}\n${method}\n${accept}\n${contentType}\n${text}`;
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
