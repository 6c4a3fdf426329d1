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
  expect(chooseOverfull([honest, old, young], 10_000).chosen).toEqual([]);
  expect(chooseOverfull([honest, old, young], 3_000).chosen).toEqual([old]);
  expect(chooseOverfull([honest, old, young], 500).chosen).toEqual([old, honest, young]);
});

test('results that streams share count once, and none goes for them', () => {
  const shared = group(1_000);
  const streams = Array.from({ length: 100 }, (_, index) => stand('team', index, shared));
  expect(chooseOverfull(streams, 2_000).chosen).toEqual([]);
  const own = stand('team', 50, group(1_500));
  expect(chooseOverfull([...streams, own], 2_000).chosen).toEqual([own]);
});

const cutOff: string[] = [];
beforeEach(() => cutOff.splice(0));

/** @param blockedMs a client that reads now and then is never blocked for long */
function open(streams: OpenStreams, name: string, bytes: number, blockedMs = 10): (code: string) => void {
  const stream = {
    ...stand(name, blockedMs, group(bytes)),
    pass: { key: { teamId: name }, judge: () => ({}), giveBack: () => {} },
    listen: () => () => {},
    hear: () => {},
    end: () => {},
  };
  const cut = ({ code }: StreamEnd, isAtOnce: boolean): void => void cutOff.push(`${name} ${code} ${isAtOnce}`);
  return streams.hold({ stream: stream as unknown as EventStream, beat: () => {}, cutOff: cut });
}

test('a stream whose client holds too much is cut off with SLOW_CONSUMER, and others go on', async () => {
  const streams = new OpenStreams({ heldMax: 1_500 });
  open(streams, 'small', 200);
  open(streams, 'large', 1_400)('GONE');
  const release = open(streams, 'large', 1_400);
  streams.start();
  await waitFor(() => cutOff.length > 0, { what: 'the end of a stream' });
  release('SLOW_CONSUMER');
  expect(new Set(cutOff)).toEqual(new Set(['large SLOW_CONSUMER true']));
  await streams.drain(0);
});

test('many new results are looked at once, and what is free then is known', () => {
  const streams = new OpenStreams({ heldMax: 1_000 });
  expect(streams.free).toBe(1);
  open(streams, 'team', 900);
  streams.noteMade(8 * 1024 * 1024);
  expect(streams.free).toBe(1);
  streams.noteMade(1);
  expect(streams.free).toBeLessThan(0.2);
  expect(cutOff).toEqual([]);
  open(streams, 'team', 900);
  streams.noteMade(9 * 1024 * 1024);
  expect([streams.free, cutOff]).toEqual([0, ['team SLOW_CONSUMER true']]);
});
