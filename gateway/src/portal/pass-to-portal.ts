import { TEAM_HEADER } from '@ledgergraph/graph-kit/request-headers';
import { answeredHeaders, forwardedHeaders } from '@ledgergraph/service-kit/http/forwarded-headers';
import { networkOf } from '@ledgergraph/service-kit/http/network-of';
import { sendError } from '@ledgergraph/service-kit/http/send-error';
import { Upstream, type UpstreamBounds } from '@ledgergraph/service-kit/http/upstream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { KnownKey } from '#/auth/key-answer.ts';
import { PageRates } from './page-rates.ts';

/** A client that reads slowly holds one, so a network has a small part. */
const STRANGERS: UpstreamBounds = { max: 768, holderMax: 128, silenceMs: 65_000 };
/** For keys that work: apart, so that strangers keep no team out. */
const TEAMS: UpstreamBounds = { max: 512, holderMax: 128, silenceMs: 65_000 };
/** For a whole answer, except those that may last. */
const ANSWER_MS = 120_000;
const LASTING = /^\/(?:export|dashboard|rpc)\//;
const RETRY_AFTER_S = { holder: 1, all: 5 };
const NO_ROUTE = 'The API is at /graphql.';

export interface PortalOptions {
  /** Undefined: this installation has no portal. */
  portalUrl: string | undefined;
  secret: string;
  logger: Logger;
}

export interface PassDeps {
  /** A key that works where it is shown; undefined: it is not known at once. */
  keyOf: (request: FastifyRequest) => Pick<KnownKey, 'teamId' | 'plan'> | undefined;
}

/** Answers from a hook that goes on to no other, also a request that breaks off. Never fails. */
export type PassToPortal = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/** Bytes pass in both directions as they come, with the client's address. A client that goes takes what is behind it along. */
export function addPortalRoute(
  server: FastifyInstance,
  { portalUrl, secret, logger, keyOf }: PortalOptions & PassDeps,
): PassToPortal {
  const rates = new PageRates();
  const upstreams = portalUrl === undefined ? undefined : openUpstreams(server, portalUrl);
  const pass: PassToPortal = async (request, reply) => {
    if (upstreams === undefined) return void sendError(endAfterBody(request, reply), 404, 'NOT_FOUND', NO_ROUTE);
    const key = keyOf(request);
    const teamId = key?.teamId;
    const holder = teamId ?? networkOf(request.ip);
    const limited = key === undefined ? rates.take(holder) : rates.takeOfTeam(key);
    if (limited !== undefined) return refuse(request, reply, limited);
    const gone = new AbortController();
    reply.raw.once('close', () => gone.abort());
    try {
      const { url: path, method, raw } = request;
      const outgoing = {
        path,
        method,
        headers: headersOf(request, secret, teamId),
        body: hasBody(request) ? raw : null,
      };
      const upstream = teamId === undefined ? upstreams.strangers : upstreams.teams;
      const ms = LASTING.test(path) ? undefined : ANSWER_MS;
      const answer = await upstream.ask({ ...outgoing, holder, gone: gone.signal }, ms);
      if (typeof answer === 'string') return refuse(request, reply, answer);
      answer.body.once('error', () => cut(reply));
      endAfterBody(request, reply);
      void reply.code(answer.statusCode).headers(answeredHeaders(answer.headers)).send(answer.body);
    } catch (error) {
      if (!gone.signal.aborted) logger.warn({ err: error, requestId: request.id }, 'the portal gave no answer');
      refuse(request, reply, 'all');
    }
  };
  server.route({
    url: '/*',
    method: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
    // Before Fastify would read the body.
    onRequest: (request, reply) => void pass(request, reply),
    handler: async () => {
      throw new Error('the request was answered before');
    },
  });
  return pass;
}

function openUpstreams(server: FastifyInstance, portalUrl: string): Record<'strangers' | 'teams', Upstream> {
  const [strangers, teams] = [new Upstream(portalUrl, STRANGERS), new Upstream(portalUrl, TEAMS)];
  server.addHook('onClose', async () => {
    await Promise.all([strangers.close(), teams.close()]);
  });
  return { strangers, teams };
}

function headersOf(request: FastifyRequest, secret: string, teamId: string | undefined) {
  const { ip: address, protocol, host, headers } = request;
  const forwarded = forwardedHeaders(request, { address, protocol, host }, secret);
  if (teamId !== undefined) forwarded[TEAM_HEADER] = teamId;
  const length = headers['content-length'];
  return length === undefined ? forwarded : { ...forwarded, 'content-length': length };
}

function hasBody({ method, headers }: FastifyRequest): boolean {
  // The server drops the body of a request that has no use for one.
  if (method === 'GET' || method === 'HEAD') return false;
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
}

function refuse(request: FastifyRequest, reply: FastifyReply, why: 'holder' | 'all'): void {
  const retryAfterS = RETRY_AFTER_S[why];
  endAfterBody(request, reply);
  if (why === 'all')
    sendError(reply, 503, 'SUBGRAPH_UNAVAILABLE', 'This page cannot be read at the moment.', retryAfterS);
  else sendError(reply, 429, 'RATE_LIMITED', 'There are too many requests from you at once.', retryAfterS);
}

/** The unread rest of a body would stand before the connection's next request. */
function endAfterBody(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return request.raw.complete || !hasBody(request) ? reply : reply.header('connection', 'close');
}

/** Under HTTP/1.0 only a reset shows that something is missing. */
function cut({ raw }: FastifyReply): void {
  if (!raw.chunkedEncoding && raw.getHeader('content-length') === undefined) raw.socket?.resetAndDestroy();
}
