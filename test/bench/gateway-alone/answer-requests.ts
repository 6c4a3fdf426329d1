import { createServer, type Server, type Socket } from 'node:net';

const HEAD_END = '\r\n\r\n';

/** Looks only where a request ends, to take little of the machine. @param answer a whole HTTP answer as bytes; at once where it can */
export function answerRequests(answer: (head: string, body: string) => Buffer | Promise<Buffer>): Server {
  return createServer((socket) => {
    let unread = Buffer.alloc(0);
    socket.setNoDelay(true);
    socket.on('error', () => socket.destroy());
    socket.on('data', (chunk) => {
      unread = unread.length === 0 ? chunk : Buffer.concat([unread, chunk]);
      const headEnd = unread.indexOf(HEAD_END);
      if (headEnd < 0) return;
      const head = unread.toString('latin1', 0, headEnd);
      const end = headEnd + HEAD_END.length + lengthOf(head, socket);
      if (unread.length < end) return;
      const body = unread.toString('utf8', headEnd + HEAD_END.length, end);
      unread = unread.subarray(end);
      const answered = answer(head, body);
      if (Buffer.isBuffer(answered)) socket.write(answered);
      else answered.then((bytes) => socket.write(bytes)).catch((error) => socket.destroy(error));
    });
  });
}

export function writeAnswer(status: number, json: string): Buffer {
  const head = [
    `HTTP/1.1 ${status} OK`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(json)}`,
    `date: ${new Date().toUTCString()}`,
    'connection: keep-alive',
    'keep-alive: timeout=72',
  ];
  return Buffer.from(`${head.join('\r\n')}${HEAD_END}${json}`);
}

export function readHeaders(head: string): Record<string, string> {
  const lines = head.split('\r\n').slice(1);
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
  );
}

function lengthOf(head: string, socket: Socket): number {
  const length = /^content-length: *(\d+)/im.exec(head)?.[1];
  if (length === undefined) socket.destroy(new Error('a request without a length'));
  return Number(length ?? Number.POSITIVE_INFINITY);
}
