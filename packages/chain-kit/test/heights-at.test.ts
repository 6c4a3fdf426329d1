import { createTestDatabase, type TestDatabase } from '@ledgergraph/test-kit/database';
import { numberChain } from '#/chain/chain-numbers.ts';
import { findHeightsAt } from '#/graph/heights-at.ts';
import { createSqlClient, type TestSqlClient } from './sql-client.ts';

const CHAINS = 300;
const START = 1_000;

let database: TestDatabase;
let db: TestSqlClient;

beforeAll(async () => {
  database = await createTestDatabase({ service: 'identities' });
  db = createSqlClient(database.url);
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

/** mulberry32. */
function numbersOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** As verusd: of the last 11 blocks, or of all where there are fewer. */
function medianTimePast(times: readonly number[]): number {
  const last = times.slice(-11).sort((a, b) => a - b);
  return last[Math.floor(last.length / 2)] ?? Number.NaN;
}

/** As early as the protocol allows, equal, or far ahead. */
function drawTimes(random: () => number): number[] {
  const times = [START];
  const length = Math.floor(random() ** 2 * 120) + 1;
  const wild = random();
  while (times.length < length) {
    const earliest = medianTimePast(times) + 1;
    const ordinary = (times.at(-1) ?? START) + Math.floor(random() * 4);
    const early = earliest + Math.floor(random() * 3);
    const late = ordinary + Math.floor(random() * 40);
    times.push(random() < wild ? (random() < 0.6 ? early : late) : Math.max(ordinary, earliest));
  }
  return times;
}

async function insertBlocks(chainId: string, times: readonly number[]): Promise<void> {
  await db.$executeRawUnsafe(
    `INSERT INTO applied_block (serial, height, time, chain, hash)
     SELECT key, key - 1, time, $1::smallint, sha256(convert_to($1::smallint || ' ' || key, 'UTF8'))
       FROM unnest($2::bigint[]) WITH ORDINALITY AS given (time, key)`,
    await numberChain(db, chainId),
    times,
  );
}

function lastNotAfter(times: readonly number[], tip: number, seconds: number): number {
  return times.slice(0, tip + 1).findLastIndex((time) => time <= seconds);
}

test("the height at a time is that of the definition, for every second of 300 chains of the protocol's rule", async () => {
  let backwards = 0;
  for (let seed = 1; seed <= CHAINS; seed += 1) {
    const random = numbersOf(seed);
    const chainId = `chain ${seed}`;
    const times = drawTimes(random);
    backwards += times.filter((time, height) => time < (times[height - 1] ?? 0)).length;
    await insertBlocks(chainId, times);
    const tips = [times.length - 1, Math.floor(random() * times.length)];
    const seconds = [0, 2 ** 32, ...times.flatMap((time) => [time - 1, time, time + 1])];
    const keys = tips.flatMap((tip) => seconds.map((at) => ({ chainId, tip, seconds: at })));
    const wanted = keys.map(({ tip, seconds: at }) => lastNotAfter(times, tip, at));
    expect({ seed, heights: await findHeightsAt(db, keys) }).toEqual({ seed, heights: wanted });
  }
  // Without times that go back the test would show nothing.
  expect(backwards).toBeGreaterThan(1_000);
});

test('no block is looked up before the first one, on a chain of one block, and on a chain without a block', async () => {
  await insertBlocks('short', [START]);
  const heights = await findHeightsAt(db, [
    { chainId: 'short', tip: 0, seconds: START - 1 },
    { chainId: 'short', tip: 0, seconds: START },
    { chainId: 'short', tip: 0, seconds: -62_135_596_800 },
    { chainId: 'empty', tip: 0, seconds: START },
  ]);
  expect(heights).toEqual([-1, 0, -1, -1]);
});

test('times up to the last of a uint32 are found', async () => {
  const times = [2 ** 31 - 1, 2 ** 31, 2 ** 32 - 2, 2 ** 32 - 1];
  await insertBlocks('late', times);
  const keys = times.map((seconds) => ({ chainId: 'late', tip: 3, seconds }));
  expect(await findHeightsAt(db, keys)).toEqual([0, 1, 2, 3]);
});

describe('on a chain of 300,000 blocks', () => {
  const TIP = 299_999;

  beforeAll(async () => {
    await db.$executeRawUnsafe(
      `INSERT INTO applied_block (serial, height, time, chain, hash)
       SELECT i, i, 1600000000 + 60 * i, $1, sha256(convert_to(i::text, 'UTF8')) FROM generate_series(0, ${TIP}) i`,
      await numberChain(db, 'long'),
    );
    await db.$executeRawUnsafe('ANALYZE applied_block');
  });

  test.each([
    ['its beginning', 0],
    ['its middle', 150_000],
    ['its end', TIP],
  ])('a look-up at %s reads 11 rows of one index for each halving', async (_, height) => {
    const key = { chainId: 'long', tip: TIP, seconds: 1_600_000_000 + 60 * height + 59 };
    expect(await findHeightsAt(db, [key])).toEqual([height]);
    const plan = await explain(key);
    const scans = nodesOf(plan).filter((node) => node['Relation Name'] === 'applied_block');
    expect(scans.map((node) => node['Index Name'])).toEqual(['applied_block_pkey']);
    const [scan = {}] = scans;
    const steps = Number(scan['Actual Loops']);
    const read = (Number(scan['Actual Rows']) + Number(scan['Rows Removed by Filter'] ?? 0)) * steps;
    expect(steps).toBeLessThanOrEqual(20);
    expect(read).toBeLessThanOrEqual(20 * 11);
  });

  type PlanNode = Record<string, unknown> & { Plans?: PlanNode[] };

  async function explain(key: { chainId: string; tip: number; seconds: number }): Promise<PlanNode> {
    let plan: PlanNode | undefined;
    await findHeightsAt(
      {
        ...db,
        $queryRawUnsafe: async <Rows>(sql: string, ...values: unknown[]) => {
          const [row] = await db.$queryRawUnsafe<{ 'QUERY PLAN': [{ Plan: PlanNode }] }[]>(
            `EXPLAIN (ANALYZE, FORMAT JSON) ${sql}`,
            ...values,
          );
          plan = row?.['QUERY PLAN'][0].Plan;
          return [] as Rows;
        },
      },
      [key],
    );
    if (plan === undefined) throw new Error('no plan');
    return plan;
  }

  function nodesOf(node: PlanNode): PlanNode[] {
    return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
  }
});
