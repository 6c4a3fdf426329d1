import { takesEventStream } from './open-event-stream.ts';

test.each([
  [undefined, false],
  ['*/*', false],
  ['text/*', false],
  ['application/json', false],
  ['text/event-stream', true],
  ['Text/Event-Stream; charset=utf-8', true],
  ['application/json;q=0.5, text/event-stream;q=0.1', true],
  ['text/event-stream;q=0', false],
  ['application/json, text/event-stream; q=0.0, */*', false],
])('a stream is opened only for a client that names it among what it takes: %s', (accept, expected) => {
  expect(takesEventStream({ headers: accept === undefined ? {} : { accept } })).toBe(expected);
});
