import type { EventStream } from '../event-stream.ts';
import { endMessage, type StreamEnd } from '../stream-end.ts';

/** The subscriptions of one socket, from their first message until their streams have ended. */
export class SocketSubscriptions {
  readonly #send: (text: string) => void;
  readonly #begun = new Map<string, Subscription>();
  #endedBy: StreamEnd | undefined;

  constructor(send: (text: string) => void) {
    this.#send = send;
  }

  /** @returns undefined where one of that id has not ended */
  begin(id: string): Subscription | undefined {
    if (this.#begun.has(id)) return undefined;
    const subscription = new Subscription(id, {
      send: this.#send,
      endedBy: () => this.#endedBy,
      onEnd: () => this.#begun.delete(id),
    });
    this.#begun.set(id, subscription);
    return subscription;
  }

  /** Resolves when no subscription has this id: at once, or when the one that has it has ended. */
  async whenFree(id: string): Promise<void> {
    await this.#begun.get(id)?.ended;
  }

  /** Ends all of them, also those whose streams are on their way, and sends why. */
  endAll(reason: StreamEnd): void {
    this.#endedBy ??= reason;
    for (const subscription of this.#begun.values()) {
      if (reason.code !== 'GONE') subscription.sendEnd(reason);
      subscription.stream?.end(reason);
    }
  }
}

interface SubscriptionOptions {
  send: (text: string) => void;
  endedBy: () => StreamEnd | undefined;
  onEnd: () => void;
}

/** One subscription of a socket. */
export class Subscription {
  /** Resolves when it has ended, or was refused. */
  readonly ended: Promise<void>;
  readonly #id: string;
  readonly #options: SubscriptionOptions;
  readonly #resolveEnded: () => void;
  #stream: EventStream | undefined;

  constructor(id: string, options: SubscriptionOptions) {
    this.#id = id;
    this.#options = options;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.ended = promise;
    this.#resolveEnded = resolve;
  }

  /** Undefined while it is being opened. */
  get stream(): EventStream | undefined {
    return this.#stream;
  }

  /** Its stream is open. Where the socket has closed meanwhile, the stream ends. */
  carry(stream: EventStream): void {
    this.#stream = stream;
    const endedBy = this.#options.endedBy();
    if (endedBy !== undefined) stream.end(endedBy);
  }

  /** It has ended, or was refused. */
  end(): void {
    this.#options.onEnd();
    this.#resolveEnded();
  }

  /** Sends why its stream ends, as the protocol's last messages of it. */
  sendEnd(reason: StreamEnd): void {
    if (this.#stream === undefined) return;
    const id = this.#id;
    this.#options.send(JSON.stringify({ id, type: 'next', payload: endMessage(reason, this.#stream.cursor) }));
    this.#options.send(JSON.stringify({ id, type: 'complete' }));
  }
}
