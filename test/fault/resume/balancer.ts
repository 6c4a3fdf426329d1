import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** The client's first position lies within these bytes. */
const HEAD_BYTES = 4_096;

interface Held {
  client: Socket;
  head: string;
}

/** A connection ends with its gateway. */
export class Balancer {
  readonly #server: Server;
  readonly #held = new Set<Held>();
  #port = 0;

  private constructor() {
    this.#server = createServer((client) => this.#serve(client));
  }

  static async start(): Promise<Balancer> {
    const balancer = new Balancer();
    balancer.#server.listen(0, '127.0.0.1');
    await once(balancer.#server, 'listening');
    return balancer;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  point(url: string): void {
    this.#port = Number(new URL(url).port);
  }

  get open(): number {
    return this.#held.size;
  }

  /** Counts first positions too, as far as the first bytes show. */
  get cursors(): number {
    return Array.from(this.#held, ({ head }) => head.split('"cursor"').length - 1).reduce((sum, one) => sum + one, 0);
  }

  async stop(): Promise<void> {
    for (const { client } of this.#held) client.destroy();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #serve(client: Socket): void {
    const held: Held = { client, head: '' };
    this.#held.add(held);
    const gateway = connect(this.#port, '127.0.0.1');
    gateway.on('data', (chunk: Buffer) => {
      if (held.head.length < HEAD_BYTES) held.head += chunk.toString('latin1');
    });
    gateway.pipe(client);
    client.pipe(gateway);
    for (const socket of [client, gateway]) {
      socket.on('error', () => undefined);
      socket.on('close', () => {
        this.#held.delete(held);
        // Bytes that a killed gateway had sent still reach its client.
        client.destroySoon();
        gateway.destroy();
      });
    }
  }
}
