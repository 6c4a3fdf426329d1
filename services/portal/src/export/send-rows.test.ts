import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { constants, gunzipSync } from 'node:zlib';
import { waitFor } from '@ledgergraph/test-kit/wait-for';
import { csv } from './formats/csv.ts';
import type { RowPage } from './read-pages.ts';
import { sendRows } from './send-rows.ts';

const MEGABYTE = 1024 * 1024;
const COLUMNS = [{ name: 'text', kind: 'text' }] as const;

const open: { close(): unknown }[] = [];
afterEach(() => {
  for (const one of open.splice(0)) one.close();
});

/** Its connection is paused. */
async function askFor(answer: (raw: ServerResponse) => Promise<void>): Promise<Socket> {
  const server = createServer((_, raw) => void answer(raw));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  open.push(server, { close: () => socket.destroy() });
  socket.on('error', () => {});
  socket.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
  return socket;
}

async function* pagesOf(texts: readonly string[], held?: Promise<void>): AsyncGenerator<RowPage, void, void> {
  for (const text of texts) yield { items: 1, rows: [[text]] };
  await held;
}

test('a client that reads slowly gets all of a large page, while it reads', async () => {
  const pages = pagesOf(['x'.repeat(20 * MEGABYTE)]);
  const outcome = Promise.withResolvers<unknown>();
  const options = { isGzipped: false, blockedMaxMs: 3_000 };
  const socket = await askFor((raw) => {
    return sendRows(raw, csv.open(COLUMNS), pages, options).then(outcome.resolve, outcome.resolve);
  });
  // 4 MB a second: a page takes longer than a client may leave bytes unread.
  const reading = setInterval(() => socket.read(Math.min(socket.readableLength, 0.2 * MEGABYTE)), 50);
  socket.on('readable', () => {});
  try {
    expect(await outcome.promise).toBeUndefined();
  } finally {
    clearInterval(reading);
  }
});

test('all rows that were sent can be read before more follow, also compressed', async () => {
  const held = Promise.withResolvers<void>();
  const pages = pagesOf(['one', 'two', 'three'], held.promise);
  const socket = await askFor((raw) => sendRows(raw, csv.open(COLUMNS), pages, { isGzipped: true }).catch(() => {}));
  const parts: Buffer[] = [];
  socket.on('data', (part) => parts.push(part));
  const received = (): string => {
    const [, ...chunks] = Buffer.concat(parts)
      .toString('latin1')
      .split(/\r\n[0-9a-f]+\r\n/);
    const body = Buffer.from(chunks.join(''), 'latin1');
    return gunzipSync(body, { finishFlush: constants.Z_SYNC_FLUSH }).toString();
  };
  await waitFor(() => received() === 'text\r\none\r\ntwo\r\nthree\r\n', { what: 'the rows' });
  held.resolve();
});
