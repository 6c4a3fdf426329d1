import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { normalizeBlock } from '@ledgergraph/blocks/following/normalize-block';
import { Random } from '@ledgergraph/chain-generator/random';
import { ChainFile } from '@ledgergraph/generators/generated-chain/chain-file';
import { generateChain } from '@ledgergraph/generators/generated-chain/generate-chain';
import { startGeneratedNode } from '@ledgergraph/generators/generated-chain/start-generated-node';
import { inRepository } from '@ledgergraph/local/repository';
import type { Untyped } from '@ledgergraph/test-kit/client';
import { type OpenGraph, openGraph, pinAt } from '@ledgergraph/test-kit/roles/open-graph';
import { type JsonObject, parseLossless } from '@ledgergraph/verus-protocol/lossless-json';
import { isObjectType } from 'graphql';
import { NodeIndex } from './index-from-node.ts';
import { type Rows, TimedHistory } from './timed-history.ts';
import { rowOf, TIMED_ELSEWHERE, TIMED_LISTS, type TimedList } from './timed-lists.ts';

// `docs/adr/0044-times-are-found-by-halving.md`.

const CHAIN_ID = 'iJhCezBExJHvtyH3fGhNnt2NhU4Ztkf2yq';
const CREDENTIALS = { user: 'generated', password: 'generated' };
const NETWORK = { chainId: CHAIN_ID, name: 'VRSCTEST', environment: 'TESTNET', isDefault: true } as const;
const BLOCKS = 350;
const ROUNDS = 30;
const LIMITS = [3, 10, 100];
const NO_ROWS = { rows: [], nextCursor: null };
const TOGETHER = 20;

// Another chain in every run; --seed with the number in the first title repeats it.
const seed = jest.getSeed();
const random = new Random(seed).branch('ranges');
const history = new TimedHistory();
const cleanup = new AsyncDisposableStack();
let graph: OpenGraph;

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'ledgergraph-times-'));
  cleanup.defer(() => rm(folder, { recursive: true }));
  const chain = cleanup.use(
    ChainFile.write(join(folder, 'chain'), generateChain({ seed, blocks: BLOCKS, chainId: CHAIN_ID })),
  );
  const node = await startGeneratedNode({ chain, ...NETWORK, ...CREDENTIALS });
  cleanup.defer(() => node.stop());
  const index = await NodeIndex.open(cleanup);
  await index.take({ ...NETWORK, endpoints: [{ url: node.url, ...CREDENTIALS }] });
  for (let height = 0; height < BLOCKS; height += 1) {
    history.take(normalizeBlock(parseLossless(chain.read(height).toString('utf8')) as JsonObject, CHAIN_ID));
  }
  graph = await openGraph((service) => index.url(service), cleanup);
});
afterAll(() => cleanup.disposeAsync());

async function ask(operation: string, pin: number): Promise<Untyped> {
  const [height, hash] = history.blocks[pin] ?? [0, ''];
  const { data, errors = [] } = await graph.ask([pinAt(NETWORK, { height, hash })], operation);
  expect(errors.filter(({ extensions }) => extensions.code !== 'NOT_FOUND')).toEqual([]);
  return data;
}

/** RFC 3339, to a thousandth of a second. */
const textOf = (seconds: number): string => new Date(seconds * 1_000).toISOString();

test(`times go back and repeat as the protocol allows it (--seed ${seed})`, () => {
  const { times } = history;
  const before = (height: number): number => times[height - 1] ?? 0;
  expect(times.filter((time, height) => time < before(height)).length).toBeGreaterThan(20);
  expect(times.filter((time, height) => time === before(height)).length).toBeGreaterThan(3);
});

test('blockAt answers the last block whose own time is not after the time, at any pin', async () => {
  const { times, blocks } = history;
  const seconds = [...new Set(times.flatMap((time) => [time - 1, time, time + 1]))];
  for (let first = 0; first < seconds.length; first += TOGETHER) {
    const together = seconds.slice(first, first + TOGETHER);
    const pin = random.chance(0.5) ? BLOCKS - 1 : random.integer(0, BLOCKS - 1);
    const fields = together.map((at, index) => `b${index}: blockAt(time: "${textOf(at + 0.999)}") { hash }`);
    const data = await ask(`{ ${fields.join(' ')} }`, pin);
    const found = together.map((at, index) => [at, data[`b${index}`]?.hash]);
    expect({ pin, found }).toEqual({ pin, found: together.map((at) => [at, blocks[history.heightAt(at, pin)]?.[1]]) });
  }
});

/** They add up blocks: `services/statistics/test/producers.test.ts`. */
const SUMS_OF_RANGES = ['Query.producers'];

/** Their rows are intervals: `statistics.test.ts`, `candles.test.ts`, `balance-history.test.ts`. */
const LISTS_OF_INTERVALS = ['Query.candles', 'Query.statistics', 'Address.balanceHistory'];

test('every list of the schema that takes times is asked for', () => {
  const types = Object.values(graph.schema.getTypeMap()).filter(isObjectType);
  const timed = types.flatMap((type) =>
    Object.values(type.getFields())
      .filter(({ args }) => args.some(({ name }) => name === 'fromTime'))
      .map(({ name }) => `${type.name}.${name}`)
      .filter((name) => !LISTS_OF_INTERVALS.includes(name)),
  );
  const asked = [
    ...TIMED_LISTS.map(({ coordinate }) => coordinate),
    ...Object.keys(TIMED_ELSEWHERE),
    ...SUMS_OF_RANGES,
  ];
  expect(asked.sort()).toEqual(timed.sort());
  for (const file of Object.values(TIMED_ELSEWHERE)) expect(existsSync(inRepository(file))).toBe(true);
});

async function walk(list: TimedList, object: string, args: string, pin: number): Promise<Rows> {
  const limit = random.pick(LIMITS);
  const rows: Untyped[] = [];
  for (let cursor: string | null = null; ; ) {
    const from: string = cursor === null ? '' : `, cursor: "${cursor}"`;
    const page: NonNullable<ReturnType<TimedList['read']>> =
      list.read((await ask(list.ask(object, `${args}, limit: ${limit}${from}`), pin)) ?? {}) ?? NO_ROWS;
    rows.push(...page.rows);
    cursor = page.rows.length < limit ? null : page.nextCursor;
    if (cursor === null) return rows.map(rowOf);
  }
}

test.each(TIMED_LISTS)('$coordinate has the rows of the blocks that count in a range of times', async (list) => {
  const objects = list.objects(history);
  let found = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const pin = random.chance(0.5) ? BLOCKS - 1 : random.integer(BLOCKS / 2, BLOCKS - 1);
    const [object, all] = random.pick(objects);
    const range = drawRange(pin, random.pick(all)[0]);
    const order = random.pick(list.isOrdered ? ['ASC', 'DESC'] : [list.isNewestFirst ? 'DESC' : 'ASC']);
    const counted = history.countedTimes(pin);
    const wanted = all.filter(([height]) => {
      const time = counted[height];
      return time !== undefined && range.from <= time && time <= range.to && range.fromHeight <= height;
    });
    const args = `${range.args}${list.isOrdered ? `, order: ${order}` : ''}`;
    const rows = await walk(list, object, args, pin);
    expect({ pin, object, args, rows }).toEqual({
      pin,
      object,
      args,
      rows: order === 'ASC' ? wanted : wanted.toReversed(),
    });
    found += rows.length;
  }
  expect(found).toBeGreaterThan(3);
});

/** To a fraction of a second; some have one end, some also a lowest height. */
function drawRange(pin: number, height: number) {
  const about = history.times[Math.min(height, pin)] ?? 0;
  const near = (): number => about + random.pick([-600, -60, -1, 0, 1, 60, 600]) + random.pick([0, 0, 0.5]);
  const [from, to] = [near(), near()].sort((a, b) => a - b) as [number, number];
  const ends = random.pick([['from', 'to'], ['from', 'to'], ['from'], ['to']]);
  const fromHeight = random.chance(0.3) ? random.integer(0, pin) : undefined;
  return {
    from: ends.includes('from') ? from : Number.NEGATIVE_INFINITY,
    to: ends.includes('to') ? to : Number.POSITIVE_INFINITY,
    fromHeight: fromHeight ?? 0,
    args: [
      ...(ends.includes('from') ? [`fromTime: "${textOf(from)}"`] : []),
      ...(ends.includes('to') ? [`toTime: "${textOf(to)}"`] : []),
      ...(fromHeight === undefined ? [] : [`fromHeight: ${fromHeight}`]),
    ].join(', '),
  };
}
