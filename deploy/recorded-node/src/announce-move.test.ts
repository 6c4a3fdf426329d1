import { listAnnouncements } from '../test/replay.ts';
import { announceMove } from './announce-move.ts';
import { NodeState } from './node-state.ts';
import { recordingDir } from './recording.ts';
import type { TipPublisher } from './tip-publisher.ts';

const state = new NodeState(recordingDir('mempool-a'));

async function announceStepFrom(height: number): Promise<string[]> {
  const announced: string[] = [];
  const publish: TipPublisher['publish'] = async (topic, body) => {
    announced.push(`${topic} ${body().toString('hex')}`);
  };
  const publisher: TipPublisher = {
    url: '',
    announce: (hash) => publish('hashblock', () => Buffer.from(hash, 'hex')),
    publish,
    isHeard: () => true,
    close: async () => undefined,
  };
  state.view.moveTo(state.view.findPositionOfHeight(height) ?? 0);
  await announceMove(publisher, state.known, state.view.moveTo(state.view.position + 1));
  return announced;
}

function recordedAfter(seq: number): string[] {
  const all = listAnnouncements(seq);
  return all.slice(0, all.findLastIndex((message) => message.startsWith('hashblock')) + 1);
}

test('a block is announced as the real node announced it: its transactions, then its hash', async () => {
  const announced = await announceStepFrom(468);
  expect(announced).toHaveLength(17);
  expect(announced).toEqual(recordedAfter(618));
});

test('a reorganisation is announced as the real node announced it: what is removed, what is new, one hash', async () => {
  const announced = await announceStepFrom(482);
  // Before the longer chain arrived; the first five messages are of the block at height 482.
  expect(announced).toEqual(recordedAfter(2788).slice(5));
  expect(announced.filter((message) => message.startsWith('hashblock'))).toHaveLength(1);
});
