import { setTimeout as delay } from 'node:timers/promises';
import {
  create,
  type DescMessage,
  fromBinary,
  type MessageInitShape,
  type MessageShape,
  toBinary,
} from '@bufbuild/protobuf';
import type { Subject } from '@ledgergraph/proto-schemas/subjects';
import { connect, ErrorCode, Events, type Msg, type NatsConnection, type NatsError, type Subscription } from 'nats';
import type { Logger } from 'pino';
import type { Bus } from './bus.ts';

const FLUSH_TIMEOUT_MS = 2_000;
const RETRY_MS = 500;

export interface NatsBusOptions {
  /** One URL, or several, comma separated, where the servers of a cluster share no name: any server that answers announces the others. */
  url: string;
  /** Separates installations that share a NATS; deliberately without a default. */
  prefix: string;
  name: string;
  logger: Logger;
}

/**
 * Opens a bus on NATS. It returns at once and connects in the background, without an end: neither a start nor a running process may
 * depend on a broker whose events are only hints. `connected` resolves at the first connection.
 */
export function connectBus(options: NatsBusOptions): Bus & { connected: Promise<void> } {
  return new NatsBus(options);
}

interface Listener {
  subject: string;
  callback: (error: NatsError | null, message: Msg) => void;
  subscription?: Subscription;
}

class NatsBus implements Bus {
  readonly connected: Promise<void>;
  readonly #options: NatsBusOptions;
  readonly #listeners = new Set<Listener>();
  #connection: NatsConnection | undefined;
  #reachable = false;
  #closed = false;

  constructor(options: NatsBusOptions) {
    this.#options = options;
    this.connected = this.#connect();
    // A caller may await it to learn of a failure; without one the rejection must not be unhandled.
    this.connected.catch((error: unknown) => options.logger.error({ err: error }, 'NATS cannot be used'));
  }

  publish<Desc extends DescMessage>(subject: Subject, schema: Desc, message: MessageInitShape<Desc>): void {
    // The client would buffer without bound while away; an event of an hour ago is of no use.
    if (!this.isConnected()) return;
    this.#connection?.publish(this.#name(subject), toBinary(schema, create(schema, message)));
  }

  async publishConfirmed<Desc extends DescMessage>(
    subject: Subject,
    schema: Desc,
    message: MessageInitShape<Desc>,
  ): Promise<boolean> {
    const connection = this.#connection;
    if (connection === undefined || !this.isConnected()) return false;
    this.publish(subject, schema, message);
    // A flush is a PING behind our message: its PONG proves that the broker has read both.
    let timer: NodeJS.Timeout | undefined;
    const timedOut = new Promise<boolean>((resolve) => {
      timer = setTimeout(() => resolve(false), FLUSH_TIMEOUT_MS);
    });
    const flushed = connection.flush().then(
      () => true,
      () => false,
    );
    return Promise.race([flushed, timedOut]).finally(() => clearTimeout(timer));
  }

  subscribe<Desc extends DescMessage>(
    subject: Subject,
    schema: Desc,
    handler: (event: MessageShape<Desc>) => void | Promise<void>,
  ): () => void {
    const { logger } = this.#options;
    const listener: Listener = {
      subject: this.#name(subject),
      callback: (error, message) => {
        if (error !== null) {
          logger.warn({ err: error, subject }, 'subscription failed');
          return;
        }
        const handle = async (): Promise<void> => handler(fromBinary(schema, message.data));
        handle().catch((cause: unknown) => logger.warn({ err: cause, subject }, 'event dropped'));
      },
    };
    this.#listeners.add(listener);
    this.#listen(listener);
    return () => {
      this.#listeners.delete(listener);
      listener.subscription?.unsubscribe();
    };
  }

  isConnected(): boolean {
    return this.#reachable && this.#connection?.isClosed() === false;
  }

  async close(): Promise<void> {
    this.#closed = true;
    const connection = this.#connection;
    if (connection === undefined || connection.isClosed()) return;
    // Draining waits for the broker; one that is away must not hold up a stop.
    if (this.isConnected()) await connection.drain();
    else await connection.close();
  }

  async #connect(): Promise<void> {
    const connection = await this.#firstConnection();
    if (connection === undefined) return;
    this.#connection = connection;
    this.#reachable = true;
    for (const listener of this.#listeners) this.#listen(listener);
    void this.#watch(connection);
  }

  /** Our own retries: the client's `waitOnFirstConnect` cannot be stopped by a close. */
  async #firstConnection(): Promise<NatsConnection | undefined> {
    let said = false;
    while (!this.#closed) {
      try {
        const { url, name } = this.#options;
        const servers = url.split(',').map((each) => each.trim());
        return await connect({ servers, name, maxReconnectAttempts: -1, reconnectTimeWait: RETRY_MS });
      } catch (error) {
        if (!isAway(error)) throw error;
        if (!said) this.#options.logger.warn('NATS cannot be reached yet; events wait for the slow timers');
        said = true;
        await delay(RETRY_MS, undefined, { ref: false });
      }
    }
    return undefined;
  }

  #listen(listener: Listener): void {
    if (this.#connection === undefined || this.#connection.isClosed()) return;
    listener.subscription = this.#connection.subscribe(listener.subject, { callback: listener.callback });
  }

  async #watch(connection: NatsConnection): Promise<void> {
    const { logger } = this.#options;
    for await (const status of connection.status()) {
      if (status.type === Events.Disconnect) {
        this.#reachable = false;
        if (!this.#closed) logger.warn('NATS is away; events wait for the slow timers');
      } else if (status.type === Events.Reconnect) {
        this.#reachable = true;
        logger.info('NATS is back');
      }
    }
  }

  #name(subject: Subject): string {
    return `${this.#options.prefix}.${subject}`;
  }
}

/** True for a temporary fault: no server answers, or the host does not exist yet. False for a login that the broker refuses. */
function isAway(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  return code !== ErrorCode.BadAuthentication && code !== ErrorCode.AuthorizationViolation;
}
