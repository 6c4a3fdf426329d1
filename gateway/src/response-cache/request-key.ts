import type { FastifyRequest } from 'fastify';
import type { Tip } from '#/pin/tip.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** A JSON body as it came. */
    bodyText: string;
  }
}

/** Scopes by their pins: requests at the same ones share it. */
const scopes = new WeakMap<readonly Tip[], { supergraph: string; text: string }>();

/**
 * What an answer follows from: the request as it was sent, and the blocks it is read at. Not whose key asked: within an environment all
 * keys see the same. `finalizedHeight` is in every answer and can move while the block stays.
 * @param supergraph identifies the supergraph that answers
 */
export function requestKey(request: FastifyRequest, pins: readonly Tip[], supergraph: string): string {
  const { method, headers, bodyText, raw } = request;
  const asked = method === 'GET' ? raw.url : bodyText;
  // No header holds a line break.
  return `${scopeOf(pins, supergraph)}\n${method}\n${headers.accept}\n${headers['content-type']}\n${asked}`;
}

function scopeOf(pins: readonly Tip[], supergraph: string): string {
  const known = scopes.get(pins);
  if (known?.supergraph === supergraph) return known.text;
  const blocks = pins.map(({ chainId, height, hash, finalizedHeight }) => [chainId, height, hash, finalizedHeight]);
  const text = JSON.stringify([supergraph, pins[0]?.environment, blocks]);
  scopes.set(pins, { supergraph, text });
  return text;
}
