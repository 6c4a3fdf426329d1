import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { answeredHeaders, forwardedHeaders } from '@ledgergraph/service-kit/http/forwarded-headers';
import { gatherBody } from '@ledgergraph/service-kit/http/gather-body';
import { Upstream } from '@ledgergraph/service-kit/http/upstream';
import { ConcurrencyLimit } from '@ledgergraph/service-kit/limits/concurrency-limit';
import { errorCodes, type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { MEMORY_BOUNDS } from '#/memory-bounds.ts';

const PATH = '/dashboard';
const BODY_BYTES_MAX = 16 * 1024;
/** The same as at accounts: a webhook may name 1,000 addresses, or have an operation of 65,536 characters. */
const WEBHOOK_BODY_BYTES_MAX = 128 * 1024;
const WEBHOOK_PATHS = ['webhooks', 'webhooks/:webhook', 'webhook-preview', 'webhook-listen'].map(
  (last) => `/api/teams/:team/${last}`,
);
/** For bodies of one network that are read or answered: 32 of the largest usual ones. */
const NETWORK_BYTES_MAX = 512 * 1024;
const RETRY_AFTER_S = '5';
const STREAM_PATH = /\/webhook-(preview|listen)$/;
const EVENT_STREAM = 'text/event-stream';
/** Other routes of accounts never see a key, or an operator's token. */
const KEY_PATH = /^\/dashboard\/api\/(?:me|operator|webhook-event-types|teams\/[^/?]+\/(?:keys|webhooks))(?:[/?]|$)/;

const SILENCE_MS = 15_000;
const CALLS = { max: 128, holderMax: 48, silenceMs: SILENCE_MS };
/** Streams last for up to a day. */
const STREAMS = { max: 256, holderMax: 32, silenceMs: SILENCE_MS };
/** A client that reads slowly holds its connection no longer; streams have no such limit. */
const ANSWER_MS = 60_000;

export interface DashboardOptions {
  accountsUrl: string;
  secret: string;
  logger: Logger;
}

/** On our origin, so that cookies are ours alone. A body is read whole before a connection to accounts is taken. */
export async function proxyDashboard(server: FastifyInstance, options: DashboardOptions): Promise<void> {
  await server.register(
    async (scope) => {
      const connections = {
        calls: new Upstream(options.accountsUrl, CALLS),
        streams: new Upstream(options.accountsUrl, STREAMS),
      };
      scope.addHook('onClose', async () => {
        await Promise.all([connections.calls.close(), connections.streams.close()]);
      });
      readBodies(scope);
      scope.setErrorHandler((error: FastifyError, request, reply) => {
        if (error.statusCode === 413) return refuseLarge(reply, request.routeOptions.bodyLimit);
        const isTheirs = error.statusCode !== undefined && error.statusCode < 500;
        if (isTheirs) return refuse(reply, 400, 'INVALID_INPUT', 'The request cannot be read.');
        options.logger.error({ err: error, requestId: request.id }, 'the dashboard could not be asked');
        return refuseFor(reply, 'away');
      });
      const method = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];
      const handler = (request: FastifyRequest, reply: FastifyReply) => forward(request, reply, connections, options);
      for (const url of ['/', '/*']) scope.route({ method, url, bodyLimit: BODY_BYTES_MAX, handler });
      for (const url of WEBHOOK_PATHS) scope.route({ method, url, bodyLimit: WEBHOOK_BODY_BYTES_MAX, handler });
    },
    { prefix: PATH },
  );
}

/** Room is taken before a body is read, and given back with the answer. */
function readBodies(scope: FastifyInstance): void {
  const concurrency = new ConcurrencyLimit(MEMORY_BOUNDS.dashboardBodies);
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', async ({ headers, routeOptions }: FastifyRequest, payload: IncomingMessage) => {
    const size = bodyBytes(headers, routeOptions.bodyLimit);
    const body = await gatherBody(payload, size, () => new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE());
    if (Buffer.isBuffer(body)) return body;
    throw body ?? new errorCodes.FST_ERR_CTP_INVALID_CONTENT_LENGTH();
  });
  scope.addHook('onRequest', (request, reply, done) => {
    if (!staysBelow(request.url)) return void refuse(reply, 404, 'NOT_FOUND', 'There is no such page.');
    const { bodyLimit: bytesMax } = request.routeOptions;
    const bytes = bodyBytes(request.headers, bytesMax);
    if (bytes === 0) return done();
    // The rest of a refused body is not read, so its connection ends.
    if (bytes > bytesMax) return void refuseLarge(endAfter(reply), bytesMax);
    const room = concurrency.acquire([{ id: request.client.network, max: NETWORK_BYTES_MAX }], bytes);
    if (typeof room === 'string') return void refuseFor(endAfter(reply), room);
    reply.raw.once('close', room);
    done();
  });
}

function bodyBytes(headers: IncomingHttpHeaders, bytesMax: number): number {
  return headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : bytesMax;
}

async function forward(
  request: FastifyRequest,
  reply: FastifyReply,
  connections: { calls: Upstream; streams: Upstream },
  { secret, logger }: DashboardOptions,
): Promise<FastifyReply> {
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  const isStream = STREAM_PATH.test(pathOf(request.url) ?? '');
  const outgoing = {
    path: request.url,
    method: request.method,
    headers: headersOf(request, secret),
    body: (request.body as Buffer | undefined) ?? null,
    holder: request.client.network,
    gone: gone.signal,
  };
  try {
    const answer = isStream
      ? await connections.streams.ask(outgoing)
      : await connections.calls.ask(outgoing, ANSWER_MS);
    if (typeof answer === 'string') return refuseFor(reply, answer);
    // A stream under another spelling of its path would hold a connection of calls.
    if (!isStream && String(answer.headers['content-type']).startsWith(EVENT_STREAM)) {
      answer.body.on('error', () => {}).destroy();
      return refuse(reply, 404, 'NOT_FOUND', 'There is no such page.');
    }
    return reply.code(answer.statusCode).headers(answeredHeaders(answer.headers)).send(answer.body);
  } catch (error) {
    if (!gone.signal.aborted) logger.warn({ err: error, requestId: request.id }, 'the dashboard gave no answer');
    return refuseFor(reply, 'away');
  }
}

function headersOf(request: FastifyRequest, secret: string): IncomingHttpHeaders {
  const headers = forwardedHeaders(request, request.client, secret);
  if (!KEY_PATH.test(request.url)) delete headers.authorization;
  return headers;
}

/** `holder`: the network has its part; `all`: others hold the rest; `away`: accounts does not answer. */
function refuseFor(reply: FastifyReply, reason: 'holder' | 'all' | 'away'): FastifyReply {
  void reply.header('retry-after', reason === 'holder' ? '1' : RETRY_AFTER_S);
  return reason === 'holder'
    ? refuse(reply, 429, 'TOO_MANY_REQUESTS', 'There are many requests from your network at once. Please try again.')
    : refuse(reply, 503, 'UNAVAILABLE', 'The dashboard is not available at the moment. Please try again.');
}

function refuseLarge(reply: FastifyReply, bytesMax: number): FastifyReply {
  return refuse(reply, 413, 'TOO_LARGE', `The body is larger than ${bytesMax / 1024} kB.`);
}

function refuse(reply: FastifyReply, status: number, code: string, message: string): FastifyReply {
  return reply.code(status).header('cache-control', 'no-store').send({ error: { code, message } });
}

function endAfter(reply: FastifyReply): FastifyReply {
  return reply.header('connection', 'close');
}

function pathOf(url: string): string | undefined {
  try {
    return decodeURIComponent(url.split(/[?#]/, 1)[0] ?? '');
  } catch {
    return undefined;
  }
}

/** The path is decoded first, since the internal secret opens more than the dashboard. */
function staysBelow(url: string): boolean {
  const path = pathOf(url);
  if (path === undefined || path.includes('\\') || path.split('/').includes('..')) return false;
  return path === PATH || path.startsWith(`${PATH}/`);
}
