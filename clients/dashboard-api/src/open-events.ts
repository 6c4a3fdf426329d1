import { type EventSourceMessage, EventSourceParserStream } from 'eventsource-parser/stream';
import { API_PATH } from './generated/page-path.ts';
import { reach, refusal, type Site } from './request.ts';

/** A browser's EventSource cannot send a POST. @param body JSON @throws ApiError */
export async function* openEvents(
  path: string,
  body: string,
  signal: AbortSignal,
  site?: Site,
): AsyncGenerator<EventSourceMessage> {
  const headers = { ...site?.headers, accept: 'text/event-stream', 'content-type': 'application/json' };
  const response = await reach(`${site?.origin ?? ''}${API_PATH}${path}`, { method: 'POST', headers, body, signal });
  if (!response.ok || response.body === null) throw await refusal(response);
  const reader = response.body
    .pipeThrough(new TextDecoderStream() as unknown as ReadableWritablePair<string, Uint8Array>)
    .pipeThrough(new EventSourceParserStream())
    .getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
