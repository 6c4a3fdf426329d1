import { connect, type Socket } from 'node:net';
import { writeRequest } from '../gateway/socket-load.ts';
import { readClock } from '../measure/clock.ts';

/** A listening socket takes a few hundred unanswered ones. */
const AT_ONCE = 100;

export class EventSockets {
  readonly #sockets: Socket[] = [];
  /** Milliseconds of `readClock`, by connection. */
  #heardAt: number[] = [];
  lastText = '';

  /** Resolves when each has its first cursor. */
  static async open(
    port: number,
    key: string,
    count: number,
    bodyOf: (index: number) => string,
  ): Promise<EventSockets> {
    const sockets = new EventSockets();
    for (let done = 0; done < count; done += AT_ONCE) {
      const indexes = Array.from({ length: Math.min(AT_ONCE, count - done) }, (_, index) => done + index);
      await Promise.all(indexes.map((index) => sockets.#open(port, key, index, bodyOf(index))));
    }
    return sockets;
  }

  #open(port: number, key: string, index: number, body: string): Promise<void> {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json', accept: 'text/event-stream' };
    const request = writeRequest('/graphql', headers, body);
    return new Promise((resolve, reject) => {
      const socket = connect({ port, host: '127.0.0.1', noDelay: true }, () => socket.write(request));
      this.#sockets.push(socket);
      socket.on('error', reject);
      socket.on('data', (chunk: Buffer) => {
        if (chunk.includes('event: next')) {
          this.#heardAt[index] = readClock();
          if (index === 0) this.lastText = chunk.toString();
        } else if (chunk.includes('id: ')) resolve();
        else if (chunk.includes('"errors"')) reject(new Error(chunk.toString()));
      });
    });
  }

  reset(): void {
    this.#heardAt = [];
  }

  heard(): { count: number; lastAt: number } {
    const times = this.#heardAt.filter((at) => at !== undefined);
    return { count: times.length, lastAt: Math.max(0, ...times) };
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy();
  }
}
