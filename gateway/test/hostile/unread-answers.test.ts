import { connect, type Socket } from 'node:net';
import { waitFor } from '@ledgergraph/test-kit/wait-for';
import { UnreadAnswers } from '#/answer/unread-answers.ts';
import { standForFile } from '../stand-for-file.ts';

/** Far above what the buffers of a connection hold. */
const ANSWER_BYTES = 14 * 1024 * 1024;
const HELD_MAX = 2.5 * ANSWER_BYTES;

const unread = new UnreadAnswers({ teamBytesMax: HELD_MAX, bytesMax: 2 * HELD_MAX });
const stand = standForFile({ unread }, { Query: { networks: () => [{ name: 'x'.repeat(ANSWER_BYTES) }] } });
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await waitFor(() => unread.bytes === 0, { what: 'the end of all answers' });
});

function askAndNotRead(number: number): Socket {
  const body = JSON.stringify({ query: `query Q${number} { networks { name } }` });
  const head = [
    'POST /graphql HTTP/1.1',
    'host: x',
    `authorization: Bearer ${stand.testKey}`,
    'content-type: application/json',
    `content-length: ${body.length}`,
  ];
  const socket = connect(Number(new URL(stand.url).port), '127.0.0.1').pause();
  socket.on('error', () => {});
  socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  sockets.push(socket);
  return socket;
}

test('a key that does not read its answers holds a bounded amount of memory, and other keys are answered', async () => {
  for (let number = 0; number < 6; number += 1) {
    const before = stand.requests().length;
    askAndNotRead(number);
    await waitFor(() => stand.requests().length > before && unread.bytes > 0, { what: 'an answer on its way' });
    expect(unread.bytes).toBeLessThanOrEqual(HELD_MAX);
  }
  const authorization = `Bearer ${stand.liveKey}`;
  const { status, text } = await stand.query('{ networks { name } }', {}, { authorization });
  expect([status, text.length > ANSWER_BYTES]).toEqual([200, true]);
  await waitFor(() => unread.bytes > ANSWER_BYTES && unread.bytes <= HELD_MAX, { what: 'two answers that wait' });
});
