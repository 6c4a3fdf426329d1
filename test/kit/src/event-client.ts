import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { createClient } from 'graphql-ws';
import WebSocket from 'ws';
import type { Untyped } from './client.ts';
import { waitFor } from './wait-for.ts';

export interface Subscribing {
  gatewayUrl: string;
  /** Empty: a WebSocket shows none. */
  key: string;
  query: string;
  variables?: Record<string, unknown>;
  after?: string | undefined;
}

export interface Received {
  events: Untyped[];
  /** Undefined while the stream is open, and after this client closed it. */
  endCode: string | undefined;
  /** Before the first event: the beginning of the stream. */
  cursor: string;
  ended: Promise<void>;
  /** Time of the last sign, a heartbeat too, by performance.now. */
  heardAt(): number;
  close(): void;
}

/** As a browser's EventSource reads them. @throws Error with the response's text when the stream is refused */
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
        // A parser does not pass on the first message, which has an id only.
        if (received.cursor === '') received.cursor = /^id: (\S+)/.exec(text)?.[1] ?? '';
        parser.feed(text);
      }
    } catch {}
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

/** With the library of most clients. The operation must select `cursor` of each event. */
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
    // The library answers the server's pings itself; these show that the server lives.
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
