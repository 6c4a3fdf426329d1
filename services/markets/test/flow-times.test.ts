import { readStreamedBlocks } from '@ledgergraph/test-kit/streamed-blocks';
import { type OpenService, openService } from './open-service.ts';

const blocks = readStreamedBlocks('vrsctest-a');
const chainId = blocks[0]?.chainId ?? '';
const times = blocks.map(({ time }) => Number(time));
const REQUIRED: Readonly<Record<string, string>> = { supplyEvents: 'currency: "iRdpuZUyofQFKjGy4K4yZhG8K2MdJuzUqX"' };
let service: OpenService;

beforeAll(async () => {
  service = await openService();
  await service.apply('vrsctest-a', blocks);
});
afterAll(() => service.close());

interface Row {
  blockHeight: number;
}

async function listTrades(args: string): Promise<Row[]> {
  const query = `{ markets(chainId: "${chainId}", limit: 100) { markets {
    all: trades(order: ASC, limit: 100) { trades { id } }
    trades(order: ASC, limit: 100${args === '' ? '' : `, ${args}`}) { trades { blockHeight id } }
  } } }`;
  const { data, errors } = await service.ask(query);
  expect(errors).toBeUndefined();
  type Market = Record<'all' | 'trades', { trades: Row[] }>;
  const markets = (data.markets.markets as Market[]).sort((a, b) => b.all.trades.length - a.all.trades.length);
  return markets[0]?.trades.trades ?? [];
}

async function list(field: string, args: string): Promise<Row[]> {
  if (field === 'trades') return listTrades(args);
  const given = [REQUIRED[field], args].filter(Boolean).map((text) => `, ${text}`);
  const query = `{ ${field}(chainId: "${chainId}", order: ASC, limit: 100${given.join('')}) { ${field} { blockHeight txid } } }`;
  const { data, errors } = await service.ask(query);
  expect(errors).toBeUndefined();
  return data[field][field];
}

/** The earliest time of the block and of those above it (ADR 44). */
function countedTime(height: number): number {
  return times.slice(height).reduce((earliest, time) => Math.min(earliest, time));
}

const textOf = (seconds: number): string => new Date(seconds * 1_000).toISOString();

test.each(['transfers', 'conversions', 'trades', 'exports', 'imports', 'supplyEvents'])(
  '%s has the rows of the blocks that count in a range of times',
  async (field) => {
    const all = await list(field, '');
    for (const [first, last] of [
      [3, 9],
      [0, 20],
      [10, 11],
    ] as const) {
      const from = countedTime(all[first]?.blockHeight ?? 0);
      const to = countedTime(all[last]?.blockHeight ?? 0);
      const wanted = all.filter(
        ({ blockHeight }) => countedTime(blockHeight) >= from && countedTime(blockHeight) <= to,
      );
      expect(wanted.length).toBeGreaterThan(1);
      expect(await list(field, `fromTime: "${textOf(from)}", toTime: "${textOf(to)}"`)).toEqual(wanted);
      const later = wanted.filter(({ blockHeight }) => countedTime(blockHeight) > from);
      expect(await list(field, `fromTime: "${textOf(from + 0.5)}", toTime: "${textOf(to + 0.5)}"`)).toEqual(later);
    }
  },
);
