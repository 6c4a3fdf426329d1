import type { IncomingMessage, ServerResponse } from 'node:http';
import type { OnAnswered } from '@ledgergraph/service-kit/metrics/request-metrics';
import type { FastifyInstance } from 'fastify';
import { isAddressAllowed } from '#/auth/allowed-networks.ts';
import { type Authenticator, knownCaller } from '#/auth/authenticate.ts';
import type { KnownKey } from '#/auth/key-answer.ts';
import type { PresentedKeys } from '#/auth/presented-keys.ts';
import { wantsPage } from '#/graphiql/graphiql-page.ts';
import type { TipFollower } from '#/pin/tip-follower.ts';
import type { ResponseCache } from '#/response-cache/response-cache.ts';
import { sendKept } from '#/response-cache/send-kept.ts';
import type { CallBook } from './call-book.ts';
import { requestIdOf } from './request-id.ts';

const ROUTE = '/graphql';

export interface FrontDoorOptions {
  authenticator: Authenticator;
  presented: PresentedKeys;
  calls: Pick<CallBook, 'openAtOnce'>;
  tips: Pick<TipFollower, 'pins'>;
  cache: Pick<ResponseCache, 'keys' | 'find' | 'countHit'>;
  supergraph: () => string;
  trustedProxies: readonly string[];
  onAnswered: OnAnswered | undefined;
}

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Gives out kept answers before Fastify hears of the request, whose objects and hooks cost more than such an answer does.
 * It asks the same directory, book and cache as the hooks of the route, and takes only what each of them can say at once. Whatever else comes (no kept answer, a
 * key to be looked up, a limit that is reached, a body that is not here yet) goes to Fastify as it came: with nothing taken, counted or refused.
 */
export class FrontDoor {
  readonly #options: FrontDoorOptions;
  readonly #next: Handler;
  #isClosing = false;

  /** @param next Fastify's own handler */
  constructor(options: FrontDoorOptions, next: Handler) {
    this.#options = options;
    this.#next = next;
  }

  /** Puts it before a server that has its routes. */
  static open(server: FastifyInstance, options: FrontDoorOptions): void {
    const [next, ...others] = server.server.listeners('request') as Handler[];
    if (next === undefined || others.length > 0) throw new Error('a server has one handler of requests');
    const door = new FrontDoor(options, next);
    server.server.off('request', next);
    server.server.on('request', (request: IncomingMessage, response: ServerResponse) => door.take(request, response));
    // From then on Fastify tells clients that their connection ends.
    server.addHook('preClose', async () => {
      door.#isClosing = true;
    });
  }

  take(request: IncomingMessage, response: ServerResponse): void {
    const { method, url = '' } = request;
    if (this.#isClosing) this.#next(request, response);
    else if (method === 'POST' && url === ROUTE) process.nextTick(takePosted, this, request, response);
    else if (method === 'GET' && isAtRoute(url) && !hasBody(request) && !wantsPage(request))
      this.#takeWhole(request, response);
    else this.#next(request, response);
  }

  /** A body that came with its head is here one tick later, before anything else happens. A longer or slower one is Fastify's to wait for. */
  takePosted(request: IncomingMessage, response: ServerResponse): void {
    const bytes = request.read() as Buffer | null;
    if (bytes !== null) {
      const isWhole = bytes.length === Number(request.headers['content-length']);
      if (isWhole && this.#isAnswered(request, response, bytes.toString())) return;
      request.unshift(bytes);
    }
    this.#next(request, response);
  }

  #takeWhole(request: IncomingMessage, response: ServerResponse): void {
    if (!this.#isAnswered(request, response, '')) this.#next(request, response);
  }

  #isAnswered(request: IncomingMessage, response: ServerResponse, body: string): boolean {
    const { authenticator, presented, tips, cache, supergraph, calls, onAnswered } = this.#options;
    const startedAt = onAnswered === undefined ? 0 : performance.now();
    // Read once: Node looks for them each time.
    const { method, url, headers } = request;
    const key = knownCaller(headers.authorization, authenticator, presented);
    if (key === undefined) return false;
    const asked = { method, url, headers };
    const kept = cache.find(cache.keys.of(asked, body, tips.pins(key.environment), supergraph()));
    if (kept === undefined || !this.#isAllowed(request, key)) return false;
    const call = calls.openAtOnce(key);
    if (call === undefined) return false;
    cache.countHit();
    const status = sendKept(asked, response, call, kept, requestIdOf(headers));
    onAnswered?.(ROUTE, status, (performance.now() - startedAt) / 1000);
    return true;
  }

  /** Behind a proxy Fastify knows where a caller is. */
  #isAllowed({ socket }: IncomingMessage, { allowedNetworks }: KnownKey): boolean {
    if (allowedNetworks.length === 0) return true;
    // Read here only: Node asks the system for it.
    const { remoteAddress } = socket;
    if (this.#options.trustedProxies.length > 0 || remoteAddress === undefined) return false;
    return isAddressAllowed(remoteAddress, allowedNetworks);
  }
}

function takePosted(door: FrontDoor, request: IncomingMessage, response: ServerResponse): void {
  door.takePosted(request, response);
}

function isAtRoute(url: string): boolean {
  return url.startsWith(ROUTE) && (url.length === ROUTE.length || url[ROUTE.length] === '?');
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
}
