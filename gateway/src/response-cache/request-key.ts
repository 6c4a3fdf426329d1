import { hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Tip } from '#/pin/tip.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** A JSON body as it came. */
    bodyText: string;
  }
}

/** Scopes by their pins: requests at the same ones share it. */
const scopes = new WeakMap<readonly Tip[], { supergraph: string; name: string }>();

/**
 * What an answer follows from: the request as it was sent, and the blocks it is read at. Not whose key asked: within an environment all
 * keys see the same. `finalizedHeight` is in every answer and can move while the block stays.
 * @param bodyText of a JSON body, as it came; not looked at where the method is GET
 * @param supergraph identifies the supergraph that answers
 */
export function requestKey(
  { method, url, headers }: Pick<IncomingMessage, 'method' | 'url' | 'headers'>,
  bodyText: string,
  pins: readonly Tip[],
  supergraph: string,
): string {
  const asked = method === 'GET' ? url : bodyText;
  // No header holds a line break.
  return `${scopeOf(pins, supergraph)}\n${method}\n${headers.accept}\n${headers['content-type']}\n${asked}`;
}

function scopeOf(pins: readonly Tip[], supergraph: string): string {
  const known = scopes.get(pins);
  if (known?.supergraph === supergraph) return known.name;
  const blocks = pins.map(({ chainId, height, hash, finalizedHeight }) => [chainId, height, hash, finalizedHeight]);
  // Short, since each look-up reads it to its end.
  const name = hash('sha256', JSON.stringify([supergraph, pins[0]?.environment, blocks]), 'base64');
  scopes.set(pins, { supergraph, name });
  return name;
}
