import type { ServerResponse } from 'node:http';
import { networkOf } from '@ledgergraph/service-kit/http/network-of';
import { ConcurrencyLimit } from '@ledgergraph/service-kit/limits/concurrency-limit';
import type { Status } from './read-status.ts';

/** At whether the status has to be read again. */
const LOOK_MS = 200;
/** A change without a moved tip shows after this time. */
const POLL_MS = 1_000;
const HEARTBEAT_MS = 10_000;
/** To read the last message. */
const GRACE_MS = 5_000;
/** After which a client that was cut off connects again. */
const RETRY_MS = 2_000;

const STREAMS_MAX = 2_000;
/** People behind one network share it, each with some pages open. */
const STREAMS_PER_NETWORK_MAX = 20;

export interface StatusStreamsOptions {
  read: () => Promise<Status>;
  onRead: (error?: unknown) => void;
}

interface Client {
  readonly raw: ServerResponse;
  readonly leave: () => void;
  /** It has not read the last message. */
  isBehind: boolean;
}

/**
 * The status is read once for all clients, and not at all without clients. A client that does not read gets the newest status when it
 * does; after a heartbeat without reading it is cut off.
 */
export class StatusStreams {
  readonly #options: StatusStreamsOptions;
  readonly #clients = new Set<Client>();
  readonly #limit = new ConcurrencyLimit(STREAMS_MAX);
  #timers: NodeJS.Timeout[] = [];
  #isRung = false;
  #isReading = false;
  #isClosed = false;
  #readAt = 0;
  /** As clients know them; empty: the status could not be read. */
  #known = '';
  #frame = '';

  constructor(options: StatusStreamsOptions) {
    this.#options = options;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** @returns gives the room back; undefined: the network has none left */
  enter(address: string): (() => void) | undefined {
    const room = this.#limit.acquire([{ id: networkOf(address), max: STREAMS_PER_NETWORK_MAX }]);
    return typeof room === 'string' ? undefined : room;
  }

  /** @param raw response whose head is written @param leave gives its room back @param status what is known now */
  add(raw: ServerResponse, leave: () => void, status: Status): void {
    if (raw.destroyed) {
      leave();
      return;
    }
    const client: Client = { raw, leave, isBehind: false };
    if (this.#clients.size === 0) this.#start();
    this.#take(status);
    this.#clients.add(client);
    raw.on('close', () => this.#remove(client));
    raw.on('drain', () => {
      if (client.isBehind) this.#send(client);
    });
    raw.write(`retry: ${RETRY_MS}\n\n`);
    this.#send(client);
  }

  ring(): void {
    this.#isRung = true;
  }

  /** Their clients connect again, to another gateway. */
  close(): void {
    this.#isClosed = true;
    for (const { raw } of this.#clients) {
      raw.end();
      setTimeout(() => raw.destroy(), GRACE_MS).unref();
    }
  }

  #start(): void {
    this.#frame = '';
    this.#readAt = performance.now();
    this.#timers = [
      setInterval(() => void this.#look(), LOOK_MS).unref(),
      setInterval(() => this.#beat(), HEARTBEAT_MS).unref(),
    ];
  }

  #remove(client: Client): void {
    if (!this.#clients.delete(client)) return;
    client.leave();
    if (this.#clients.size > 0) return;
    for (const timer of this.#timers.splice(0)) clearInterval(timer);
  }

  async #look(): Promise<void> {
    if (this.#isReading || (!this.#isRung && performance.now() - this.#readAt < POLL_MS)) return;
    this.#isReading = true;
    this.#isRung = false;
    try {
      this.#take(await this.#options.read());
      this.#options.onRead();
    } catch (error) {
      this.#options.onRead(error);
      this.#change('', 'event: unavailable\ndata:\n\n');
    }
    this.#readAt = performance.now();
    this.#isReading = false;
  }

  #take(status: Status): void {
    const networks = JSON.stringify(status.networks);
    this.#change(networks, `data: ${JSON.stringify(status)}\n\n`);
  }

  /** Sends if the status differs, apart from the time of reading. */
  #change(known: string, frame: string): void {
    if (this.#known === known && this.#frame !== '') return;
    this.#known = known;
    this.#frame = frame;
    for (const client of this.#clients) this.#send(client);
  }

  #send(client: Client): void {
    client.isBehind = client.raw.writableNeedDrain;
    if (!client.isBehind) client.raw.write(this.#frame);
  }

  #beat(): void {
    for (const { raw, isBehind } of this.#clients) {
      if (!raw.writableNeedDrain) raw.write(':\n\n');
      else if (isBehind) raw.destroy();
    }
  }
}
