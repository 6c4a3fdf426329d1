import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { createClient } from 'graphql-ws';
import WebSocket from 'ws';
import type { Untyped } from './client.ts';
import { waitFor } from './wait-for.ts';

/** A subscription as a client asks for it. */
export interface Subscribing {
  gatewayUrl: string;
  /** Empty: none is shown, where the client is one of WebSockets. */
  key: string;
  query: string;
  variables?: Record<string, unknown>;
  /** Cursor to go on from. */
  after?: string | undefined;
}

/** A stream of events, as a client received it. */
export interface Received {
  /** Results with data, in order. */
  events: Untyped[];
  /** Code of the error that ended the stream; undefined while it is open, and for one that this client closed. */
  endCode: string | undefined;
  /** Cursor of the last event; before the first, of the place where the stream began. */
  cursor: string;
  /** Resolves when the stream has ended. */
  ended: Promise<void>;
  /** When anything came last, a heartbeat too; milliseconds of performance.now. */
  heardAt(): number;
  close(): void;
}

/** Subscribes over Server-Sent Events, as a browser's EventSource reads them. @throws Error with the response's text when the stream is refused */
export async function receiveServerSentEvents({
  gatewayUrl,
  key,
  query,
  variables,
  after,
}: Subscribing): Promise<Received> {
  const closing = new AbortController();
  const response = await fetch(`${gatewayUrl}/graphql`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      accept: 'text/event-stream',
      ...(after !== undefined && { 'last-event-id': after }),
    },
    body: JSON.stringify({ query, variables }),
    signal: closing.signal,
  });
  if (response.status !== 200 || response.body === null) throw new Error(await response.text());
  let heardAt = performance.now();
  let isOver = false;
  const received: Received = {
    events: [],
    endCode: undefined,
    cursor: '',
    ended: Promise.resolve(),
    heardAt: () => heardAt,
    close: () => closing.abort(),
  };
  const parser = createParser({ onEvent: (message) => take(received, message), onError: () => {} });
  const decoder = new TextDecoder();
  const { body } = response;
  received.ended = (async () => {
    try {
      for await (const chunk of body) {
        heardAt = performance.now();
        const text = decoder.decode(chunk as Uint8Array, { stream: true });
        // The first message has an id only, which a parser does not pass on.
        if (received.cursor === '') received.cursor = /^id: (\S+)/.exec(text)?.[1] ?? '';
        parser.feed(text);
      }
    } catch {
      // Closed by this client, or the gateway was killed.
    }
    isOver = true;
  })();
  await waitFor(() => received.cursor !== '' || isOver, { what: 'the first cursor of a stream' });
  if (received.cursor === '') throw new Error('the stream ended before it began');
  return received;
}

function take(received: Received, { event, data, id }: EventSourceMessage): void {
  if (event !== 'next') return;
  keep(received, JSON.parse(data));
  if (id !== undefined) received.cursor = id;
}

function keep(received: Received, result: Untyped): void {
  const [error] = result.errors ?? [];
  if (error?.extensions?.cursor === undefined) received.events.push(result);
  else received.endCode = error.extensions.code;
}

/** Subscribes over a WebSocket with the library that most clients use. The operation must select `cursor` of each event. */
export function receiveOverWebSocket({ gatewayUrl, key, query, variables, after }: Subscribing): Received {
  const client = createClient({
    url: `${gatewayUrl.replace('http', 'ws')}/graphql`,
    webSocketImpl: WebSocket,
    connectionParams: key === '' ? {} : { authorization: `Bearer ${key}` },
    retryAttempts: 0,
    on: {
      message: () => {
        heardAt = performance.now();
      },
    },
    // The server's pings are answered below the library; these show the client that the server lives.
    keepAlive: 5_000,
    lazy: false,
    onNonLazyError: () => {},
  });
  let end = (): void => {};
  let heardAt = performance.now();
  const received: Received = {
    events: [],
    endCode: undefined,
    cursor: after ?? '',
    heardAt: () => heardAt,
    ended: new Promise((resolve) => {
      end = resolve;
    }),
    close: () => void client.dispose(),
  };
  client.subscribe(
    { query, variables: { ...variables, ...(after !== undefined && { after }) } },
    {
      next: (result: Untyped) => {
        keep(received, result);
        const [event] = Object.values(result.data ?? {}) as Untyped[];
        received.cursor = event?.cursor ?? result.errors?.[0]?.extensions?.cursor ?? received.cursor;
      },
      error: (error: Untyped) => {
        received.endCode ??= error?.[0]?.extensions?.code ?? String(error?.code ?? error);
        end();
      },
      complete: () => end(),
    },
  );
  return received;
}
