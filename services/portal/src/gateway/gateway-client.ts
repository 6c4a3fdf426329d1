import type { IncomingHttpHeaders } from 'node:http';
import {
  type CallTerms,
  CLIENT_ADDRESS_HEADER,
  CLIENT_HOST_HEADER,
  PAGE_MAX_HEADER,
  PINS_HEADER,
  TEAM_HEADER,
  TERMS_HEADER,
  writePins,
} from '@ledgergraph/graph-kit/request-headers';
import { REQUEST_ID_HEADER } from '@ledgergraph/service-kit/http/request-id-header';
import { INTERNAL_HEADER } from '@ledgergraph/service-kit/internal-secret';
import { writeTrace } from '@ledgergraph/service-kit/trace-context';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { GraphQLFormattedError } from 'graphql';
import { Agent, request as send } from 'undici';
import type { RequestClient } from '#/http/client-of.ts';
import { Refusal } from '#/http/refusal.ts';

const CONNECT_TIMEOUT_MS = 2_000;
/** Longer than the gateway takes for an operation. */
const ANSWER_TIMEOUT_MS = 60_000;
const AWAY_RETRY_S = 5;

export type Values = Readonly<Record<string, unknown>>;

export interface Caller {
  /** Undefined without a key. */
  readonly authorization: string | undefined;
  readonly origin: string | undefined;
  readonly client: RequestClient;
  readonly requestId: string;
  readonly trace: IncomingHttpHeaders;
  /** Aborted when the client has gone. */
  readonly gone: AbortSignal;
}

export interface ReadBlock {
  readonly chainId: string;
  readonly height: number;
  /** 64 hexadecimal digits. */
  readonly hash: string;
}

export interface Question {
  readonly query: string;
  readonly variables?: Readonly<Record<string, unknown>>;
  readonly terms: CallTerms;
  readonly pageMax?: number;
  readonly block?: ReadBlock | undefined;
  /** Gets the length of the answer before it is read; infinite: it is not known. @throws Refusal if there is no room for it */
  readonly onLength?: (bytes: number) => void;
}

export interface AnsweredChain extends ReadBlock {
  /** Highest block that can no longer be reorganised. */
  readonly finalizedHeight: number | null;
}

export interface GatewayAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly data: Values | null;
  readonly errors: readonly GraphQLFormattedError[];
  /** The default one first; empty without a working key. */
  readonly chains: readonly AnsweredChain[];
  /** Undefined without a working key. */
  readonly teamId: string | undefined;
}

export class GatewayAway extends Refusal {
  constructor(cause: unknown) {
    super(503, 'SUBGRAPH_UNAVAILABLE', 'This cannot be read at the moment. Please try again.', AWAY_RETRY_S);
    this.cause = cause;
  }
}

export function callerOf(request: FastifyRequest, reply: FastifyReply): Caller {
  const { authorization, origin } = request.headers;
  const leaving = new AbortController();
  if (reply.raw.destroyed) leaving.abort();
  else reply.raw.once('close', () => leaving.abort());
  return {
    authorization,
    origin,
    client: request.client,
    requestId: request.id,
    gone: leaving.signal,
    trace: request.traceContext === null ? {} : writeTrace(request.traceContext),
  };
}

export class GatewayClient {
  readonly #url: string;
  readonly #secret: string;
  readonly #agent = new Agent({
    connections: null,
    connect: { timeout: CONNECT_TIMEOUT_MS },
    headersTimeout: ANSWER_TIMEOUT_MS,
    bodyTimeout: ANSWER_TIMEOUT_MS,
  });

  constructor(baseUrl: string, secret: string) {
    this.#url = `${baseUrl.replace(/\/$/, '')}/graphql`;
    this.#secret = secret;
  }

  close(): Promise<void> {
    return this.#agent.destroy();
  }

  /** A refusal is an answer. @throws GatewayAway */
  async ask(
    caller: Caller,
    { query, variables = {}, terms, pageMax, block, onLength }: Question,
  ): Promise<GatewayAnswer> {
    const headers = {
      ...this.#headersOf(caller),
      'content-type': 'application/json',
      accept: 'application/json',
      ...(terms !== 'whole' && { [TERMS_HEADER]: terms }),
      ...(pageMax !== undefined && { [PAGE_MAX_HEADER]: String(pageMax) }),
      ...(block !== undefined && { [PINS_HEADER]: writePins([block]) }),
    };
    const body = JSON.stringify({ query, variables });
    const answer = await this.#send('POST', this.#url, headers, { signal: caller.gone, body, onLength });
    const { data = null, errors = [], extensions } = answer.text === '' ? {} : parse(answer.text);
    const { status, headers: given } = answer;
    const teamId = given[TEAM_HEADER];
    return {
      status,
      headers: given,
      data,
      errors,
      chains: extensions?.chain ?? [],
      teamId: typeof teamId === 'string' ? teamId : undefined,
    };
  }

  /** @throws GatewayAway */
  async preflight(caller: Caller): Promise<{ status: number; headers: IncomingHttpHeaders; text: string }> {
    return this.#send('OPTIONS', this.#url, this.#headersOf(caller), { signal: caller.gone });
  }

  /** @throws GatewayAway */
  async apiSchema(): Promise<string> {
    const url = new URL('/api-schema', this.#url).href;
    const { status, text } = await this.#send('GET', url, { [INTERNAL_HEADER]: this.#secret });
    if (status !== 200) throw new GatewayAway(new Error(`HTTP ${status}`));
    return text;
  }

  #headersOf({ authorization, origin, client, requestId, trace }: Caller): IncomingHttpHeaders {
    return {
      ...trace,
      ...(authorization !== undefined && { authorization }),
      ...(origin !== undefined && { origin }),
      [INTERNAL_HEADER]: this.#secret,
      [REQUEST_ID_HEADER]: requestId,
      [CLIENT_ADDRESS_HEADER]: client.address,
      [CLIENT_HOST_HEADER]: client.host,
    };
  }

  async #send(
    method: 'GET' | 'POST' | 'OPTIONS',
    url: string,
    headers: IncomingHttpHeaders,
    { signal = null, body = null, onLength }: SendOptions = {},
  ): Promise<{ status: number; headers: IncomingHttpHeaders; text: string }> {
    try {
      const answer = await send(url, { method, headers, body, signal, dispatcher: this.#agent });
      try {
        onLength?.(Number(answer.headers['content-length'] ?? Number.POSITIVE_INFINITY));
      } catch (refusal) {
        answer.body.on('error', () => {}).destroy();
        throw refusal;
      }
      return { status: answer.statusCode, headers: answer.headers, text: await answer.body.text() };
    } catch (error) {
      throw error instanceof Refusal ? error : new GatewayAway(error);
    }
  }
}

interface SendOptions {
  signal?: AbortSignal | null;
  body?: string | null;
  onLength?: Question['onLength'];
}

interface Body {
  data?: Values | null;
  errors?: GraphQLFormattedError[];
  extensions?: { chain?: AnsweredChain[] };
}

/** @throws GatewayAway for a body that is no answer of the gateway */
function parse(text: string): Body {
  try {
    return JSON.parse(text) as Body;
  } catch (error) {
    throw new GatewayAway(error);
  }
}
