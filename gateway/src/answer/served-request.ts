import type { ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CallRequest, CallResponse } from './call-context.ts';

export function requestOf({ id, method, ip, host, raw }: FastifyRequest, reply: FastifyReply): CallRequest {
  return {
    id,
    method,
    url: raw.url ?? '',
    headers: raw.headers,
    address: ip,
    host,
    body: raw,
    isAborted: () => reply.raw.destroyed,
    onClosed: (listener) => void reply.raw.once('close', listener),
  };
}

/** Head and body in one write. */
export function send(raw: ServerResponse, { status, headers, body }: CallResponse): void {
  // They have none: RFC 9110, 8.6 and 15.3.5.
  const hasBody = status !== 204 && status !== 304;
  raw.writeHead(status, hasBody ? { ...headers, 'content-length': body.length } : headers);
  if (typeof body === 'string') raw.end(body, 'latin1');
  else raw.end(body);
}
