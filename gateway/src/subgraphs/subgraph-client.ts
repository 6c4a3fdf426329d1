import type { Deadline } from '@ledgergraph/service-kit/deadline';
import { type Dispatcher, errors, Pool } from 'undici';
import { z } from 'zod';
import type { SubgraphError } from '#/errors/client-errors.ts';
import type { FailureCode } from '#/errors/error-codes.ts';
import { type AbortHandle, DeadlinePassed, SharedRequest } from './shared-request.ts';

const CONNECTIONS_MAX = 32;
const CONNECT_TIMEOUT_MS = 2_000;
// Shorter than the 72 s after which Node's own servers close an idle connection, so that we close first.
const KEEP_ALIVE_MS = 30_000;
const RESPONSE_BYTES_MAX = 64 * 1024 * 1024;

/** The subgraph gave no usable answer. The cause is for our log only. */
export class SubgraphFailure extends Error {
  readonly code: FailureCode;

  constructor(code: FailureCode, cause: unknown) {
    super(code, { cause });
    this.name = 'SubgraphFailure';
    this.code = code;
  }
}

const graphqlError: z.ZodType<SubgraphError> = z.object({
  message: z.string().default(''),
  path: z.array(z.union([z.string(), z.number()])).optional(),
  extensions: z.record(z.string(), z.unknown()).default({}),
});

const answer = z.object({
  // Rows are not validated here: the plan checks a subgraph's answer where it joins it.
  data: z.custom<Record<string, unknown> | null>((value) => value === null || typeof value === 'object').optional(),
  errors: z.array(graphqlError).default([]),
});

export type SubgraphAnswer = z.output<typeof answer>;

export interface SubgraphClientOptions {
  /** Base URL; GraphQL is at /graphql. */
  url: string;
  /** Until the first byte of the answer, and between two of its parts. */
  timeoutMs: number;
}

/** One subgraph over HTTP on kept-alive connections. */
export class SubgraphClient {
  readonly #pool: Pool;
  readonly #path: string;
  readonly #underWay = new Map<string, SharedRequest<Received>>();

  constructor({ url, timeoutMs }: SubgraphClientOptions) {
    const base = new URL(url);
    this.#path = `${base.pathname.replace(/\/$/, '')}/graphql`;
    this.#pool = new Pool(base.origin, {
      connections: CONNECTIONS_MAX,
      connect: { timeout: CONNECT_TIMEOUT_MS },
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
      keepAliveTimeout: KEEP_ALIVE_MS,
      maxResponseSize: RESPONSE_BYTES_MAX,
    });
  }

  /**
   * Posts one operation. A connection that is reset is tried once more, since every operation is a query.
   * @param scope everything besides the body that decides the answer; equal requests of one scope that are under way
   * at the same time are one request. Without it each stands alone.
   * @param deadline time until which the caller waits; a request without a waiting caller is aborted
   * @throws SubgraphFailure
   */
  async post(
    body: string,
    headers: Record<string, string>,
    scope?: string,
    deadline?: Deadline,
  ): Promise<SubgraphAnswer> {
    try {
      // Each caller reads the text by itself: answers are completed in place.
      return readAnswer(await this.#postOnce(body, headers, scope).waitFor(deadline));
    } catch (error) {
      if (error instanceof SubgraphFailure) throw error;
      throw new SubgraphFailure(isTimeout(error) ? 'SUBGRAPH_TIMEOUT' : 'SUBGRAPH_UNAVAILABLE', error);
    }
  }

  close(): Promise<void> {
    return this.#pool.destroy();
  }

  #postOnce(body: string, headers: Record<string, string>, scope: string | undefined): SharedRequest<Received> {
    if (scope === undefined) return this.#begin(body, headers);
    const key = `${scope}\n${body}`;
    const known = this.#underWay.get(key);
    // An aborted request does not answer another caller.
    if (known !== undefined && !known.isAborted) return known;
    const request = this.#begin(body, headers);
    this.#underWay.set(key, request);
    request.onSettled(() => {
      if (this.#underWay.get(key) === request) this.#underWay.delete(key);
    });
    return request;
  }

  #begin(body: string, headers: Record<string, string>): SharedRequest<Received> {
    headers['content-type'] = 'application/json';
    headers.accept = 'application/json';
    const request = { method: 'POST', path: this.#path, headers, body };
    return new SharedRequest(
      (abort) =>
        new Promise((resolve, reject) => {
          const again = (error: Error): void => {
            if (isReset(error)) this.#pool.dispatch(request, new TextReceiver(resolve, reject, abort));
            else reject(error);
          };
          this.#pool.dispatch(request, new TextReceiver(resolve, again, abort));
        }),
    );
  }
}

/** @throws SubgraphFailure for what is no GraphQL answer, whatever its status: GraphQL errors come with 4xx and 5xx too */
function readAnswer({ status, text }: Received): SubgraphAnswer {
  const body = parseJson(text) as Partial<SubgraphAnswer> | null | undefined;
  // Nearly all answers have this form, which needs no schema.
  if (typeof body?.data === 'object' && body.errors === undefined) return { data: body.data, errors: [] };
  const parsed = answer.safeParse(body);
  if (parsed.success && (parsed.data.data !== undefined || parsed.data.errors.length > 0)) return parsed.data;
  throw new SubgraphFailure(
    'SUBGRAPH_UNAVAILABLE',
    // Nothing of the text: it may repeat what was asked.
    new Error(`status ${status}, not a GraphQL answer but ${text.length} characters of something else`),
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isReset(error: unknown): boolean {
  if (error instanceof errors.SocketError) return true;
  return error instanceof Error && 'code' in error && (error.code === 'ECONNRESET' || error.code === 'EPIPE');
}

function isTimeout(error: unknown): boolean {
  return (
    error instanceof DeadlinePassed ||
    error instanceof errors.HeadersTimeoutError ||
    error instanceof errors.BodyTimeoutError ||
    error instanceof errors.ConnectTimeoutError
  );
}

export interface Received {
  status: number;
  text: string;
}

/** Collects an answer's text without the stream that undici's `request` would put around each. */
export class TextReceiver {
  readonly #resolve: (received: Received) => void;
  readonly #reject: (error: Error) => void;
  readonly #abort: AbortHandle;
  readonly #chunks: Buffer[] = [];
  #status = 0;

  constructor(resolve: (received: Received) => void, reject: (error: Error) => void, abort: AbortHandle) {
    this.#resolve = resolve;
    this.#reject = reject;
    this.#abort = abort;
  }

  // Called by undici, which looks for the handler's methods by name.
  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#abort.onAbort((reason) => controller.abort(reason));
  }

  onResponseStart(_controller: unknown, status: number): void {
    this.#status = status;
  }

  onResponseData(_controller: unknown, chunk: Buffer): void {
    this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    const [first] = this.#chunks;
    const whole = first !== undefined && this.#chunks.length === 1 ? first : Buffer.concat(this.#chunks);
    this.#resolve({ status: this.#status, text: whole.toString('utf8') });
  }

  onResponseError(_controller: unknown, error: Error): void {
    this.#reject(error);
  }
}
