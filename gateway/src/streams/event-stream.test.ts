import { CallStatus } from '@ledgergraph/proto-schemas/accounts/v1/quota';
import type { Tip } from '#/pin/tip.ts';
import { EventStream, type StreamDeps, type StreamRequest } from './event-stream.ts';
import { StreamEnd } from './stream-end.ts';
import { StreamedEvent } from './streamed-event.ts';

const KEY = { environment: 'TESTNET' };
const PIN = { chainId: 'chain' } as Tip;

/** The places are 1, 2, 3 and so on; the cursor of an event is its place. */
function openStream(isResumed: boolean): { stream: EventStream<number>; paid: () => number } {
  let paid = 0;
  const call = {
    passMonth: () => undefined,
    run: () => {},
    settle: (status: CallStatus) => {
      if (status === CallStatus.ANSWERED) paid += 1;
    },
  };
  const deps = { tips: { pins: () => [PIN] }, calls: { open: () => call } } as unknown as StreamDeps;
  const request = {
    chainId: PIN.chainId,
    start: 0,
    pass: { key: KEY, judge: () => KEY },
    isResumed,
    walk: {
      find: async (_pins: unknown, _pin: unknown, place: number) => ({
        events: [{ position: place + 1 }],
        until: place + 1,
      }),
      write: String,
    },
    results: {
      groupSize: 10,
      load: async (events: readonly { position: number }[]) =>
        events.map(
          ({ position }) => new StreamedEvent(String(position), `{"data":${position},"extensions":{"a":{}}}\n`),
        ),
    },
  } as unknown as StreamRequest<number>;
  return { stream: new EventStream<number>(deps, request), paid: () => paid };
}

test('the cursor counts the event that is on its way: what is sent with it comes behind that event', async () => {
  const { stream } = openStream(false);
  expect(stream.cursor).toBe('0');
  const events = stream[Symbol.asyncIterator]();
  const { value: first } = await events.next();
  // This client does not read, so the end comes at once, behind the first event.
  expect([first?.cursor, stream.cursor]).toEqual(['1', '1']);
  await events.next();
  expect(stream.cursor).toBe('2');
  await events.return();
  expect(stream.cursor).toBe('1');
});

test('a client that resumes gets the first position, and the cursor with each event; only events are paid', async () => {
  const { stream, paid } = openStream(true);
  const events = stream[Symbol.asyncIterator]();
  const texts: unknown[] = [];
  for (let count = 0; count < 3; count += 1) texts.push(JSON.parse((await events.next()).value?.text ?? ''));
  expect(texts).toEqual([
    { data: null, extensions: { cursor: '0' } },
    { data: 1, extensions: { a: {}, cursor: '1' } },
    { data: 2, extensions: { a: {}, cursor: '2' } },
  ]);
  stream.end(new StreamEnd('RECONNECT'));
  await expect(events.next()).rejects.toThrow('Please connect again');
  expect(paid()).toBe(2);
});
