import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface ListenerAddress {
  host: string;
  port: number;
}

/** Takes a URL, or `host:port`. */
export function addressOf(url: string): ListenerAddress {
  const { hostname, port, protocol } = new URL(url.includes('://') ? url : `tcp://${url}`);
  const host = hostname.replace(/^\[|\]$/g, '');
  return { host, port: port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port) };
}

/** A TCP connection that reads only on demand, closes nothing by itself, and stays half open when the other side ends. */
export class Peer {
  readonly #socket: Socket;
  #closedAt: number | undefined;
  #wasReset = false;
  #received = '';
  readonly #port: number;

  private constructor(socket: Socket) {
    this.#socket = socket;
    this.#port = socket.localPort ?? 0;
    socket.on('error', ({ code }: NodeJS.ErrnoException) => {
      this.#wasReset ||= code === 'ECONNRESET';
    });
    socket.on('close', () => {
      this.#closedAt = performance.now();
    });
  }

  static async open(address: ListenerAddress): Promise<Peer> {
    const socket = connect({ ...address, allowHalfOpen: true });
    await once(socket, 'connect');
    return new Peer(socket);
  }

  /** Does not wait. @returns false where the other side does not read as fast */
  send(bytes: string | Uint8Array): boolean {
    return this.#socket.write(bytes);
  }

  get port(): number {
    return this.#port;
  }

  get unsent(): number {
    return this.#socket.writableLength;
  }

  /** Begins to read. @returns true when the other side has ended its half, or all */
  hasSeenEnd(): boolean {
    this.read();
    return this.isClosed || this.#socket.readableEnded;
  }

  /** Begins to read. @returns all that has come, at each call */
  read(): string {
    if (this.#socket.listenerCount('data') === 0) this.#socket.on('data', (chunk) => this.#keep(chunk));
    return this.#received;
  }

  /** Not true of an ended half. A peer that does not read sees it when it writes. */
  get isClosed(): boolean {
    return this.#closedAt !== undefined;
  }

  get wasReset(): boolean {
    return this.#wasReset;
  }

  end(): void {
    this.#socket.end();
  }

  /** TCP reset. */
  reset(): void {
    this.#socket.resetAndDestroy();
  }

  destroy(): void {
    this.#socket.destroy();
  }

  #keep(chunk: Buffer): void {
    this.#received += chunk.toString('latin1');
  }
}
