import type { ChangePlace } from '@ledgergraph/graph-kit/change-place';
import { pino } from 'pino';
import type { Tip } from '#/pin/tip.ts';
import { ChainReader, type ChainReaderOptions } from './chain-reader.ts';

const PIN = { chainId: 'chain', height: 100_000, hash: 'aa', environment: 'TESTNET' } as Tip;

function openReader(changesOfBlock: number): { asked: number[]; read: (height: number) => Promise<ChangePlace[]> } {
  const asked: number[] = [];
  const sources = {
    changes: async (_kind: string, { from }: { from: number }) => {
      asked.push(from);
      return Array.from({ length: changesOfBlock }, () => ({ height: from }));
    },
  };
  const graphs = {
    run: (use: (graph: unknown) => unknown) => use({ events: { sources } }),
  } as unknown as ChainReaderOptions['graphs'];
  const reader = new ChainReader({ graphs, missed: { note: () => {} }, logger: pino({ level: 'silent' }) });
  const read = (height: number): Promise<ChangePlace[]> =>
    reader.changes([PIN], PIN, { name: 'itemEvents', key: '' }, { from: height, to: height, ids: null, limit: null });
  return { asked, read };
}

test('a block is looked up once for all streams, however much it changes', async () => {
  for (const changes of [1, 20_000]) {
    const { asked, read } = openReader(changes);
    for (let stream = 0; stream < 3; stream += 1) expect(await read(7)).toHaveLength(changes);
    expect(asked).toEqual([7]);
  }
});

test('what streams have read is kept for others up to a bound', async () => {
  const { asked, read } = openReader(1_000);
  for (let height = 0; height < 10; height += 1) await read(height);
  await read(9);
  await read(0);
  expect(asked).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0]);
});
