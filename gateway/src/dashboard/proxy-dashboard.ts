import type { IncomingHttpHeaders } from 'node:http';
import httpProxy from '@fastify/http-proxy';
import { REQUEST_ID_HEADER } from '@ledgergraph/service-kit/http/request-id-header';
import { INTERNAL_HEADER } from '@ledgergraph/service-kit/internal-secret';
import { writeTrace } from '@ledgergraph/service-kit/trace-context';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import type { Logger } from 'pino';

const PATH = '/dashboard';
/** As accounts: forms, no uploads. */
const BODY_BYTES_MAX = 16 * 1024;
const CONNECT_TIMEOUT_MS = 2_000;
const ANSWER_TIMEOUT_MS = 15_000;
const RETRY_AFTER_S = '5';
/** Headers that only we may send to accounts, and those with which other proxies describe a caller. */
const NOT_FORWARDED =
  /^(x-ledgergraph-.*|x-forwarded-.*|forwarded|x-real-ip|via|authorization|proxy-.*|traceparent|tracestate|baggage)$/;

export interface DashboardOptions {
  /** Base URL of the accounts service, which answers the dashboard. */
  accountsUrl: string;
  secret: string;
  logger: Logger;
}

/**
 * Forwards `/dashboard` and everything below it to accounts. It is answered on our origin, so that its cookies are
 * ours alone. We describe the caller to accounts; no such header of a client reaches it.
 */
export async function proxyDashboard(server: FastifyInstance, options: DashboardOptions): Promise<void> {
  const { accountsUrl, secret, logger } = options;
  await server.register(httpProxy, {
    upstream: new URL(accountsUrl).origin,
    prefix: PATH,
    rewritePrefix: PATH,
    httpMethods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    disableRequestLogging: true,
    undici: {
      connect: { timeout: CONNECT_TIMEOUT_MS },
      headersTimeout: ANSWER_TIMEOUT_MS,
      bodyTimeout: ANSWER_TIMEOUT_MS,
    },
    preHandler: (request, reply, done) => {
      if (!staysBelow(request.url)) return void refuse(reply, 404, 'NOT_FOUND', 'There is no such page.');
      if (Number(request.headers['content-length'] ?? 0) > BODY_BYTES_MAX) {
        return void refuse(reply, 413, 'TOO_LARGE', 'The body is larger than 16 kB.');
      }
      done();
    },
    replyOptions: {
      // A form that is sent twice may count twice: only the browser's user retries.
      retryDelay: () => null,
      rewriteRequestHeaders: (request, headers) => forwardedHeaders(request, headers as IncomingHttpHeaders, secret),
      // The request's id is on the answer already.
      rewriteHeaders: ({ [REQUEST_ID_HEADER]: _theirs, ...headers }) => headers,
      onError: (reply, { error }) => {
        // What a stranger breaks off must not fill the log.
        const level = reply.request.raw.readableAborted ? 'debug' : 'warn';
        logger[level]({ err: error, requestId: reply.request.id }, 'the dashboard gave no answer');
        void reply.header('retry-after', RETRY_AFTER_S);
        refuse(
          reply as FastifyReply,
          503,
          'UNAVAILABLE',
          'The dashboard is not available at the moment. Please try again.',
        );
      },
    },
  });
}

/** In the dashboard's own shape of errors, which its page reads. */
function refuse(reply: FastifyReply, status: number, code: string, message: string): void {
  void reply.code(status).header('cache-control', 'no-store').send({ error: { code, message } });
}

/**
 * True if the path, as a URL parser reads it, is still one of the dashboard: the internal secret opens more than
 * that.
 */
function staysBelow(url: string): boolean {
  const parsed = URL.parse(url, 'http://gateway');
  if (parsed === null || parsed.host !== 'gateway' || /\\|%5c/i.test(url.split('?', 1)[0] ?? '')) return false;
  return parsed.pathname === PATH || parsed.pathname.startsWith(`${PATH}/`);
}

function forwardedHeaders(
  request: Pick<FastifyRequest, 'id' | 'ip' | 'protocol' | 'host' | 'traceContext'> & {
    socket: { remoteAddress?: string | undefined };
  },
  given: IncomingHttpHeaders,
  secret: string,
): IncomingHttpHeaders {
  const headers: IncomingHttpHeaders = {};
  for (const [name, value] of Object.entries(given)) if (!NOT_FORWARDED.test(name)) headers[name] = value;
  if (request.traceContext !== null) Object.assign(headers, writeTrace(request.traceContext));
  headers[INTERNAL_HEADER] = secret;
  headers[REQUEST_ID_HEADER] = request.id;
  const address = [request.ip, request.socket.remoteAddress ?? ''].find((one) => ipaddr.isValid(one));
  if (address !== undefined) headers['x-forwarded-for'] = ipaddr.process(address).toString();
  headers['x-forwarded-proto'] = request.protocol;
  headers['x-forwarded-host'] = request.host;
  return headers;
}
