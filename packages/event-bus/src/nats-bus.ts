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
/** Only a change of the broker's configuration helps. */
const REFUSED_RETRY_MS = 5_000;

const DROPPED_EVERY_MS = 60_000;
const NOTED_MAX = 10;
const REFUSED =
  'NATS refuses us: user and password are not those of its configuration, or a limit is reached; trying again';
const NOT_PERMITTED = 'NATS does not permit a subject to this service: its rights are not those of this version';

export interface NatsBusOptions {
  /** Comma separated: several, where the servers of a cluster share no name. */
  url: string;
  /** Separates installations that share a NATS. */
  prefix: string;
  name: string;
  /** Absent: the broker asks for none, as in tests. */
  login?: { user: string; password: string } | undefined;
  logger: Logger;
}

/**
 * Returns at once and connects in the background, without an end: no process may depend on a broker of hints. `connected` resolves at
 * the first connection. A refused login is tried again, since passwords change.
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
  readonly #noted = new Set<string>();

  constructor(options: NatsBusOptions) {
    this.#options = options;
    this.connected = this.#connect();
    // Only wrong settings, such as an invalid URL, reject it; no caller need await it.
    this.connected.catch((error: unknown) => options.logger.error({ err: error }, 'NATS cannot be used'));
  }

  publish<Desc extends DescMessage>(subject: Subject, schema: Desc, message: MessageInitShape<Desc>): void {
    // The client would buffer without bound.
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
    // A PONG proves that the broker has read our message before the PING.
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
    let dropped = 0;
    let warnedAt = Number.NEGATIVE_INFINITY;
    const drop = (cause: unknown): void => {
      dropped += 1;
      // Otherwise a publisher could write a line with each message.
      if (performance.now() - warnedAt < DROPPED_EVERY_MS) return;
      logger.warn({ err: cause, subject, dropped }, 'events dropped');
      warnedAt = performance.now();
      dropped = 0;
    };
    const listener: Listener = {
      subject: this.#name(subject),
      callback: (error, message) => {
        if (error !== null) {
          logger.warn({ err: error, subject }, 'subscription failed');
          return;
        }
        const handle = async (): Promise<void> => handler(fromBinary(schema, message.data));
        handle().catch(drop);
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
    // Draining waits for the broker, also for one that is away.
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

  /** The client's `waitOnFirstConnect` cannot be stopped by a close. */
  async #firstConnection(): Promise<NatsConnection | undefined> {
    let logged = false;
    while (!this.#closed) {
      try {
        const { url, name, login } = this.#options;
        const servers = url.split(',').map((each) => each.trim());
        return await connect({
          servers,
          name,
          ...(login !== undefined && { user: login.user, pass: login.password }),
          maxReconnectAttempts: -1,
          reconnectTimeWait: RETRY_MS,
          // The client would give up for ever at the second refusal.
          ignoreAuthErrorAbort: true,
        });
      } catch (error) {
        const refused = isRefusal(error);
        if (!logged && refused) this.#options.logger.error(REFUSED);
        else if (!logged) this.#options.logger.warn('NATS cannot be reached yet; events wait for the slow timers');
        logged = true;
        await delay(refused ? REFUSED_RETRY_MS : RETRY_MS, undefined, { ref: false });
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
        this.#noted.clear();
        logger.info('NATS is back');
      } else if (status.type === Events.Error) {
        this.#note(String(status.data));
      }
    }
  }

  /** Logs each kind once: it comes again with each message. */
  #note(code: string): void {
    if (this.#noted.has(code) || this.#noted.size >= NOTED_MAX) return;
    this.#noted.add(code);
    this.#options.logger.error({ code }, code === ErrorCode.PermissionsViolation ? NOT_PERMITTED : REFUSED);
  }

  #name(subject: Subject): string {
    return `${this.#options.prefix}.${subject}`;
  }
}

function isRefusal(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  return code === ErrorCode.BadAuthentication || code === ErrorCode.AuthorizationViolation;
}
