import type { IncomingHttpHeaders } from 'node:http';
import { REQUEST_ID_HEADER } from '@ledgergraph/service-kit/http/request-id-header';
import { INTERNAL_HEADER } from '@ledgergraph/service-kit/internal-secret';
import { writeTrace } from '@ledgergraph/service-kit/trace-context';
import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';

/** Headers of one connection (RFC 9110, 7.6.1), and of a body, whose length undici writes. */
const OF_CONNECTION =
  /^(connection|keep-alive|te|trailer|transfer-encoding|upgrade|expect|host|content-length|proxy-.*)$/;
/** Headers that only we may send to accounts, and those with which other proxies describe a caller. */
const NOT_FORWARDED =
  /^(x-ledgergraph-.*|x-forwarded-.*|forwarded|x-real-ip|via|authorization|traceparent|tracestate|baggage)$/;

/** Routes that take a key in the place of a session. */
const KEY_PATH = /^\/dashboard\/api\/(?:me|webhook-event-types|teams\/[^/?]+\/(?:keys|webhooks))(?:[/?]|$)/;

/** Writes the headers that accounts gets: a client's own, and those that describe the client. */
export function forwardedHeaders(request: FastifyRequest, secret: string): IncomingHttpHeaders {
  const headers: IncomingHttpHeaders = {};
  const named = new Set((request.headers.connection ?? '').split(',').map((name) => name.trim().toLowerCase()));
  for (const [name, value] of Object.entries(request.headers))
    if (!OF_CONNECTION.test(name) && !NOT_FORWARDED.test(name) && !named.has(name)) headers[name] = value;
  if (request.traceContext !== null) Object.assign(headers, writeTrace(request.traceContext));
  const { authorization } = request.headers;
  // A key that manages its team; other routes of accounts never see one.
  if (authorization !== undefined && KEY_PATH.test(request.url)) headers.authorization = authorization;
  headers[INTERNAL_HEADER] = secret;
  headers[REQUEST_ID_HEADER] = request.id;
  const address = [request.ip, request.socket.remoteAddress ?? ''].find((one) => ipaddr.isValid(one));
  if (address !== undefined) headers['x-forwarded-for'] = ipaddr.process(address).toString();
  headers['x-forwarded-proto'] = request.protocol;
  headers['x-forwarded-host'] = request.host;
  return headers;
}

/** Writes the headers of accounts' answer that a client gets. The request's id is on the answer already. */
export function answeredHeaders(given: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(
    Object.entries(given).filter(
      ([name]) => name !== REQUEST_ID_HEADER && (name === 'content-length' || !OF_CONNECTION.test(name)),
    ),
  );
}
