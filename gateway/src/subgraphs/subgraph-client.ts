import { TEAM_HEADER } from '@ledgergraph/graph-kit/request-headers';
import type { Deadline } from '@ledgergraph/service-kit/deadline';
import type { Turns } from '@ledgergraph/service-kit/limits/turns';
import { type Dispatcher, errors, Pool } from 'undici';
import { ANSWER_LENGTH_MAX } from '#/errors/answer-length.ts';
import type { FailureCode } from '#/errors/error-codes.ts';
import { type AnswerAccount, type AnswerRoom, NoAnswerRoom } from './answer-room.ts';
import { CONNECTIONS_MAX, RequestTurns } from './request-turns.ts';
import { type AbortHandle, DeadlinePassed, SharedRequest } from './shared-request.ts';
import { type Received, readAnswer, type SubgraphAnswer, SubgraphFailure } from './subgraph-answer.ts';

const CONNECT_TIMEOUT_MS = 2_000;
// Shorter than the 72 s after which Node's servers close an idle connection, so that we close first.
const KEEP_ALIVE_MS = 30_000;
const RESPONSE_BYTES_MAX = ANSWER_LENGTH_MAX;

export interface SubgraphClientOptions {
  url: string;
  /** Until the first byte, and between two parts. */
  timeoutMs: number;
  room: AnswerRoom;
  turns: Turns;
}

export class SubgraphClient {
  readonly #pool: Pool;
  readonly #path: string;
  readonly #room: AnswerRoom;
  readonly #turns: RequestTurns;
  readonly #underWay = new Map<string, SharedRequest<Received>>();

  constructor({ url, timeoutMs, room, turns }: SubgraphClientOptions) {
    this.#room = room;
    this.#turns = new RequestTurns(turns);
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
   * @param scope everything besides the body that decides the answer: equal requests of one scope under way are one request; without it
   * each stands alone
   * @param deadline a request without a waiting caller is aborted
   * @param isRepeatable a query: it is posted again if its connection is reset
   * @throws SubgraphFailure
   */
  async post(
    body: string,
    headers: Record<string, string>,
    scope?: string,
    deadline?: Deadline,
    isRepeatable = true,
  ): Promise<SubgraphAnswer> {
    let giveBack = (): void => {};
    try {
      const received = await this.#postOnce(body, headers, scope, isRepeatable).waitFor(deadline);
      giveBack = this.#room.hold(headers[TEAM_HEADER] ?? '', received.text.length);
      // Each caller parses the text: answers are completed in place.
      return Object.assign(readAnswer(received), { giveBack });
    } catch (error) {
      giveBack();
      if (error instanceof SubgraphFailure) throw error;
      throw new SubgraphFailure(failureOf(error), error, isUnsent(error));
    }
  }

  close(): Promise<void> {
    return this.#pool.destroy();
  }

  #postOnce(
    body: string,
    headers: Record<string, string>,
    scope: string | undefined,
    isRepeatable: boolean,
  ): SharedRequest<Received> {
    if (scope === undefined) return this.#begin(body, headers, isRepeatable);
    // Another team does not wait in the queue of the one that asked first.
    const key = `${headers[TEAM_HEADER] ?? ''}\n${scope}\n${body}`;
    const known = this.#underWay.get(key);
    // An aborted request does not answer another caller.
    if (known !== undefined && !known.isAborted) return known;
    const request = this.#begin(body, headers, isRepeatable);
    this.#underWay.set(key, request);
    request.onSettled(() => {
      if (this.#underWay.get(key) === request) this.#underWay.delete(key);
    });
    return request;
  }

  #begin(body: string, headers: Record<string, string>, isRepeatable: boolean): SharedRequest<Received> {
    headers['content-type'] = 'application/json';
    headers.accept = 'application/json';
    const request = { method: 'POST', path: this.#path, headers, body };
    return new SharedRequest(
      (abort) =>
        new Promise((resolve, reject) => {
          const leave = this.#turns.enter(headers[TEAM_HEADER] ?? '', (done) => {
            const answered = (received: Received): void => {
              done();
              resolve(received);
            };
            const failed = (error: Error): void => {
              done();
              reject(error);
            };
            const again = (error: Error): void => {
              if (isRepeatable && isReset(error))
                this.#pool.dispatch(
                  request,
                  new TextReceiver(answered, failed, abort, this.#room.open(headers[TEAM_HEADER])),
                );
              else failed(error);
            };
            this.#pool.dispatch(
              request,
              new TextReceiver(answered, again, abort, this.#room.open(headers[TEAM_HEADER])),
            );
          });
          // Until it has a connection, whose abort replaces this one.
          abort.onAbort((reason) => {
            leave();
            reject(reason);
          });
        }),
    );
  }
}

function isReset(error: unknown): boolean {
  if (error instanceof errors.SocketError) return true;
  return error instanceof Error && 'code' in error && (error.code === 'ECONNRESET' || error.code === 'EPIPE');
}

function isUnsent(error: unknown): boolean {
  if (error instanceof errors.ConnectTimeoutError) return true;
  const { code, syscall } = error as NodeJS.ErrnoException;
  return code === 'ECONNREFUSED' || syscall === 'connect' || syscall === 'getaddrinfo';
}

function failureOf(error: unknown): FailureCode {
  if (error instanceof errors.ResponseExceededMaxSizeError) return 'ANSWER_TOO_LONG';
  return isTimeout(error) ? 'SUBGRAPH_TIMEOUT' : 'SUBGRAPH_UNAVAILABLE';
}

function isTimeout(error: unknown): boolean {
  return (
    error instanceof DeadlinePassed ||
    error instanceof errors.HeadersTimeoutError ||
    error instanceof errors.BodyTimeoutError ||
    error instanceof errors.ConnectTimeoutError
  );
}

/** Without the stream that undici's `request` puts around each answer. */
class TextReceiver {
  readonly #resolve: (received: Received) => void;
  readonly #reject: (error: Error) => void;
  readonly #abort: AbortHandle;
  readonly #chunks: Buffer[] = [];
  readonly #account: AnswerAccount;
  #status = 0;

  constructor(
    resolve: (received: Received) => void,
    reject: (error: Error) => void,
    abort: AbortHandle,
    account: AnswerAccount,
  ) {
    this.#account = account;
    this.#resolve = resolve;
    this.#reject = reject;
    this.#abort = abort;
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#abort.onAbort((reason) => controller.abort(reason));
  }

  onResponseStart(_controller: unknown, status: number): void {
    this.#status = status;
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#account.add(chunk.length)) this.#chunks.push(chunk);
    else controller.abort(new NoAnswerRoom('all subgraphs together answer too much at this moment'));
  }

  onResponseEnd(): void {
    const [first] = this.#chunks;
    const whole = first !== undefined && this.#chunks.length === 1 ? first : Buffer.concat(this.#chunks);
    // All who wait take room and parse before anything else comes.
    this.#account.close();
    this.#resolve({ status: this.#status, text: whole.toString('utf8') });
  }

  onResponseError(_controller: unknown, error: Error): void {
    this.#account.close();
    this.#chunks.length = 0;
    this.#reject(error);
  }
}
