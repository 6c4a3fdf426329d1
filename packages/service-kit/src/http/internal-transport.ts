import type { Interceptor, Transport } from '@connectrpc/connect';
import { createConnectTransport } from '@connectrpc/connect-node';
import { currentSecret, INTERNAL_HEADER } from '#/internal-secret.ts';
import { writeTrace } from '#/trace-context.ts';

const CALL_TIMEOUT_MS = 30_000;

/** Carries the shared secret and the trace; gives up after 30 s. */
export function createInternalTransport(baseUrl: string, setting: string): Transport {
  const secret = currentSecret(setting);
  const authenticate: Interceptor = (next) => (request) => {
    request.header.set(INTERNAL_HEADER, secret);
    for (const [name, value] of Object.entries(writeTrace())) request.header.set(name, value);
    return next(request);
  };
  return createConnectTransport({
    baseUrl,
    httpVersion: '1.1',
    // Inside a network compression takes longer than sending: a backfill was half as fast with it.
    acceptCompression: [],
    interceptors: [authenticate],
    defaultTimeoutMs: CALL_TIMEOUT_MS,
  });
}
