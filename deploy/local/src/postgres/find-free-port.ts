import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { isBadPort } from '@ledgergraph/service-kit/bad-ports';

/** Below are ports of well-known servers. */
const LOWEST = 10_000;
const HIGHEST = 65_535;
/** RFC 6335, for systems that do not publish their own range. */
const EPHEMERAL: PortRange = [49_152, HIGHEST];
const EPHEMERAL_FILE = '/proc/sys/net/ipv4/ip_local_port_range';
const SMALLEST = 1_000;

export type PortRange = readonly [number, number];

/** For a process that cannot listen on port 0. Neither the system nor this function gives the port to others while the process lives. */
export async function findFreePort(): Promise<number> {
  const [first, last] = choosablePorts(readEphemeralPorts());
  for (;;) {
    const port = first + Math.floor(Math.random() * (last - first + 1));
    if (!isBadPort(port) && (await reserve(port)) && (await isPortFree(port))) return port;
  }
}

/** Avoids the system's own range where enough other ports remain. */
export function choosablePorts([low, high]: PortRange): PortRange {
  const below: PortRange = [LOWEST, low - 1];
  const above: PortRange = [Math.max(high + 1, LOWEST), HIGHEST];
  const wider = sizeOf(below) >= sizeOf(above) ? below : above;
  return sizeOf(wider) >= SMALLEST ? wider : [LOWEST, HIGHEST];
}

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

/** Holds the UDP port of the same number until this process ends, as a sign to other callers. @returns false if another caller holds it */
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
