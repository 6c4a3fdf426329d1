import type { Server, Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/** A flood of reports must not fill the log. */
const REPORT_MS = 10_000;

export interface FaultLog {
  error(fields: object, message: string): void;
}

/**
 * Gives every socket an error listener for its whole life: Node takes its own off when it hands a socket over, and a reset would then
 * end the process. A server without descriptors reports that and goes on.
 */
export function guardSockets(server: Server, logger?: FaultLog): void {
  server.on('connection', guardSocket);
  let reportedAt = Number.NEGATIVE_INFINITY;
  // The failure of a server that cannot listen is its caller's.
  server.on('listening', () => {
    server.on('error', (error) => {
      if (performance.now() - reportedAt < REPORT_MS) return;
      reportedAt = performance.now();
      logger?.error({ err: error }, 'connections cannot be taken');
    });
  });
}

function guardSocket(socket: Socket): void {
  socket.on('error', ignore);
}

/** The server acts on `close`, which follows. */
function ignore(): void {}

const REFUSED_MS = 5_000;

/**
 * Answers a socket that was handed over, and destroys it if the peer does not close its side in time.
 * @param reason such as `429 Too Many Requests`
 */
export function refuseSocket(socket: Duplex, reason: string, patienceMs = REFUSED_MS): void {
  socket.on('error', ignore);
  const timer = setTimeout(() => socket.destroy(), patienceMs).unref();
  socket.once('close', () => clearTimeout(timer));
  // Without reading, the end of the peer's side would not be seen.
  socket.resume();
  socket.end(`HTTP/1.1 ${reason}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
}
