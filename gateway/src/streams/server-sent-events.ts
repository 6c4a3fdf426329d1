import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import type { EventStream } from './event-stream.ts';
import { endMessage, StreamEnd } from './stream-end.ts';

/** To read the last message. */
const GRACE_MS = 5_000;

/**
 * GraphQL over Server-Sent Events, distinct connections mode: a `next` message for each event with the cursor as its id, and `complete`
 * when the gateway ends the stream. The first id comes at once, so that a client that is cut off early goes on from where it began.
 * @returns the code with which the stream ended
 */
export async function sendServerSentEvents(
  raw: ServerResponse,
  stream: EventStream,
  { requestId, logger }: { requestId: string; logger: Logger },
): Promise<string> {
  const closed = new AbortController();
  raw.on('close', () => {
    stream.end(new StreamEnd('GONE'));
    closed.abort();
  });
  // The system notices a peer that vanished.
  raw.socket?.setKeepAlive(true, GRACE_MS);
  raw.write(`id: ${stream.cursor}\n\n`);
  const end = await stream.sendTo(
    ({ frame }) => (raw.write(frame) ? undefined : once(raw, 'drain', { signal: closed.signal })),
    logger,
    { requestId },
  );
  if (end.code !== 'GONE') endServerSentEvents(raw, stream, end);
  return end.code;
}

/** Also of a client that does not read. @param isAtOnce see `HeldStream` */
export function endServerSentEvents(
  raw: ServerResponse,
  { cursor }: EventStream,
  reason: StreamEnd,
  isAtOnce = false,
): void {
  if (isAtOnce) raw.destroy();
  if (raw.writableEnded || isAtOnce) return;
  const data = JSON.stringify(endMessage(reason, cursor));
  raw.end(`id: ${cursor}\nevent: next\ndata: ${data}\n\nevent: complete\ndata:\n\n`);
  setTimeout(() => raw.destroy(), GRACE_MS).unref();
}
