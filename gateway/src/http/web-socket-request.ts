import type { IncomingMessage } from 'node:http';

const ROUTE = '/graphql';

/**
 * True for a request whose connection becomes a WebSocket of the API. Any other upgrade is ignored, as RFC 9110, 7.8 allows: curl and
 * Java's client offer `h2c` with ordinary requests.
 */
export function isWebSocketRequest({ method, url = '', headers }: IncomingMessage): boolean {
  return method === 'GET' && url.split('?', 1)[0] === ROUTE && headers.upgrade?.toLowerCase() === 'websocket';
}
