import { Random } from '@ledgergraph/chain-generator/random';
import { readNormalizedBlocks } from '@ledgergraph/test-kit/normalized-blocks';
import { withOutOfOrderTimes } from '@ledgergraph/test-kit/out-of-order-times';
import { announceVrsctest, apply, hashOf, VRSCTEST } from './apply-recording.ts';
import { openDatabase, type TestDatabase } from './open-database.ts';
import { openApi } from './query-api.ts';

/** A minute apart, some minutes early or late, as early as the protocol allows. */
const blocks = withOutOfOrderTimes(readNormalizedBlocks('vrsctest-a').slice(0, 200));
const times = blocks.map(({ time }) => Number(time));
const START = Math.min(...times.slice(1));
const END = Math.max(...times);

let database: TestDatabase;
let api: Awaited<ReturnType<typeof openApi>>;

beforeAll(async () => {
  database = await openDatabase();
  await announceVrsctest(database.db);
  await apply(database.db, blocks);
  api = await openApi(database.db);
});
afterAll(async () => {
  await api?.close();
  await database?.close();
});

const textOf = (seconds: number): string => new Date(seconds * 1_000).toISOString();
const lastNotAfter = (seconds: number): number => times.findLastIndex((time) => time <= seconds);

async function listHeights(args: string): Promise<number[]> {
  const { data, errors } = await api.query(
    `{ blocks(order: ASC, limit: 100, ${args}) { totalCount hasMore blocks { height } } }`,
  );
  expect(errors).toBeUndefined();
  const { totalCount, hasMore, blocks: rows } = data.blocks;
  expect({ args, hasMore, totalCount }).toEqual({ args, hasMore: false, totalCount: rows.length });
  return rows.map(({ height }: { height: number }) => height);
}

test('the times of these blocks go back', () => {
  expect(times.filter((time, height) => time < (times[height - 1] ?? 0)).length).toBeGreaterThan(40);
});

test('blockAt answers the highest block whose own time is not after the time, also to a fraction of a second', async () => {
  const seconds = times.flatMap((time) => [time - 1, time, time + 1]).filter((at) => at >= 0);
  const fields = seconds.map(
    (at, index) => `b${index}: blockAt(time: "${textOf(at).replace('.000Z', '.999Z')}") { hash }`,
  );
  const { data, errors } = await api.query(`{ ${fields.join(' ')} }`);
  expect(errors).toBeUndefined();
  const found = seconds.map((_, index) => data[`b${index}`].hash);
  expect(found).toEqual(seconds.map((at) => hashOf(blocks[lastNotAfter(at)])));
});

test('no block is at a time before the first one', async () => {
  const { data, errors } = await api.query('{ blockAt(time: "1969-12-31T23:59:59Z") { hash } }');
  expect(data).toEqual({ blockAt: null });
  expect(errors).toMatchObject([
    { message: expect.stringMatching(/^vrsctest has no block/i), extensions: { code: 'NOT_FOUND' } },
  ]);
});

test('a block above the pin is at no time', async () => {
  const pin = { chainId: VRSCTEST, height: 100, hash: hashOf(blocks[100]) };
  const { data } = await api.query(`{ blockAt(time: "${textOf(END)}") { height } }`, {}, { pins: [pin] });
  expect(data).toEqual({ blockAt: { height: 100 } });
});

test('ranges of times that follow one another share no block and leave none out', async () => {
  const random = new Random(7);
  const found: number[] = [];
  for (let from = START - 600; from <= END; ) {
    const to = from + random.integer(1, 1_500);
    const heights = await listHeights(`fromTime: "${textOf(from)}", toTime: "${textOf(to - 1)}"`);
    // The definition: up to the block at the last second, above the block at the second before the first.
    const wanted = blocks
      .map(({ height }) => height)
      .filter((height) => lastNotAfter(from - 1) < height && height <= lastNotAfter(to - 1));
    expect({ from, heights }).toEqual({ from, heights: wanted });
    found.push(...heights);
    from = to;
  }
  expect(found).toEqual(blocks.slice(1).map(({ height }) => height));
});

test('heights and times bound a list together', async () => {
  const [early, late] = [times[60] ?? 0, times[90] ?? 0];
  const ofTimes = `fromTime: "${textOf(early)}", toTime: "${textOf(late)}"`;
  const heights = await listHeights(ofTimes);
  expect(heights.length).toBeGreaterThan(10);
  expect(await listHeights(`${ofTimes}, fromHeight: 70, toHeight: 75`)).toEqual([70, 71, 72, 73, 74, 75]);
  expect(await listHeights(`${ofTimes}, fromHeight: 70`)).toEqual(heights.filter((height) => height >= 70));
  expect(await listHeights(`${ofTimes}, toHeight: 5`)).toEqual([]);
});

test.each([
  ['before the chain', 'toTime: "1960-01-01T00:00:00Z"'],
  ['after the chain', `fromTime: "${textOf(END + 1)}"`],
  [
    'between two seconds',
    `fromTime: "${textOf(START).replace('.000Z', '.2Z')}", toTime: "${textOf(START).replace('.000Z', '.8Z')}"`,
  ],
])('a range of times %s is an empty list', async (_, args) => {
  expect(await listHeights(args)).toEqual([]);
});

test.each([
  ['fromTime: "2026-02-01T00:00:00Z", toTime: "2026-01-01T00:00:00Z"', 'fromTime'],
  ['fromHeight: 9, toHeight: 8, fromTime: "2026-01-01T00:00:00Z"', 'fromHeight'],
])('blocks(%s) is a VALIDATION_ERROR of %s', async (args, argument) => {
  const { errors } = await api.query(`{ blocks(${args}) { hasMore } }`);
  expect(errors).toMatchObject([{ extensions: { code: 'VALIDATION_ERROR', argument } }]);
});
