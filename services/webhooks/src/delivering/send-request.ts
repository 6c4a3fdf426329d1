import { Agent, type Dispatcher, request } from 'undici';
import { NOT_PUBLIC } from './check-target.ts';
import type { FindAddresses } from './find-addresses.ts';
import { createConnector } from './public-connector.ts';
import { readRetryAfter } from './retry-after.ts';
import type { Network } from './target-networks.ts';

export const TIMEOUT_MS = 15_000;
const BODY_CHARACTERS_MAX = 1_024;
const BODY_BYTES_MAX = 4 * BODY_CHARACTERS_MAX;

export interface Answer {
  /** Null: there was no response. */
  status: number | null;
  body: string;
  /** Words for the owner; empty for a success. */
  error: string;
  /** 0: the receiver asked for no wait. */
  retryAfterSeconds: number;
}

/** Connects only to permitted addresses, follows no redirects, and takes at most 15 s each. */
export class Sender {
  readonly #agent: Agent;
  readonly #timeoutMs: number;

  constructor(allowed: readonly Network[], findAddresses: FindAddresses, timeoutMs = TIMEOUT_MS) {
    this.#agent = new Agent({ connect: createConnector(allowed, findAddresses), maxHeaderSize: 16 * 1024 });
    this.#timeoutMs = timeoutMs;
  }

  close(): Promise<void> {
    return this.#agent.destroy();
  }

  async send(
    url: string,
    headers: Record<string, string>,
    body: string,
    deadlineMs = this.#timeoutMs,
  ): Promise<Answer> {
    const timeoutMs = Math.min(deadlineMs, this.#timeoutMs);
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      const response = await request(url, { method: 'POST', headers, body, dispatcher: this.#agent, signal });
      const { statusCode: status } = response;
      const text = await readBeginning(response.body);
      return { status, body: text, error: describeStatus(status), retryAfterSeconds: askedWait(response) };
    } catch (error) {
      return { status: null, body: '', error: describeFailure(error, timeoutMs), retryAfterSeconds: 0 };
    }
  }
}

async function readBeginning(body: Dispatcher.ResponseData['body']): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    chunks.push(chunk as Buffer);
    bytes += (chunk as Buffer).length;
    if (bytes >= BODY_BYTES_MAX) break;
  }
  // Postgres has no text with a NUL in it.
  return Buffer.concat(chunks).toString().replaceAll('\0', '').slice(0, BODY_CHARACTERS_MAX);
}

function describeStatus(status: number): string {
  if (status >= 200 && status < 300) return '';
  if (status >= 300 && status < 400)
    return `The receiver answered with a redirect (${status}); redirects are not followed.`;
  return `The receiver answered with the status ${status}.`;
}

function askedWait({ statusCode, headers }: Dispatcher.ResponseData): number {
  return statusCode === 429 || statusCode === 503 ? readRetryAfter(headers['retry-after'], new Date()) : 0;
}

const REASONS: Record<string, string> = {
  FORBIDDEN_TARGET: NOT_PUBLIC,
  ECONNREFUSED: 'The receiver refuses connections.',
  ECONNRESET: 'The receiver closed the connection without an answer.',
  UND_ERR_SOCKET: 'The receiver closed the connection without an answer.',
  UND_ERR_CONNECT_TIMEOUT: 'No connection was made within 10 s.',
  UND_ERR_DESTROYED: 'The service stopped while it waited for the answer.',
  UND_ERR_HEADERS_OVERFLOW: 'The headers of the response are too large.',
};

function describeFailure(error: unknown, timeoutMs: number): string {
  const { name, code, message, errors } = error as Error & { code?: string; errors?: { code?: string }[] };
  if (name === 'TimeoutError') return `There was no complete response within ${timeoutMs / 1_000} s.`;
  const known = REASONS[code ?? ''] ?? REASONS[errors?.[0]?.code ?? ''];
  if (known !== undefined) return known;
  // For example an invalid certificate. The message names nothing but the receiver.
  return `The request failed: ${message.replaceAll('\0', '').slice(0, 200)}`;
}
