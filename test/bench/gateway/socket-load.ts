import { connect } from 'node:net';
import type { Load } from './caller.ts';

const CONNECTIONS = 16;
const HEAD_END = '\r\n\r\n';

export function writeRequest(path: string, headers: Record<string, string>, body?: string): Buffer {
  const method = body === undefined ? 'GET' : 'POST';
  const all = { host: 'bench', connection: 'keep-alive', ...headers };
  const length = body === undefined ? [] : [`content-length: ${Buffer.byteLength(body)}`];
  const lines = [...Object.entries(all).map(([name, value]) => `${name}: ${value}`), ...length];
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}${HEAD_END}${body ?? ''}`);
}

/**
 * On each connection as soon as its answer is there. It reads only as much as it needs to find an answer's end, so that the server is
 * measured.
 * @param status that each answer must have
 * @throws Error for another status, or without a length
 */
export async function loadBySockets(
  port: number,
  requests: readonly [Buffer, ...Buffer[]],
  status: number,
  durationMs: number,
  connections = CONNECTIONS,
): Promise<Load> {
  const startedAt = performance.now();
  const latenciesMs: number[] = [];
  const isOver = (): boolean => performance.now() - startedAt >= durationMs;
  let turn = 0;
  const next = (): Buffer => requests[turn++ % requests.length] ?? requests[0];
  await Promise.all(Array.from({ length: connections }, () => repeat(port, next, status, isOver, latenciesMs)));
  return { requests: latenciesMs.length, elapsedMs: performance.now() - startedAt, latenciesMs };
}

function repeat(
  port: number,
  next: () => Buffer,
  status: number,
  isOver: () => boolean,
  latenciesMs: number[],
): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    let askedAt = 0;
    let missing = -1;
    let head = Buffer.alloc(0);
    const ask = (): void => {
      askedAt = performance.now();
      socket.write(next());
    };
    const fail = (reason: string): void => {
      socket.destroy();
      reject(new Error(reason));
    };
    socket.on('connect', ask);
    socket.on('error', reject);
    socket.on('close', () => resolve());
    socket.on('data', (chunk) => {
      if (missing < 0) {
        head = head.length === 0 ? chunk : Buffer.concat([head, chunk]);
        const end = head.indexOf(HEAD_END);
        if (end < 0) return;
        const text = head.toString('latin1', 0, end);
        if (!text.startsWith(`HTTP/1.1 ${status} `)) return fail(`not ${status}: ${head.toString().slice(0, 500)}`);
        const length = /^content-length: (\d+)/im.exec(text)?.[1];
        if (length === undefined && status !== 304) return fail('an answer without a length');
        missing = (status === 304 ? 0 : Number(length)) - (head.length - end - HEAD_END.length);
      } else missing -= chunk.length;
      if (missing > 0) return;
      missing = -1;
      head = Buffer.alloc(0);
      latenciesMs.push(performance.now() - askedAt);
      if (isOver()) socket.destroy();
      else ask();
    });
  });
}
