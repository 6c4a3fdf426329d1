import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import { INTERNAL_HEADER } from '#/internal-secret.ts';
import { writeTrace } from '#/trace-context.ts';
import { REQUEST_ID_HEADER } from './request-id-header.ts';

/** Headers of one connection (RFC 9110, 7.6.1), and the length, which undici writes. */
const OF_CONNECTION =
  /^(connection|keep-alive|te|trailer|transfer-encoding|upgrade|expect|host|content-length|proxy-.*)$/;
/** Only we may send these to our own servers; or other proxies describe a caller with them. */
const NOT_FORWARDED =
  /^(x-ledgergraph-(?!height$).*|x-forwarded-.*|forwarded|x-real-ip|via|traceparent|tracestate|baggage)$/;

export interface ForwardedClient {
  address: string;
  protocol: string;
  host: string;
}

export function forwardedHeaders(
  request: Pick<FastifyRequest, 'headers' | 'id' | 'socket' | 'traceContext'>,
  { address, protocol, host }: ForwardedClient,
  secret: string,
): IncomingHttpHeaders {
  const headers: IncomingHttpHeaders = {};
  const named = new Set((request.headers.connection ?? '').split(',').map((name) => name.trim().toLowerCase()));
  for (const [name, value] of Object.entries(request.headers))
    if (!OF_CONNECTION.test(name) && !NOT_FORWARDED.test(name) && !named.has(name)) headers[name] = value;
  if (request.traceContext !== null) Object.assign(headers, writeTrace(request.traceContext));
  headers[INTERNAL_HEADER] = secret;
  headers[REQUEST_ID_HEADER] = request.id;
  const valid = [address, request.socket.remoteAddress ?? ''].find((one) => ipaddr.isValid(one));
  if (valid !== undefined) headers['x-forwarded-for'] = ipaddr.process(valid).toString();
  headers['x-forwarded-proto'] = protocol;
  headers['x-forwarded-host'] = host;
  return headers;
}

/** The request's id is on the answer already. */
export function answeredHeaders(given: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(
    Object.entries(given).filter(
      ([name]) =>
        name !== REQUEST_ID_HEADER &&
        !name.startsWith('x-ledgergraph-') &&
        (name === 'content-length' || !OF_CONNECTION.test(name)),
    ),
  );
}
