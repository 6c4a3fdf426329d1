import type { JsonValue, Unread } from '@ledgergraph/verus-protocol/lossless-json';
import pRetry from 'p-retry';
import { type Dispatcher, errors, Pool } from 'undici';
import { ConnectionError, MalformedResponseError, RpcTimeoutError, TooLongAnswerError, VerusError } from './errors.ts';
import {
  type RpcCall,
  type RpcOutcome,
  type RpcReply,
  readBatch,
  readOutcome,
  readReplyJson,
  readResultText,
} from './read-reply.ts';
import type { RpcMethod } from './rpc-methods.ts';

export interface EndpointOptions {
  /** `http://host:port`; credentials are refused, since they would appear in logs. */
  url: string;
  user: string;
  password: string;
  name?: string;
  timeoutMs?: number;
  retries?: number;
  /** verusd works on 4 requests at a time by default; more would only fill its queue. */
  connections?: number;
}

export interface AnswerLimits {
  bytesMax: number;
  ms: number;
}

// verusd itself gives up on a request after 30 s (-rpcservertimeout).
const TIMEOUT_MS_DEFAULT = 35_000;
const RETRIES_DEFAULT = 4;
const CONNECTIONS_DEFAULT = 4;
const RETRY_MIN_MS = 100;
const RETRY_MAX_MS = 3_000;

export class VerusEndpoint {
  readonly name: string;
  readonly #pool: Pool;
  readonly #path: string;
  readonly #authorization: string;
  readonly #timeoutMs: number;
  readonly #retries: number;

  /** @throws TypeError for an invalid URL, or for one with credentials */
  constructor(options: EndpointOptions) {
    const url = new URL(options.url);
    if (url.username !== '' || url.password !== '')
      throw new TypeError('the URL of an endpoint carries no credentials');
    this.name = options.name ?? url.host;
    this.#path = url.pathname;
    this.#timeoutMs = options.timeoutMs ?? TIMEOUT_MS_DEFAULT;
    this.#retries = options.retries ?? RETRIES_DEFAULT;
    this.#authorization = `Basic ${Buffer.from(`${options.user}:${options.password}`).toString('base64')}`;
    this.#pool = new Pool(url.origin, {
      connections: options.connections ?? CONNECTIONS_DEFAULT,
      headersTimeout: this.#timeoutMs,
      bodyTimeout: this.#timeoutMs,
      connectTimeout: Math.min(this.#timeoutMs, 5_000),
    });
  }

  /** @throws VerusError */
  async call(method: RpcMethod, params: readonly unknown[] = []): Promise<JsonValue> {
    return this.#retrying(async () => {
      const call = { method, params };
      const outcome = readOutcome(this.name, call, readReplyJson(this.name, await this.#post(rpcBody(call, 0))));
      if ('error' in outcome) throw outcome.error;
      return outcome.result;
    });
  }

  /**
   * One response, so no stall on a reused connection (docs/verus/rpc.md#throughput). A retryable error of a member retries the whole
   * batch. A time-out is not retried: the caller makes the batch smaller.
   * @param read must not throw
   * @param unread members that `read` does not use
   * @throws VerusError
   */
  async batch<Result>(
    calls: readonly RpcCall[],
    read: (result: JsonValue) => Result,
    unread?: Unread,
  ): Promise<RpcOutcome<Result>[]> {
    if (calls.length === 0) return [];
    return this.#retrying(async () => {
      const reply = await this.#post(`[${calls.map(rpcBody).join(',')}]`);
      const outcomes = readBatch(this.name, calls, reply, read, unread);
      for (const outcome of outcomes) if ('error' in outcome && outcome.error.retryable) throw outcome.error;
      return outcomes;
    }, calls.length > 1);
  }

  /**
   * Not repeated.
   * @param params JSON text of a list
   * @throws VerusError
   */
  async askText(method: RpcMethod, params: string, limits: AnswerLimits): Promise<string> {
    const body = `{"id":0,"method":${JSON.stringify(method)},"params":${params}}`;
    return readResultText(this.name, { method, params: [] }, await this.#post(body, limits));
  }

  async close(): Promise<void> {
    await this.#pool.destroy();
  }

  #retrying<Result>(attempt: () => Promise<Result>, divisible = false): Promise<Result> {
    return pRetry(attempt, {
      retries: this.#retries,
      minTimeout: RETRY_MIN_MS,
      maxTimeout: RETRY_MAX_MS,
      randomize: true,
      shouldRetry: ({ error }) =>
        error instanceof VerusError && error.retryable && !(divisible && error instanceof RpcTimeoutError),
    });
  }

  async #post(body: string, limits?: AnswerLimits): Promise<RpcReply> {
    try {
      const response = await this.#pool.request({
        path: this.#path,
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: this.#authorization },
        body,
        // The timeouts above watch for silence; this one ends a response that arrives too slowly.
        signal: AbortSignal.timeout(limits?.ms ?? this.#timeoutMs * 2),
        ...(limits !== undefined && { headersTimeout: limits.ms, bodyTimeout: limits.ms }),
      });
      return { status: response.statusCode, body: await this.#read(response.body, limits) };
    } catch (error) {
      if (error instanceof TooLongAnswerError) throw error;
      throw transportError(this.name, error);
    }
  }

  async #read(body: Dispatcher.ResponseData['body'], limits: AnswerLimits | undefined): Promise<string> {
    if (limits === undefined) return body.text();
    const { bytesMax } = limits;
    const chunks: Buffer[] = [];
    let bytes = 0;
    for await (const chunk of body as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > bytesMax) throw new TooLongAnswerError(this.name, `an answer of more than ${bytesMax} bytes`);
      chunks.push(chunk);
    }
    return Buffer.concat(chunks).toString();
  }
}

function rpcBody(call: RpcCall, id: number): string {
  return JSON.stringify({ id, method: call.method, params: call.params });
}

/** undici's messages may name addresses, so they stay in `cause`. */
function transportError(endpoint: string, cause: unknown): VerusError {
  const options = { cause };
  if (
    cause instanceof errors.HeadersTimeoutError ||
    cause instanceof errors.BodyTimeoutError ||
    cause instanceof errors.ConnectTimeoutError ||
    (cause as { name?: unknown } | null)?.name === 'TimeoutError'
  ) {
    return new RpcTimeoutError(endpoint, 'no complete answer in time', options);
  }
  if (cause instanceof errors.HTTPParserError || cause instanceof errors.ResponseContentLengthMismatchError) {
    return new MalformedResponseError(endpoint, 'an answer that is no HTTP, or is cut off', options);
  }
  return new ConnectionError(endpoint, 'the node cannot be reached', options);
}
