import { waitFor } from '@ledgergraph/test-kit/wait-for';
import type { EventStream } from './event-stream.ts';
import { chooseOverfull } from './held-results.ts';
import { OpenStreams } from './open-streams.ts';
import type { StreamEnd } from './stream-end.ts';
import { StreamedEvent } from './streamed-event.ts';

function group(bytes: number): readonly StreamedEvent[] {
  return [new StreamedEvent('', 'x'.repeat(bytes))];
}

function stand(teamId: string, blockedMs: number, ...held: (readonly StreamedEvent[])[]) {
  return { teamId, blockedMs, held };
}

test('streams whose clients do not read hold a bounded number of bytes: those of the fullest team go that wait longest', () => {
  const honest = stand('honest', 9_000, group(1_200));
  const old = stand('full', 5_000, group(1_000), group(1_000));
  const young = stand('full', 1_000, group(1_000));
  expect(chooseOverfull([honest, old, young], 10_000)).toEqual([]);
  expect(chooseOverfull([honest, old, young], 3_000)).toEqual([old]);
  expect(chooseOverfull([honest, old, young], 500)).toEqual([old, honest, young]);
});

test('results that streams share count once, and none goes for them', () => {
  const shared = group(1_000);
  const streams = Array.from({ length: 100 }, (_, index) => stand('team', index, shared));
  expect(chooseOverfull(streams, 2_000)).toEqual([]);
  const own = stand('team', 50, group(1_500));
  expect(chooseOverfull([...streams, own], 2_000)).toEqual([own]);
});

test('a stream whose client holds too much is cut off with SLOW_CONSUMER, and others go on', async () => {
  const streams = new OpenStreams({ heldMax: 1_500 });
  const cutOff: string[] = [];
  const open = (name: string, bytes: number) => {
    const stream = {
      ...stand(name, 1_000, group(bytes)),
      pass: { key: { teamId: name }, judge: () => ({}), giveBack: () => {} },
      listen: () => () => {},
      hear: () => {},
      end: () => {},
    };
    const cut = ({ code }: StreamEnd): void => void cutOff.push(`${name} ${code}`);
    return streams.hold({ stream: stream as unknown as EventStream, beat: () => {}, cutOff: cut });
  };
  open('small', 200);
  open('large', 1_400)('GONE');
  const release = open('large', 1_400);
  streams.start();
  await waitFor(() => cutOff.length > 0, { what: 'the end of a stream' });
  release('SLOW_CONSUMER');
  expect(new Set(cutOff)).toEqual(new Set(['large SLOW_CONSUMER']));
  await streams.drain(0);
});
