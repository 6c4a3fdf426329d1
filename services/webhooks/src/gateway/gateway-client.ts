import { currentSecret, INTERNAL_HEADER } from '@ledgergraph/service-kit/internal-secret';
import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { Agent, request } from 'undici';
import { GatewayAway, GatewayRefusal } from './gateway-error.ts';
import type { Json } from './json.ts';

/** The gateway sends a heartbeat every 10 s. */
const SILENCE_MAX_MS = 30_000;
const QUERY_TIMEOUT_MS = 30_000;
const MESSAGE_END = '\n\n';
/** In characters. The first message is a cursor, or the error that ends the stream. */
const FIRST_MAX = 65_536;
/** Codes after which the same request may succeed. */
const PASSING = new Set([
  'SUBGRAPH_UNAVAILABLE',
  'SUBGRAPH_TIMEOUT',
  'RECONNECT',
  'SLOW_CONSUMER',
  'RATE_LIMITED',
  'INTERNAL_SERVER_ERROR',
]);

export interface Subscription {
  operation: string;
  variables: Record<string, Json>;
  cursor: string | null;
  fromHeight: number | null;
  isFinalOnly: boolean;
}

export interface GatewayEvent {
  cursor: string;
  /** The same for this event at any time. */
  id: string;
  isRemoval: boolean;
  /** For a removal: the last block that still stands. */
  height: number;
  /** Null if the event could not be read; then `errors` holds the reason. */
  data: Json;
  errors: Json[] | undefined;
  chain: Json[];
}

/** Has the rights of a key that it names by its hash. */
export class GatewayClient {
  readonly #url: string;
  readonly #secret: string;
  readonly #agent = new Agent({ bodyTimeout: SILENCE_MAX_MS, headersTimeout: QUERY_TIMEOUT_MS, connections: null });

  constructor(baseUrl: string, secretSetting: string) {
    this.#url = `${baseUrl.replace(/\/$/, '')}/graphql`;
    this.#secret = currentSecret(secretSetting);
  }

  close(): Promise<void> {
    return this.#agent.destroy();
  }

  async webhookTypes(): Promise<string> {
    try {
      const { statusCode, body } = await request(new URL('/webhook-types', this.#url), {
        headers: { [INTERNAL_HEADER]: this.#secret },
        dispatcher: this.#agent,
        signal: AbortSignal.timeout(QUERY_TIMEOUT_MS),
      });
      const text = await body.text();
      if (statusCode !== 200) throw new Error(`HTTP ${statusCode}`);
      return text;
    } catch (error) {
      throw new GatewayAway('the types of webhook cannot be read', { cause: error });
    }
  }

  /** @throws GatewayRefusal, GatewayAway */
  async ask(keyHash: Uint8Array, query: string, variables: Record<string, Json>): Promise<Json> {
    const response = await this.#post(keyHash, { query, variables }, {}, AbortSignal.timeout(QUERY_TIMEOUT_MS));
    const result = (await response.body.json().catch(() => null)) as Json;
    if (result === null || response.statusCode >= 500) throw new GatewayAway(`HTTP ${response.statusCode}`);
    const passing = result.errors?.find((error: Json) => PASSING.has(error.extensions?.code));
    if (passing !== undefined) throw new GatewayAway(passing.message);
    if (!hasData(result)) throw toError(result);
    return result;
  }

  /** The first batch is empty: the stream is open. @throws GatewayRefusal, GatewayAway; it ends only by an error */
  async *stream(
    keyHash: Uint8Array,
    subscription: Subscription,
    signal: AbortSignal,
  ): AsyncGenerator<{ events: GatewayEvent[]; cursor: string }> {
    const { operation: query, variables, cursor, fromHeight, isFinalOnly } = subscription;
    const headers = {
      accept: 'text/event-stream',
      ...(cursor !== null && { 'last-event-id': cursor }),
      ...(fromHeight !== null && { 'x-ledgergraph-from-height': String(fromHeight) }),
      ...(isFinalOnly && { 'x-ledgergraph-final-only': '1' }),
    };
    const response = await this.#post(keyHash, { query, variables }, headers, signal);
    if (response.headers['content-type']?.includes('text/event-stream') !== true) {
      throw toError((await response.body.json().catch(() => null)) as Json, response.statusCode);
    }
    yield* readStream(response.body);
  }

  async #post(keyHash: Uint8Array, body: Json, headers: Record<string, string>, signal: AbortSignal) {
    try {
      return await request(this.#url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          [INTERNAL_HEADER]: this.#secret,
          'x-ledgergraph-key-hash': Buffer.from(keyHash).toString('base64url'),
          ...headers,
        },
        body: JSON.stringify(body),
        dispatcher: this.#agent,
        signal,
      });
    } catch (error) {
      throw new GatewayAway('the gateway cannot be reached', { cause: error });
    }
  }
}

/** If every root field is null, an error is the whole answer. */
function hasData({ data, errors = [] }: Json): boolean {
  return data != null && (errors.length === 0 || Object.values(data).some((value) => value !== null));
}

/** A cursor never precedes its event, so that no stored position skips one. */
async function* readStream(
  body: AsyncIterable<Uint8Array>,
): AsyncGenerator<{ events: GatewayEvent[]; cursor: string }> {
  const messages: EventSourceMessage[] = [];
  const parser = createParser({ onEvent: (message) => messages.push(message) });
  const decoder = new TextDecoder();
  let begun: string | undefined = '';
  try {
    for await (const chunk of body) {
      let text = decoder.decode(chunk, { stream: true });
      if (begun !== undefined) {
        begun += text;
        const end = begun.indexOf(MESSAGE_END);
        if (end === -1 && begun.length <= FIRST_MAX) continue;
        if (end === -1) throw new Error('the first message does not end');
        // It has only an id, and a parser emits no message without data.
        const [, first] = /^id: (\S+)$/.exec(begun.slice(0, end)) ?? [];
        if (first !== undefined) yield { events: [], cursor: first };
        text = begun;
        begun = undefined;
      }
      parser.feed(text);
      const read = messages.splice(0).map(readMessage);
      const events = read.filter((one) => one !== undefined && !(one instanceof Error)) as GatewayEvent[];
      const last = events.at(-1);
      if (last !== undefined) yield { events, cursor: last.cursor };
      const end = read.find((one) => one instanceof Error);
      if (end !== undefined) throw end;
    }
  } catch (error) {
    if (error instanceof GatewayRefusal || error instanceof GatewayAway) throw error;
    throw new GatewayAway('the stream broke', { cause: error });
  }
  throw new GatewayAway('the stream ended');
}

/** An error for the last message of a stream; undefined for one without content. */
function readMessage({ event, id, data }: EventSourceMessage): GatewayEvent | Error | undefined {
  if (event !== 'next' || id === undefined) return undefined;
  const result: Json = JSON.parse(data);
  const { chain, event: named } = result.extensions ?? {};
  if (named === undefined) return toError(result);
  const isRemoval = named.type === 'BlocksRemoved';
  return {
    cursor: id,
    id: named.id,
    isRemoval,
    height: chain[0].height,
    data: hasData(result) ? result.data : null,
    errors: result.errors,
    chain,
  };
}

function toError(result: Json, status = 400): Error {
  const [first] = result?.errors ?? [];
  const code = first?.extensions?.code;
  if (first === undefined || status >= 500 || PASSING.has(code))
    return new GatewayAway(first?.message ?? `HTTP ${status}`);
  return new GatewayRefusal(code ?? 'BAD_REQUEST', first.message);
}
