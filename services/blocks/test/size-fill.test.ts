import { findCursor } from '@ledgergraph/chain-kit/chain/cursor';
import { MemoryBus } from '@ledgergraph/event-bus/memory-bus';
import { ofAllChains } from '@ledgergraph/service-kit/db/database-map';
import { waitFor } from '@ledgergraph/test-kit/wait-for';
import { Registry } from 'prom-client';
import type { RawBlockNode } from '#/chain/raw-nodes.ts';
import { connectNodes } from '#/chain/verus-nodes.ts';
import { findSizeFill } from '#/db/size-fill.ts';
import { followNetworks } from '#/networks/follow-networks.ts';
import { FollowerMetrics } from '#/networks/follower-metrics.ts';
import { SizeFiller } from '#/sizes/size-filler.ts';
import { ConnectionError } from '#/verus-rpc/errors.ts';
import { VRSCTEST } from './apply-recording.ts';
import { followRecording, settingsOf, silent } from './follow-recording.ts';
import { openDatabase, type TestDatabase } from './open-database.ts';

/** The node leaves four blocks above this one for others. */
const FORK = 412;

let database: TestDatabase;
let follower: Awaited<ReturnType<typeof followRecording>>;
let fillers: SizeFiller[];
/** Hashes that the node was asked for, in the order of the calls. */
let asked: string[][];
/** In place of the recorded node's answer. */
let answer: RawBlockNode['readBlocks'] | undefined;

/** Sizes as the follower wrote them. */
const written = new Map<string, number>();

// One chain for all: the tests move it on in their order.
beforeAll(async () => {
  database = await openDatabase();
  follower = await followRecording('vrsctest-a', database.db, FORK);
  await follower.step();
});
beforeEach(() => {
  asked = [];
  answer = undefined;
  fillers = [];
});
afterEach(async () => {
  await Promise.all(fillers.map((filler) => filler.stop()));
});
afterAll(async () => {
  await follower.close();
  await database.close();
});

const genuine: RawBlockNode['readBlocks'] = (hashes) => {
  const [recorded] = follower.nodes.rawNodes();
  return recorded?.readBlocks(hashes) ?? Promise.reject(new Error('no node was chosen'));
};

function startFiller(options: { isIdle?: () => boolean } = {}): SizeFiller {
  const readBlocks: RawBlockNode['readBlocks'] = (hashes) => {
    asked.push([...hashes]);
    return (answer ?? genuine)(hashes);
  };
  const filler = new SizeFiller({
    ...{ chainId: VRSCTEST, db: database.db, logger: silent, restFactor: 0, waitMs: 10, retryMinMs: 10 },
    nodes: () => [{ name: 'node', readBlocks }],
    isIdle: () => true,
    ...options,
  });
  fillers.push(filler);
  return filler;
}

/** Sizes by block and position; orphans too. */
async function readSizes(): Promise<Map<string, number | null>> {
  const rows = await database.db.$queryRaw<{ key: string; size: number | null }[]>`
    SELECT encode(block.hash, 'hex') || ':' || tx.index AS key, tx.size
      FROM transaction tx JOIN block USING (chain, height, ordinal) ORDER BY block.hash, tx.index`;
  return new Map(rows.map(({ key, size }) => [key, size]));
}

/** Makes the rows those of a version without sizes after its migration. @returns the sizes that were written */
async function upgrade(): Promise<Map<string, number | null>> {
  const { db } = database;
  const before = await readSizes();
  for (const [key, size] of before) if (size !== null && !written.has(key)) written.set(key, size);
  await db.transaction.updateMany({ data: { size: null } });
  await db.$executeRaw`INSERT INTO size_fill (chain_id, next_height, end_height)
                       SELECT chain_id, 0, (SELECT max(height) FROM block) FROM sync_cursor
                       ON CONFLICT (chain_id) DO UPDATE SET next_height = excluded.next_height, end_height = excluded.end_height`;
  return new Map([...before.keys()].map((key) => [key, written.get(key) ?? null]));
}

const hashOf = (key: string): string => key.split(':')[0] ?? '';
/** Blocks that hold more than a coinbase. */
const withPayments = (sizes: ReadonlyMap<string, unknown>): string[] =>
  [...sizes.keys()].filter((key) => key.endsWith(':1')).map(hashOf);

test('a node that fails is asked again for less at once, and nothing is left out', async () => {
  const sizes = await upgrade();
  let failures = 0;
  answer = async (hashes) => {
    failures += 1;
    if (failures <= 3) throw new ConnectionError('node', 'the node cannot be reached');
    answer = undefined;
    // Nothing is passed over meanwhile.
    expect(await findSizeFill(database.db, VRSCTEST)).toMatchObject({ nextHeight: 0 });
    return genuine(hashes);
  };
  await startFiller().ended;
  expect(await readSizes()).toEqual(sizes);
  const [first = [], , , fourth = []] = asked;
  expect(fourth.length).toBeLessThan(first.length / 2);
});

test('a block that no node has, or that is answered with bytes of another one, keeps its rows empty but the coinbase', async () => {
  const sizes = await upgrade();
  const [absent = '', mistaken = '', other = ''] = withPayments(sizes);
  answer = async (hashes) => {
    const blocks = await genuine(hashes.map((hash) => (hash === mistaken ? other : hash)));
    return blocks.map((bytes, index) => (hashes[index] === absent ? null : bytes));
  };
  await startFiller().ended;
  const isLeft = (key: string) => [absent, mistaken].includes(hashOf(key)) && !key.endsWith(':0');
  const expected = [...sizes].map(([key, size]) => [key, isLeft(key) ? null : size] as const);
  expect(await readSizes()).toEqual(new Map(expected));
  expect(expected.filter(([, size]) => size === null).length).toBeGreaterThan(1);
  expect(await database.db.sizeFill.count()).toBe(0);
});

test('a process that is stopped in the middle goes on there', async () => {
  const sizes = await upgrade();
  const first = startFiller();
  await waitFor(() => asked.length >= 2, { what: 'two batches' });
  await first.stop();
  const place = await findSizeFill(database.db, VRSCTEST);
  expect(place).toMatchObject({ nextHeight: expect.any(Number), endHeight: FORK });
  const done = [...(await readSizes())].filter(([, size]) => size !== null).map(([key]) => hashOf(key));
  expect(done.length).toBeGreaterThan(0);
  expect(done.length).toBeLessThan(sizes.size);
  asked = [];
  await startFiller().ended;
  expect(asked.flat().filter((hash) => done.includes(hash))).toEqual([]);
  expect(await readSizes()).toEqual(sizes);
});

test('nothing is asked while the follower has blocks to apply', async () => {
  const sizes = await upgrade();
  let looks = 0;
  let isIdle = false;
  const filler = startFiller({
    isIdle: () => {
      looks += 1;
      return isIdle;
    },
  });
  await waitFor(() => looks > 3, { what: 'some looks' });
  expect(asked).toEqual([]);
  isIdle = true;
  await filler.ended;
  expect(await readSizes()).toEqual(sizes);
});

test('a reorganisation in the middle gives no row a size but that of its own bytes', async () => {
  for (let block = 0; block < 4; block += 1) await follower.recorded.advance();
  await follower.step();
  const sizes = await upgrade();
  const tip = await findCursor(database.db, VRSCTEST);
  let removed: string[] = [];
  answer = async (hashes) => {
    if (!hashes.includes(tip?.hash ?? '')) return genuine(hashes);
    answer = undefined;
    await follower.recorded.advance();
    await follower.step();
    const hex = ({ hash }: { hash: Uint8Array }) => Buffer.from(hash).toString('hex');
    const blocks = await database.db.block.findMany({ orderBy: { transactionCount: 'desc' } });
    removed = blocks.filter(({ main }) => !main).map(hex);
    const largest = blocks.filter(({ main }) => main).map(hex)[0] ?? '';
    // As a node would that answers another block of its new chain.
    return genuine(hashes.map((hash) => (removed.includes(hash) ? largest : hash)));
  };
  await startFiller().ended;
  expect(removed).toHaveLength(4);
  const after = await readSizes();
  const left = [...after].filter(([, size]) => size === null).map(([key]) => key);
  expect(left.length).toBeGreaterThan(0);
  expect(left.filter((key) => !removed.includes(hashOf(key)))).toEqual([]);
  const known = [...sizes].filter(([key]) => !left.includes(key));
  expect(known.map(([key]) => [key, after.get(key)])).toEqual(known);
});

test('an upgraded database gets all sizes, also of removed blocks, and a second start asks for nothing', async () => {
  expect(await database.db.block.count({ where: { main: false } })).toBe(4);
  const sizes = await upgrade();
  expect([...sizes.values()]).not.toContain(null);
  expect(await findSizeFill(database.db, VRSCTEST)).toEqual({ nextHeight: 0, endHeight: 417 });
  await startFiller().ended;
  expect(await readSizes()).toEqual(sizes);
  expect(asked.flat().toSorted()).toEqual(withPayments(sizes).toSorted());
  expect(asked.flat().length).toBeLessThan(FORK);
  expect(await database.db.sizeFill.count()).toBe(0);
  asked = [];
  await startFiller().ended;
  expect(asked).toEqual([]);
});

test('what an older version writes after a roll-back is filled in too, also if no block came since the start', async () => {
  const { db } = database;
  await db.$executeRawUnsafe('CREATE TABLE kept_tip AS SELECT * FROM produced_tip');
  await follower.recorded.advance();
  await follower.step();
  const sizes = await readSizes();
  await db.$executeRawUnsafe('UPDATE produced_tip SET hash = kept_tip.hash FROM kept_tip');
  const tip = await findCursor(db, VRSCTEST);
  // No branch is at this height.
  const older = { height: tip?.height ?? -1 };
  expect((await db.transaction.updateMany({ where: older, data: { size: null } })).count).toBeGreaterThan(0);
  const filler = startFiller();
  expect(await findSizeFill(db, VRSCTEST)).toBe('unknown');
  await follower.recorded.advance();
  await follower.step();
  await filler.ended;
  const after = await readSizes();
  expect([...sizes.keys()].map((key) => [key, after.get(key)])).toEqual([...sizes]);
  expect([...after.values()]).not.toContain(null);
});

test('the indexer fills in beside the follower, and shows how much is left', async () => {
  const { db } = database;
  const sizes = await readSizes();
  const tip = await findCursor(db, VRSCTEST);
  const from = FORK - 10;
  await db.$executeRawUnsafe(`UPDATE transaction SET size = NULL WHERE height >= ${from}`);
  expect([...(await readSizes()).values()]).toContain(null);
  await db.sizeFill.create({ data: { chainId: VRSCTEST, nextHeight: from, endHeight: tip?.height ?? 0 } });
  const registry = new Registry();
  const followers = await followNetworks({
    ...{ networks: [settingsOf('vrsctest-a', [follower.recorded.url])], subgraphs: [], bus: new MemoryBus() },
    ...{ databases: ofAllChains(db), logger: silent, pollMs: 20, connectNodes, metrics: new FollowerMetrics(registry) },
  });
  const left = async () => (await registry.getSingleMetric('ledgergraph_size_fill_heights')?.get())?.values[0]?.value;
  await waitFor(async () => (await left()) === 0, { what: 'the end' });
  await followers.stop();
  expect(await readSizes()).toEqual(sizes);
});
