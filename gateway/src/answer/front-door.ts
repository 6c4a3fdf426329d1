import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { isDraining } from '@ledgergraph/service-kit/http/drain';
import { requestIdOf } from '@ledgergraph/service-kit/http/request-id';
import { wantsPage } from '@ledgergraph/service-kit/http/wants-page';
import { INTERNAL_HEADER } from '@ledgergraph/service-kit/internal-secret';
import type { OnAnswered } from '@ledgergraph/service-kit/metrics/request-metrics';
import type { FastifyInstance } from 'fastify';
import type { Admission } from '#/admission/admission.ts';
import type { Call } from '#/calls/call-tracker.ts';
import type { AllowedOrigins } from '#/origins/allowed-origins.ts';
import type { TipFollower } from '#/pin/tip-follower.ts';
import type { ResponseCache } from '#/response-cache/response-cache.ts';
import { sendCached } from '#/response-cache/send-cached.ts';
import { CallContext } from './call-context.ts';
import { checkOrigin } from './check-origin.ts';
import type { UnreadAnswers } from './unread-answers.ts';

const ROUTE = '/graphql';

export interface FrontDoorOptions {
  admission: Pick<Admission, 'enterAtOnce'>;
  tips: Pick<TipFollower, 'pins'>;
  cache: Pick<ResponseCache, 'keys' | 'find' | 'countHit'>;
  supergraph: () => string;
  trustedProxies: readonly string[];
  origins: AllowedOrigins;
  unread: UnreadAnswers;
  onAnswered: OnAnswered | undefined;
}

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Walks the stages key, limits, pin and cache before Fastify gets a request, as far as each decides at once, and sends a cached
 * response: Fastify's objects and hooks cost more than such a response. All other requests go to Fastify as they came; its route goes on
 * with the door's findings. The door refuses nothing: a stage that cannot pass the call at once has taken nothing, and the route repeats
 * it.
 */
export class FrontDoor {
  readonly #options: FrontDoorOptions;
  readonly #next: Handler;
  readonly #isDraining: () => boolean;

  constructor(options: FrontDoorOptions, next: Handler, isServerDraining: () => boolean) {
    this.#options = options;
    this.#next = next;
    this.#isDraining = isServerDraining;
  }

  static open(server: FastifyInstance, options: FrontDoorOptions): void {
    const [next, ...others] = server.server.listeners('request') as Handler[];
    if (next === undefined || others.length > 0) throw new Error('a server has one handler of requests');
    const door = new FrontDoor(options, next, () => isDraining(server));
    server.server.off('request', next);
    server.server.on('request', (request: IncomingMessage, response: ServerResponse) => door.take(request, response));
  }

  take(request: IncomingMessage, response: ServerResponse): void {
    const { method, url = '' } = request;
    // Fastify announces to clients that their connection ends.
    if (this.#isDraining()) this.#next(request, response);
    else if (method === 'POST' && url === ROUTE) process.nextTick(handlePosted, this, request, response);
    else if (method === 'GET' && isAtRoute(url) && !hasBody(request) && !wantsPage(request))
      this.#takeWhole(request, response);
    else this.#next(request, response);
  }

  /** A body that came with its head is here one tick later. Fastify waits for a longer or slower one. */
  handlePosted(request: IncomingMessage, response: ServerResponse): void {
    const length = Number(request.headers['content-length'] ?? 0);
    // Reading nothing of an empty body would end it before the route listens.
    const bytes = length > 0 ? (request.read() as Buffer | null) : null;
    if (bytes !== null) {
      const isWhole = bytes.length === length;
      if (isWhole && this.#isAnswered(request, response, bytes.toString())) return;
      if (!isWhole) request.unshift(bytes);
    }
    this.#next(request, response);
  }

  #takeWhole(request: IncomingMessage, response: ServerResponse): void {
    if (!this.#isAnswered(request, response, '')) this.#next(request, response);
  }

  #isAnswered(request: IncomingMessage, response: ServerResponse, body: string): boolean {
    const { tips, cache, supergraph, unread, onAnswered } = this.#options;
    const startedAt = onAnswered === undefined ? 0 : performance.now();
    // Node computes them at each access.
    const { method, url, headers } = request;
    const context = new CallContext();
    context.bodyText = body;
    // The route reads the terms on which our own services call.
    const call = headers[INTERNAL_HEADER] !== undefined ? undefined : this.#admit(request, headers, context);
    if (call === undefined) {
      context.continueWith(request);
      return false;
    }
    const asked = { id: requestIdOf(headers), method, url, headers };
    context.pins = tips.pins(call.key.environment);
    const cached = cache.find(context.cacheKey(cache.keys, asked, supergraph()));
    if (cached === undefined) {
      response.once('close', () => call.abandon());
      context.continueWith(request);
      return false;
    }
    cache.countHit();
    const status = sendCached(asked, response, call, cached, context.origin);
    unread.hold(call.key.teamId, response, response.writableLength);
    onAnswered?.(ROUTE, status, (performance.now() - startedAt) / 1000);
    return true;
  }

  /** Undefined decides nothing: the route asks for the rest. */
  #admit({ socket }: IncomingMessage, headers: IncomingHttpHeaders, context: CallContext): Call | undefined {
    const { admission, origins, trustedProxies } = this.#options;
    const isDirect = trustedProxies.length === 0;
    // Behind a proxy only Fastify knows the caller's address and the host that a page named.
    if (!isDirect && headers.origin !== undefined && headers['x-forwarded-host'] !== undefined) return undefined;
    if (checkOrigin({ headers, host: headers.host }, context, origins) !== undefined) return undefined;
    // Node asks the system for it.
    const address = (): string | undefined => (isDirect ? socket.remoteAddress : undefined);
    const { parsed, key, call } = admission.enterAtOnce(headers.authorization, address, context.origin);
    context.parsedKey = parsed;
    context.key = key ?? null;
    context.call = call ?? null;
    return call;
  }
}

function handlePosted(door: FrontDoor, request: IncomingMessage, response: ServerResponse): void {
  door.handlePosted(request, response);
}

function isAtRoute(url: string): boolean {
  return url.startsWith(ROUTE) && (url.length === ROUTE.length || url[ROUTE.length] === '?');
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
}
