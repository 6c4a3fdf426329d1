import { readRecording, recordingDir } from '@ledgergraph/recorded-node/recording';
import { type RecordingName, readNormalizedBlocks } from '@ledgergraph/test-kit/normalized-blocks';
import { decimalText } from '@ledgergraph/verus-protocol/amount';
import { type OpenService, openService, type Untyped } from './open-service.ts';
import { type RawBlock, readRawBlocks } from './raw-blocks.ts';

const FIELDS = `interval start fromHeight toHeight isOpen blocks minedBlocks stakedBlocks transactions fees feePool
  difficulty hashRate stakingSupply sizeBytes`;
const CHAINS: RecordingName[] = ['vrsctest-a', 'pchain-a', 'mempool-a'];
const HOUR = 3_600;

/** In Unix seconds, by the calendar of Date. */
function boundsOf(interval: string, seconds: number): [number, number] {
  const date = new Date(seconds * 1_000);
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()];
  const monday = day - ((date.getUTCDay() + 6) % 7);
  const bounds: Record<string, [number, number]> = {
    HOUR: [Date.UTC(year, month, day, date.getUTCHours()), Date.UTC(year, month, day, date.getUTCHours() + 1)],
    DAY: [Date.UTC(year, month, day), Date.UTC(year, month, day + 1)],
    WEEK: [Date.UTC(year, month, monday), Date.UTC(year, month, monday + 7)],
    MONTH: [Date.UTC(year, month), Date.UTC(year, month + 1)],
  };
  const [start = 0, end = 0] = bounds[interval] ?? [];
  return [start / 1_000, end / 1_000];
}

function countIntervals(blocks: readonly RawBlock[], interval: string, tip: number): Untyped[] {
  const groups: { start: number; end: number; latest: number; blocks: RawBlock[] }[] = [];
  for (const block of blocks.slice(0, tip + 1)) {
    const latest = Math.max(groups.at(-1)?.latest ?? 0, block.time);
    const [start, end] = boundsOf(interval, latest);
    const open = groups.at(-1);
    if (open?.start !== start) groups.push({ start, end, latest, blocks: [block] });
    else {
      open.latest = latest;
      open.blocks.push(block);
    }
  }
  return groups.map(({ start, end, latest, blocks: own }, index) => {
    const isOpen = index === groups.length - 1;
    const begin = own[0]?.height === 0 ? own[0].time : start;
    const bounds = { interval, start: new Date(start * 1_000).toISOString().replace('.000Z', 'Z'), isOpen };
    return { ...bounds, ...countBlocks(blocks, own, (isOpen ? latest + 1 : end) - begin) };
  });
}

function countBlocks(all: readonly RawBlock[], own: readonly RawBlock[], seconds: number): Untyped {
  const [first, last] = [own[0] as RawBlock, own.at(-1) as RawBlock];
  const mined = own.filter(({ isStaked }) => !isStaked);
  const work = mined.reduce((sum, { height, chainWork }) => sum + chainWork - (all[height - 1]?.chainWork ?? 0n), 0n);
  const stake = last.chainStake - (all[first.height - 1]?.chainStake ?? 0n);
  const [whole, fraction = ''] = last.difficulty.split('.');
  return {
    fromHeight: first.height,
    toHeight: last.height,
    blocks: own.length,
    minedBlocks: mined.length,
    stakedBlocks: own.length - mined.length,
    transactions: own.reduce((sum, { transactions }) => sum + transactions, 0),
    fees: decimalText(own.reduce((sum, { fees }) => sum + fees, 0n)),
    feePool: last.pool === null ? null : decimalText(last.pool[nativeOf(all)] ?? 0n),
    difficulty: `${whole}.${fraction.padEnd(8, '0').slice(0, 8)}`,
    hashRate: decimalText((work * 100_000_000n) / BigInt(seconds)),
    stakingSupply: mined.length === own.length ? null : decimalText(stake / BigInt(own.length)),
    sizeBytes: own.reduce((sum, { size }) => sum + size, 0),
  };
}

/** Genesis pays the native currency. */
function nativeOf(blocks: readonly RawBlock[]): string {
  return blocks[0]?.payouts[0]?.currencyId ?? '';
}

async function listAll(service: OpenService, args: string, pin?: Untyped, limit = 100): Promise<Untyped[]> {
  const all: Untyped[] = [];
  for (let cursor: string | null = null; ; ) {
    const from: string = cursor === null ? '' : `, cursor: "${cursor}"`;
    const { statistics } = await service.ask(
      `{ statistics(${args}, limit: ${limit}${from}) { statistics { ${FIELDS} } hasMore nextCursor } }`,
      pin,
    );
    all.push(...statistics.statistics);
    cursor = statistics.nextCursor;
    expect(statistics.hasMore).toBe(cursor !== null);
    if (cursor === null) return all;
  }
}

describe.each(CHAINS)('%s', (name) => {
  const blocks = readNormalizedBlocks(name);
  const raw = readRawBlocks(name);
  let service: OpenService;

  beforeAll(async () => {
    service = await openService(name);
    await service.apply(blocks);
  });
  afterAll(() => service.close());

  test.each(['HOUR', 'DAY', 'WEEK', 'MONTH'])(
    '%s: counts are those of the raw blocks, at every height that is read',
    async (interval) => {
      for (const tip of [0, 1, 2, 111, 333, 391, 392, 480, blocks.length - 1]) {
        const counted = await listAll(service, `interval: ${interval}`, blocks[tip]);
        expect({ tip, counted }).toEqual({ tip, counted: countIntervals(raw, interval, tip) });
      }
    },
  );

  test('newest first is the same list the other way, in pages of any size and at every height', async () => {
    for (const [tip, limit] of [
      [0, 1],
      [111, 1],
      [391, 2],
      [392, 3],
      [blocks.length - 1, 7],
    ] as const) {
      const whole = countIntervals(raw, 'HOUR', tip).reverse();
      expect({ tip, all: await listAll(service, 'interval: HOUR, order: DESC', blocks[tip], limit) }).toEqual({
        tip,
        all: whole,
      });
      const middle = whole[Math.floor(whole.length / 2)].start;
      const part = await listAll(service, `interval: HOUR, order: DESC, toTime: "${middle}"`, blocks[tip], limit);
      expect(part).toEqual(whole.filter(({ start }) => Date.parse(start) <= Date.parse(middle)));
      const rest = await listAll(service, `interval: HOUR, order: DESC, fromTime: "${middle}"`, blocks[tip], limit);
      expect(rest).toEqual(whole.filter(({ start }) => Date.parse(start) >= Date.parse(middle)));
    }
  });

  test('pages of one interval each are the whole list', async () => {
    const whole = countIntervals(raw, 'HOUR', blocks.length - 1);
    expect(await listAll(service, 'interval: HOUR', undefined, 1)).toEqual(whole);
  });

  test('the ends of the list are beginnings of intervals', async () => {
    const whole = countIntervals(raw, 'HOUR', blocks.length - 1);
    const { start } = whole.at(-1);
    const next = new Date(Date.parse(start) + 1).toISOString();
    const before = new Date(Date.parse(start) - HOUR * 1_000).toISOString();
    expect(await listAll(service, `interval: HOUR, fromTime: "${start}"`)).toEqual(whole.slice(-1));
    expect(await listAll(service, `interval: HOUR, fromTime: "${next}"`)).toEqual([]);
    expect(await listAll(service, `interval: HOUR, toTime: "${start}"`)).toEqual(whole);
    const earlier = whole.filter((one) => Date.parse(one.start) <= Date.parse(before));
    expect(await listAll(service, `interval: HOUR, toTime: "${before}"`)).toEqual(earlier);
  });
});

test.each(CHAINS)('%s: accumulated stake grows with staked blocks alone, by what their stake targets take', (name) => {
  let before: bigint | null = null;
  for (const { block } of readRecording(recordingDir(name)).blocks()) {
    const stake = BigInt(`0x${block.chainstake}`);
    const grown: bigint = stake - (before ?? stake);
    const target = block.validationtype === 'stake' ? BigInt(`0x${block.postarget}`) : null;
    // The node's quotient is a few satoshis above this one.
    const taken = target === null ? 0n : 2n ** 256n / (target + 1n);
    const isNear = grown >= taken && (grown - taken) * 1_000_000_000n <= taken;
    expect({ height: block.height, grown, isNear }).toEqual({ height: block.height, grown, isNear: true });
    before = stake;
  }
});
