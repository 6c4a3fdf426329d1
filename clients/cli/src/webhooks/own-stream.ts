import { randomUUID } from 'node:crypto';
import { GENERAL_MESSAGES } from '@ledgergraph/dashboard-api/api-error';
import { CommandError } from '@ledgergraph/dashboard-api/output';
import { reach } from '@ledgergraph/dashboard-api/request';
import { EventSourceParserStream } from 'eventsource-parser/stream';
import type { ListenedEvent } from './forward.ts';

/** The gateway sends a heartbeat every 10 s. */
const SILENCE_MAX_MS = 30_000;
/** Limit of a webhook's body; a larger event has no data. */
const PAYLOAD_BYTES_MAX = 256 * 1024;

interface Result {
  data?: Record<string, unknown> | null;
  errors?: { message: string }[];
  extensions?: { chain?: unknown; event?: { id: string; type: string } };
}

/**
 * Yields events as a webhook would deliver them; the first item reports that the stream is open.
 * @throws CommandError with the gateway's reason; ApiError UNREACHABLE
 */
export async function* readOwnStream(
  origin: string,
  key: string,
  query: string,
  variables: Record<string, unknown>,
  signal: AbortSignal,
): AsyncGenerator<ListenedEvent | 'open'> {
  const silent = new AbortController();
  const silence = setTimeout(() => silent.abort(), SILENCE_MAX_MS);
  try {
    const response = await reach(`${origin}/graphql`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, accept: 'text/event-stream', 'content-type': 'application/json' },
      body: JSON.stringify({ query, variables }),
      signal: AbortSignal.any([signal, silent.signal]),
    });
    if (response.body === null || response.headers.get('content-type')?.includes('text/event-stream') !== true)
      throw toError((await response.json().catch(() => ({}))) as Result);
    yield 'open';
    const messages = response.body
      .pipeThrough(
        new TransformStream({
          transform: (chunk, out) => {
            silence.refresh();
            out.enqueue(chunk);
          },
        }),
      )
      .pipeThrough(new TextDecoderStream())
      .pipeThrough(new EventSourceParserStream());
    for await (const { event, data } of messages) if (event === 'next') yield toEvent(JSON.parse(data) as Result);
  } finally {
    clearTimeout(silence);
  }
}

/** @throws CommandError for the last message of a stream that the gateway ends */
function toEvent(result: Result): ListenedEvent {
  const { chain, event } = result.extensions ?? {};
  if (event === undefined) throw toError(result);
  const isRemoval = event.type === 'BlocksRemoved';
  const eventType = isRemoval ? 'subscription.reverted' : 'subscription.event';
  const { errors } = result;
  const extensions = { chain, event: { id: event.id }, ...(isRemoval && { undone: [] }) };
  const write = (content: object): string =>
    JSON.stringify({ type: eventType, timestamp: new Date().toISOString(), ...content });
  const payload = write({ data: hasData(result) ? result.data : null, ...(errors && { errors }), extensions });
  const bytes = Buffer.byteLength(payload);
  const tooLarge = { bytes, bytesMax: PAYLOAD_BYTES_MAX };
  return {
    webhookId: `msg_${randomUUID()}`,
    eventType,
    payload: bytes <= PAYLOAD_BYTES_MAX ? payload : write({ data: null, extensions: { ...extensions, tooLarge } }),
  };
}

/** If every root field is null, an error is the whole answer. */
function hasData({ data, errors = [] }: Result): boolean {
  return data != null && (errors.length === 0 || Object.values(data).some((value) => value !== null));
}

function toError({ errors }: Result): CommandError {
  return new CommandError(errors?.[0]?.message ?? GENERAL_MESSAGES.UNAVAILABLE);
}
