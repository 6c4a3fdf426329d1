import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { isBadPort } from '@ledgergraph/service-kit/bad-ports';

/** Below are ports of well-known servers. */
const LOWEST = 10_000;
const HIGHEST = 65_535;
/** Where a system that does not publish its own range takes ports for `listen(0)` and for connections: RFC 6335. */
const EPHEMERAL: PortRange = [49_152, HIGHEST];
const EPHEMERAL_FILE = '/proc/sys/net/ipv4/ip_local_port_range';
/** A smaller range than this is soon used up. */
const SMALLEST = 1_000;

/** First and last port. */
export type PortRange = readonly [number, number];

/**
 * A TCP port on 127.0.0.1 that no process listens on, and that fetch connects to, for a process that cannot listen on port 0. The
 * system does not give it to others, and this function gives it to no other caller on this machine while the calling process lives.
 */
export async function findFreePort(): Promise<number> {
  const [first, last] = choosablePorts(readEphemeralPorts());
  for (;;) {
    const port = first + Math.floor(Math.random() * (last - first + 1));
    if (!isBadPort(port) && (await reserve(port)) && (await isPortFree(port))) return port;
  }
}

/** The ports to choose from: those that the system itself does not use, where there are enough of them. */
export function choosablePorts([low, high]: PortRange): PortRange {
  const below: PortRange = [LOWEST, low - 1];
  const above: PortRange = [Math.max(high + 1, LOWEST), HIGHEST];
  const wider = sizeOf(below) >= sizeOf(above) ? below : above;
  return sizeOf(wider) >= SMALLEST ? wider : [LOWEST, HIGHEST];
}

/** True if a process could listen on a port of 127.0.0.1 now. */
export async function isPortFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => server.close(() => resolve(true)));
  });
}

function readEphemeralPorts(): PortRange {
  try {
    const [low, high] = readFileSync(EPHEMERAL_FILE, 'utf8').trim().split(/\s+/).map(Number);
    return low !== undefined && high !== undefined && high >= low ? [low, high] : EPHEMERAL;
  } catch {
    return EPHEMERAL;
  }
}

/**
 * Shows other callers that a port is taken, before a process listens on it: holds the UDP port of the same number, which is in no one's
 * way, and which the system frees when this process ends, however it ends.
 *
 * @returns false if another caller holds it
 */
async function reserve(port: number): Promise<boolean> {
  const socket = createSocket('udp4');
  socket.bind({ port, address: '127.0.0.1', exclusive: true });
  try {
    await once(socket, 'listening');
  } catch {
    socket.close();
    return false;
  }
  socket.unref();
  return true;
}

function sizeOf([first, last]: PortRange): number {
  return Math.max(0, last - first + 1);
}
