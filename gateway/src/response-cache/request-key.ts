import { hash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Tip } from '#/pin/tip.ts';

/**
 * What an answer follows from: the request as it was sent, and the blocks it is read at. Not whose key asked: within an environment all
 * keys see the same. `finalizedHeight` is in every answer and can move while the block stays.
 * @param supergraph identifies the supergraph that answers
 */
export function requestKey(request: FastifyRequest, pins: readonly Tip[], supergraph: string): string {
  const { method, headers, query, body } = request;
  const blocks = pins.map(({ chainId, height, hash, finalizedHeight }) => [chainId, height, hash, finalizedHeight]);
  const asked = method === 'GET' ? query : body;
  const parts = [supergraph, pins[0]?.environment, blocks, method, headers.accept, headers['content-type'], asked];
  return hash('sha256', JSON.stringify(parts), 'base64url');
}
