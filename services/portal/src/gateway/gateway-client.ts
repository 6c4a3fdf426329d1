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

/** Values of an answer of the graph. */
export type Values = Readonly<Record<string, unknown>>;

/** One for whom the portal asks: a client with its key, from where it is. */
export interface Caller {
  /** The header with its key; undefined: it shows none. */
  readonly authorization: string | undefined;
  /** Origin of the web page that asks; undefined: no page does. */
  readonly origin: string | undefined;
  readonly client: RequestClient;
  readonly requestId: string;
  /** Headers of the trace that the request belongs to. */
  readonly trace: IncomingHttpHeaders;
  /** Aborted when the client has gone. */
  readonly gone: AbortSignal;
}

/** A block that a chain is read at. */
export interface ReadBlock {
  readonly chainId: string;
  readonly height: number;
  /** 64 hexadecimal digits. */
  readonly hash: string;
}

export interface Question {
  readonly query: string;
  readonly variables?: Readonly<Record<string, unknown>>;
  /** How the call counts: see `CallTerms`. */
  readonly terms: CallTerms;
  /** Most items of a page; absent: the most that clients may ask for. */
  readonly pageMax?: number;
  /** Absent: every chain is read at its latest block. */
  readonly block?: ReadBlock | undefined;
}

/** A chain of the key's environment, at the block that the answer was read at. */
export interface AnsweredChain extends ReadBlock {
  /** Highest block that can no longer be reorganised; null while none can be. */
  readonly finalizedHeight: number | null;
}

export interface GatewayAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly data: Values | null;
  readonly errors: readonly GraphQLFormattedError[];
  /** The chains of the key's environment, its default first; empty for a caller without a working key. */
  readonly chains: readonly AnsweredChain[];
  /** Team of the key; undefined for a caller without a working key. */
  readonly teamId: string | undefined;
}

/** The gateway cannot be reached, or did not answer in time. */
export class GatewayAway extends Refusal {
  constructor(cause: unknown) {
    super(503, 'SUBGRAPH_UNAVAILABLE', 'This cannot be read at the moment. Please try again.', AWAY_RETRY_S);
    this.cause = cause;
  }
}

/** Describes who asks. */
export function callerOf(request: FastifyRequest, reply: FastifyReply): Caller {
  const { authorization, origin } = request.headers;
  const leaving = new AbortController();
  if (reply.raw.destroyed) leaving.abort();
  else reply.raw.once('close', () => leaving.abort());
  return {
    ...{ authorization, origin, client: request.client, requestId: request.id, gone: leaving.signal },
    trace: request.traceContext === null ? {} : writeTrace(request.traceContext),
  };
}

/** The gateway, asked with the keys of clients: it decides whose they are, what they may ask and what that costs. */
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

  /** Asks for a caller. A refusal is an answer. @throws GatewayAway */
  async ask(caller: Caller, { query, variables = {}, terms, pageMax, block }: Question): Promise<GatewayAnswer> {
    const headers = {
      ...this.#headersOf(caller),
      'content-type': 'application/json',
      accept: 'application/json',
      ...(terms !== 'whole' && { [TERMS_HEADER]: terms }),
      ...(pageMax !== undefined && { [PAGE_MAX_HEADER]: String(pageMax) }),
      ...(block !== undefined && { [PINS_HEADER]: writePins([block]) }),
    };
    const answer = await this.#send('POST', this.#url, headers, caller.gone, JSON.stringify({ query, variables }));
    const { data = null, errors = [], extensions } = answer.text === '' ? {} : parse(answer.text);
    const { status, headers: given } = answer;
    const teamId = given[TEAM_HEADER];
    return {
      ...{ status, headers: given, data, errors, chains: extensions?.chain ?? [] },
      teamId: typeof teamId === 'string' ? teamId : undefined,
    };
  }

  /** The gateway's answer to a preflight: headers that a page of the caller's origin may be given. @throws GatewayAway */
  async preflight(caller: Caller): Promise<{ status: number; headers: IncomingHttpHeaders; text: string }> {
    return this.#send('OPTIONS', this.#url, this.#headersOf(caller), caller.gone);
  }

  /** The schema that clients see. @throws GatewayAway */
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
    signal?: AbortSignal,
    body: string | null = null,
  ): Promise<{ status: number; headers: IncomingHttpHeaders; text: string }> {
    try {
      const answer = await send(url, { method, headers, body, signal: signal ?? null, dispatcher: this.#agent });
      return { status: answer.statusCode, headers: answer.headers, text: await answer.body.text() };
    } catch (error) {
      throw new GatewayAway(error);
    }
  }
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
