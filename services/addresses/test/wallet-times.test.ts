import { Random } from '@ledgergraph/chain-generator/random';
import { readNormalizedBlocks } from '@ledgergraph/test-kit/normalized-blocks';
import { withOutOfOrderTimes } from '@ledgergraph/test-kit/out-of-order-times';
import { AddressDatabase } from './address-database.ts';
import { type AddressGraph, openAddressGraph, type Untyped } from './address-graph.ts';

// Times of blocks go back, and a range of times is a range of heights: `docs/adr/0044-times-are-found-by-halving.md`.

const ROUNDS = 24;
const LATER = 8;

// To repeat a run: --seed with the number in the title.
const seed = jest.getSeed();
const random = new Random(seed);
const all = withOutOfOrderTimes(readNormalizedBlocks('vrsctest-a').slice(0, 200));
const blocks = all.slice(0, -LATER);
const wallet = [...new Set(all.flatMap(({ transactions }) => transactions.flatMap(addressesOf)))].slice(0, 1_000);
let database: AddressDatabase;
let graph: AddressGraph;

function addressesOf({ outputs }: { outputs: readonly { addresses: string[] }[] }): string[] {
  return outputs.flatMap(({ addresses }) => addresses);
}

beforeAll(async () => {
  database = await AddressDatabase.create();
  await database.apply(blocks);
  graph = await openAddressGraph(database);
});
afterAll(async () => {
  await graph.close();
  await database.close();
});

const QUERY = `query ($addresses: [String!]!, $fromTime: DateTime, $toTime: DateTime, $fromHeight: BigInt, $toHeight: BigInt, $order: SortOrder, $limit: Int, $cursor: String) {
  walletTransactions(addresses: $addresses, fromTime: $fromTime, toTime: $toTime, fromHeight: $fromHeight, toHeight: $toHeight, order: $order, limit: $limit, cursor: $cursor) {
    transactions { txid blockHeight changes { currencyId satoshis } } hasMore nextCursor } }`;

async function ask(args: object): Promise<Untyped> {
  const { data, errors } = await graph.ask(QUERY, { addresses: wallet, ...args });
  expect(errors).toBeUndefined();
  return data.walletTransactions;
}

async function walk(args: object, limit: number, cursor: string | null = null): Promise<Untyped[]> {
  const page = await ask({ ...args, limit, cursor });
  if (!page.hasMore) return page.transactions;
  return [...page.transactions, ...(await walk(args, limit, page.nextCursor))];
}

const textOf = (seconds: number, fraction = '000') =>
  new Date(seconds * 1_000).toISOString().replace('.000Z', `.${fraction}Z`);
const blockAt = (seconds: number, known = blocks) => known.findLastIndex(({ time }) => Number(time) <= seconds);
const timeOf = (height: number) => Number(all[height]?.time);

test('the times of these blocks go back', () => {
  const back = blocks.filter(({ height }) => timeOf(height) < timeOf(height - 1));
  expect(back.length).toBeGreaterThan(40);
});

test(`a wallet's transactions of a range of times are those of the blocks at its times (--seed ${seed})`, async () => {
  let found = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const [first, last] = [random.integer(1, blocks.length - 1), random.integer(1, blocks.length - 1)]
      .map((height) => timeOf(height) + random.integer(-1, 1))
      .sort((a, b) => a - b) as [number, number];
    // Blocks have whole seconds.
    const [isFromHalf, isToHalf] = [random.chance(0.3) && first < last, random.chance(0.3)];
    const times = {
      ...(round % 3 !== 1 && { fromTime: textOf(first, isFromHalf ? '500' : '000') }),
      ...(round % 3 !== 2 && { toTime: textOf(last, isToHalf ? '500' : '000') }),
    };
    const heights = random.chance(0.4) ? { fromHeight: random.integer(1, 60), toHeight: random.integer(100, 250) } : {};
    const from = 'fromTime' in times ? blockAt(first - (isFromHalf ? 0 : 1)) + 1 : 0;
    const to = 'toTime' in times ? blockAt(last) : blocks.length;
    const wanted = {
      fromHeight: Math.max(from, heights.fromHeight ?? 0),
      toHeight: Math.min(to, heights.toHeight ?? blocks.length),
    };
    const order = random.pick(['ASC', 'DESC']);
    // A range of times may hold no block, unlike one of heights.
    const isEmpty = wanted.toHeight < wanted.fromHeight;
    const rows = isEmpty ? [] : await walk({ ...wanted, order }, 100);
    const asked = { ...times, ...heights, order };
    expect({ asked, rows: await walk(asked, random.pick([3, 10, 100])) }).toEqual({ asked, rows });
    found += rows.length;
  }
  expect(found).toBeGreaterThan(ROUNDS);
});

test('ranges that follow one another share no transaction and leave none out', async () => {
  const whole = await walk({ order: 'ASC' }, 100);
  expect(whole.length).toBeGreaterThan(blocks.length / 2);
  const times = blocks.map(({ height }) => timeOf(height)).sort((a, b) => a - b);
  const end = times.at(-1) ?? 0;
  const rows: Untyped[] = [];
  for (let from = 0; from <= end; ) {
    const next = random.pick([...times, end + 1].filter((time) => time > from).slice(0, 40));
    rows.push(...(await walk({ order: 'ASC', fromTime: textOf(from), toTime: textOf(next - 1, '999') }, 100)));
    from = next;
  }
  expect(rows).toEqual(whole);
});

test('a range of times that ends before it begins is refused', async () => {
  const [early, late] = [textOf(timeOf(20)), textOf(timeOf(20) + 1)];
  const { errors } = await graph.ask(QUERY, { addresses: wallet, fromTime: late, toTime: early });
  expect(errors).toMatchObject([{ extensions: { code: 'VALIDATION_ERROR', argument: 'fromTime' } }]);
});

test('the first page decides which blocks are in a range: a block that arrives later and is earlier is in none of its pages', async () => {
  const tip = blocks.length - 1;
  const toTime = Array.from({ length: 300 }, (_, back) => timeOf(tip) - back).find(
    (time) => blockAt(time) < tip && blockAt(time, all) > tip,
  );
  if (toTime === undefined) throw new Error('no later block is earlier: draw other times');
  const args = { order: 'ASC', toTime: textOf(toTime) };
  const before = await walk(args, 100);
  const first = await ask({ ...args, limit: 5 });
  await database.apply(all.slice(-LATER));
  expect([...first.transactions, ...(await walk(args, 100, first.nextCursor))]).toEqual(before);
  const after = await walk({ order: 'ASC', toHeight: blockAt(toTime, all) }, 100);
  expect(after.length).toBeGreaterThan(before.length);
  expect(await walk(args, 100)).toEqual(after);
});
