import { XPublisher } from 'zeromq';

/** As verusd's ZMQ: topic, body, and the topic's running number (32 bits, little endian). */
export interface TipPublisher {
  url: string;
  /** In display byte order. */
  announce(hash: string): Promise<void>;
  /** @param body only called for a topic with subscribers; hashes in display byte order */
  publish(topic: string, body: () => Buffer): Promise<void>;
  isHeard(topic: string): boolean;
  close(): Promise<void>;
}

export async function startTipPublisher(host: string, port: number): Promise<TipPublisher> {
  const socket = new XPublisher({ linger: 0 });
  await socket.bind(`tcp://${host}:${port === 0 ? '*' : port}`);
  const subscriptions = new Subscriptions();
  const listening = subscriptions.listen(socket);
  const counters = new Map<string, number>();
  // A socket takes one message at a time.
  let sent: Promise<void> = Promise.resolve();
  const publish: TipPublisher['publish'] = async (topic, body) => {
    const counter = counters.get(topic) ?? 0;
    counters.set(topic, (counter + 1) >>> 0);
    if (!subscriptions.include(topic)) return;
    const number = Buffer.alloc(4);
    number.writeUInt32LE(counter);
    sent = sent.then(() => socket.send([topic, body(), number]));
    await sent;
  };
  return {
    url: socket.lastEndpoint ?? '',
    announce: (hash) => publish('hashblock', () => Buffer.from(hash, 'hex')),
    publish,
    isHeard: (topic) => subscriptions.include(topic),
    async close() {
      socket.close();
      await listening;
    },
  };
}

class Subscriptions {
  readonly #prefixes = new Set<string>();

  async listen(socket: XPublisher): Promise<void> {
    for await (const [message] of socket) {
      const prefix = message?.toString('utf8', 1) ?? '';
      if (message?.[0] === 1) this.#prefixes.add(prefix);
      else this.#prefixes.delete(prefix);
    }
  }

  include(topic: string): boolean {
    for (const prefix of this.#prefixes) if (topic.startsWith(prefix)) return true;
    return false;
  }
}
