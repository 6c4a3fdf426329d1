import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import type { Random } from '@ledgergraph/chain-generator/random';

/** Each has its own chance. */
export interface MessageFaults {
  lost: number;
  repeated: number;
  /** Behind the messages that follow. */
  late: number;
}

const NO_FAULTS: MessageFaults = { lost: 0, repeated: 0, late: 0 };
const NEWLINE = '\r\n';
const HELD_MAX = 20;

/** In NATS' text protocol a PUB line names the size of the payload behind it. */
export class NatsProxy {
  readonly #server: Server;
  readonly #brokerPort: number;
  readonly #random: Random;
  readonly #sockets = new Set<Socket>();
  #faults: MessageFaults = NO_FAULTS;

  private constructor(brokerPort: number, random: Random) {
    this.#brokerPort = brokerPort;
    this.#random = random;
    this.#server = createServer((client) => this.#serve(client));
  }

  static async start(brokerPort: number, random: Random): Promise<NatsProxy> {
    const proxy = new NatsProxy(brokerPort, random);
    proxy.#server.listen(0, '127.0.0.1');
    await once(proxy.#server, 'listening');
    return proxy;
  }

  get url(): string {
    return `nats://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** null: everything passes. */
  setFaults(faults: MessageFaults | null): void {
    this.#faults = faults ?? NO_FAULTS;
  }

  /** Clients come back by themselves. */
  cut(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  async stop(): Promise<void> {
    this.cut();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #serve(client: Socket): void {
    const broker = connect(this.#brokerPort, '127.0.0.1');
    for (const socket of [client, broker]) {
      this.#sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        this.#sockets.delete(socket);
        client.destroy();
        broker.destroy();
      });
    }
    broker.pipe(client);
    const held: Buffer[] = [];
    let pending: Buffer = Buffer.alloc(0);
    client.on('data', (chunk: Buffer) => {
      const { frames, rest } = cutFrames(Buffer.concat([pending, chunk]));
      pending = rest;
      for (const frame of frames) broker.write(this.#befall(frame, held));
    });
  }

  #befall(frame: Buffer, held: Buffer[]): Buffer {
    if (!isPublication(frame)) return frame;
    const { lost, repeated, late } = this.#faults;
    if (this.#random.chance(lost)) return Buffer.alloc(0);
    const out = this.#random.chance(repeated) ? [frame, frame] : [frame];
    if (this.#random.chance(late) && held.length < HELD_MAX) {
      held.push(...out);
      return Buffer.alloc(0);
    }
    return this.#random.chance(late) ? Buffer.concat(out) : Buffer.concat([...out, ...held.splice(0).reverse()]);
  }
}

function cutFrames(bytes: Buffer): { frames: Buffer[]; rest: Buffer } {
  const frames: Buffer[] = [];
  let start = 0;
  for (;;) {
    const lineEnd = bytes.indexOf(NEWLINE, start);
    if (lineEnd === -1) break;
    const line = bytes.subarray(start, lineEnd);
    const payload = isPublication(line) ? Number(line.toString().split(' ').at(-1)) + NEWLINE.length : 0;
    const end = lineEnd + NEWLINE.length + payload;
    if (end > bytes.length) break;
    frames.push(bytes.subarray(start, end));
    start = end;
  }
  return { frames, rest: bytes.subarray(start) };
}

function isPublication(bytes: Buffer): boolean {
  const verb = bytes.subarray(0, 5).toString().toUpperCase();
  return verb.startsWith('PUB ') || verb.startsWith('HPUB');
}
