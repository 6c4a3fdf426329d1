import { ConnectionError, RpcTimeoutError } from './errors.ts';

/** Codes of the system, and undici's, for a connection that was never established. */
const NOT_CONNECTED: ReadonlySet<unknown> = new Set([
  'EAI_AGAIN',
  'ECONNREFUSED',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** True if a call failed before a byte of it could reach the node: the node knows nothing of it. A cut connection proves nothing. */
export function neverArrived(error: unknown): boolean {
  if (!(error instanceof ConnectionError || error instanceof RpcTimeoutError)) return false;
  const { cause } = error;
  return typeof cause === 'object' && cause !== null && 'code' in cause && NOT_CONNECTED.has(cause.code);
}
