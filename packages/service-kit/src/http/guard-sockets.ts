import type { Server, Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/** Between two reports of a server that cannot take connections: a flood of them must not fill the log. */
const REPORT_MS = 10_000;

/** The part of a logger that is needed here. */
export interface FaultLog {
  error(fields: object, message: string): void;
}

/**
 * Gives every socket of a server an error listener for its whole life. Node takes its own listener off when it hands a socket over
 * (`upgrade`, `connect`), and a reset by the peer would then be an uncaught exception, which ends the process. A server that cannot take
 * connections, because the process has no descriptors left, reports that and goes on.
 */
export function guardSockets(server: Server, logger?: FaultLog): void {
  server.on('connection', guardSocket);
  let reportedAt = Number.NEGATIVE_INFINITY;
  // Only from here on: the failure of a server that cannot listen is its caller's.
  server.on('listening', () => {
    server.on('error', (error) => {
      if (performance.now() - reportedAt < REPORT_MS) return;
      reportedAt = performance.now();
      logger?.error({ err: error }, 'connections cannot be taken');
    });
  });
}

/** One function for all sockets: thousands may be open. */
function guardSocket(socket: Socket): void {
  socket.on('error', ignore);
}

/** The `close` event, which follows, is what the server acts on. */
function ignore(): void {}

/** Time that a peer has to read a refusal and to close its side. */
const REFUSED_MS = 5_000;

/**
 * Answers a socket that was handed over, and ends it. It is destroyed if the peer does not close its side in time.
 * @param reason status code and reason phrase, such as `429 Too Many Requests`
 * @param patienceMs milliseconds until then
 */
export function refuseSocket(socket: Duplex, reason: string, patienceMs = REFUSED_MS): void {
  socket.on('error', ignore);
  const timer = setTimeout(() => socket.destroy(), patienceMs).unref();
  socket.once('close', () => clearTimeout(timer));
  // Without reading, the end of the peer's side would never be seen.
  socket.resume();
  socket.end(`HTTP/1.1 ${reason}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
}
