import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import Negotiator from 'negotiator';

const EVENT_STREAM = 'text/event-stream';

/** A range such as `*` does not name it, and `q=0` refuses it. */
export function takesEventStream({ headers }: { headers: IncomingHttpHeaders }): boolean {
  const accept = headers.accept?.toLowerCase();
  if (accept?.includes(EVENT_STREAM) !== true) return false;
  return new Negotiator({ headers: { accept } }).mediaTypes().includes(EVENT_STREAM);
}

/** From here on the caller alone writes to the response. @param headers beside those of every such response */
export function openEventStream(
  raw: ServerResponse,
  requestId: string,
  headers: Readonly<Record<string, string>> = {},
): void {
  // The end of the connection is the end of the stream. In chunks Node would write each event in four pieces, which costs a third more
  // for thousands of clients.
  raw.useChunkedEncodingByDefault = false;
  // A write after the end is an error that would end the process unheard.
  raw.on('error', () => {});
  raw.writeHead(200, {
    ...headers,
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    // A connection that outlives its stream would hold up a stopping gateway.
    connection: 'close',
    // nginx would hold events back to fill its buffer.
    'x-accel-buffering': 'no',
    'x-request-id': requestId,
  });
}
