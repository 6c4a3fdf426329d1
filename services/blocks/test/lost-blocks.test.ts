import { Code } from '@connectrpc/connect';
import { BATCH_BLOCKS } from '@ledgergraph/chain-kit/batch-blocks';
import { findCursor, rewindCursor } from '@ledgergraph/chain-kit/chain/cursor';
import { bytes, hex } from '@ledgergraph/chain-kit/hex';
import { MemoryBus } from '@ledgergraph/event-bus/memory-bus';
import { BlockMissedSchema } from '@ledgergraph/proto-schemas/chain/v1/events';
import { SUBJECTS } from '@ledgergraph/proto-schemas/subjects';
import { recordingDir } from '@ledgergraph/recorded-node/recording';
import { startRecordedNode } from '@ledgergraph/recorded-node/start-recorded-node';
import { readNormalizedBlocks, readNormalizedOrphans } from '@ledgergraph/test-kit/normalized-blocks';
import { waitFor } from '@ledgergraph/test-kit/wait-for';
import { findMainAncestor } from '#/db/main-chain.ts';
import { saveNodeTip } from '#/db/node-tip.ts';
import { lockPool } from '#/db/pool-rows.ts';
import { findLastReorg } from '#/db/reorg-rows.ts';
import { onMissed } from '#/events/bells.ts';
import type { ChainNode } from '#/following/chain-node.ts';
import { followChain } from '#/following/follow-chain.ts';
import { MissedBlocks } from '#/following/missed-blocks.ts';
import { connectNodes } from '#/following/verus-nodes.ts';
import { revertBlocks } from '#/indexing/revert-blocks.ts';
import { NetworkFollower } from '#/networks/network-follower.ts';
import { readBlocks } from '#/stream/read-blocks.ts';
import { RecentBlocks } from '#/stream/recent-blocks.ts';
import { ConnectionError } from '#/verus-rpc/errors.ts';
import { announceVrsctest, apply, hashOf, VRSCTEST } from './apply-recording.ts';
import { followRecording, readMainRows, settingsOf, silent } from './follow-recording.ts';
import { countRows, openDatabase, readRows, type TestDatabase } from './open-database.ts';

const main = readNormalizedBlocks('vrsctest-a');
const [orphans = []] = readNormalizedOrphans('vrsctest-a').map(({ blocks }) => blocks);
const lost = { height: orphans.at(-1)?.height ?? 0, hash: hashOf(orphans.at(-1)) };
const TIP = 420;
const NODE = { recordingDir: recordingDir('vrsctest-a'), user: 'user', password: 'password' };

let database: TestDatabase;
beforeEach(async () => {
  database = await openDatabase();
});
afterEach(() => database.close());

async function loseBranch() {
  const live = await followRecording('vrsctest-a', database.db, 410);
  await live.step();
  await live.recorded.advanceTo(TIP);
  await live.step();
  const missed = new MissedBlocks();
  const onCommit = (): void => {
    throw new Error('the main chain does not move');
  };
  const { chainId, nodes } = live;
  const look = async () =>
    followChain({ chainId, db: database.db, logger: silent, missed, onCommit }, await nodes.choose());
  return { ...live, missed, look };
}

/** Without times of the clock and the order of blocks of a height. */
const readLeft = ({ db }: TestDatabase) =>
  db.$queryRawUnsafe<{ block: { main: boolean }; transactions: object[] }[]>(
    `SELECT to_jsonb(block) - '{applied_at,ordinal}'::text[] AS block,
            (SELECT jsonb_agg(to_jsonb(tx) - 'ordinal' ORDER BY index) FROM transaction tx
              WHERE (tx.chain, tx.height, tx.ordinal) = (block.chain, block.height, block.ordinal)) AS transactions
       FROM block WHERE NOT main AND height < $1 ORDER BY height`,
    TIP,
  );

const readRemoved = ({ db }: TestDatabase) =>
  db.$queryRawUnsafe<{ hash: string }[]>(
    "SELECT chain, height, encode(hash, 'hex') AS hash, time::text FROM removed_block ORDER BY height",
  );

test('a branch that the node has left is written again with what a reorganisation leaves behind; the main chain stays', async () => {
  const live = await loseBranch();
  expect(await readLeft(database)).toEqual([]);
  live.missed.note(lost.hash);
  expect(await live.look()).toBe('at-tip');
  expect(live.missed.list()).toEqual([]);
  const forkHeight = lost.height - orphans.length;
  expect(await findLastReorg(database.db, live.chainId)).toMatchObject({
    forkHeight,
    depth: orphans.length,
    finalBlocks: 0,
    oldTipHash: lost.hash,
    newTipHash: hashOf(main[TIP]),
  });
  const fork = { height: forkHeight, hash: hashOf(main[forkHeight]) };
  expect(await findMainAncestor(database.db, live.chainId, lost.hash)).toEqual(fork);

  const other = await openDatabase();
  const through = await followRecording('vrsctest-a', other.db, lost.height);
  await through.step();
  expect(await findCursor(other.db, through.chainId)).toMatchObject(lost);
  await through.recorded.advanceTo(TIP);
  await through.step();
  const left = await readLeft(database);
  expect(left.map(({ block }) => block.main)).toEqual(orphans.map(() => false));
  // Also the values that a node omits once it has left a branch.
  expect(left).toEqual(await readLeft(other));
  // Blocks that left the main chain are distinguished from unknown ones.
  expect((await readRemoved(database)).map(({ hash }) => hash)).toEqual(orphans.map(hashOf));
  expect(await readRemoved(database)).toEqual(await readRemoved(other));
  expect(await readMainRows(database.db, live.chainId)).toEqual(await readMainRows(other.db, live.chainId));
  await Promise.all([live.close(), through.close()]);
  await other.close();
});

test('a block that the node has on its chain, or does not have, is asked for once in a while, and a flood of them few at a time', async () => {
  const live = await loseBranch();
  const node = await live.nodes.choose();
  const asked: string[] = [];
  const readAbandoned: ChainNode['readAbandoned'] = (hash) => {
    asked.push(hash);
    return node.readAbandoned(hash);
  };
  const watched = { ...node, readAbandoned };
  const { chainId, missed } = live;
  const look = () => followChain({ chainId, db: database.db, logger: silent, missed, onCommit: () => {} }, watched);
  const unknown = Array.from({ length: 500 }, (_, index) => index.toString(16).padStart(64, 'a'));
  for (let round = 0; round < 3; round += 1) for (const hash of [hashOf(main[415]), ...unknown]) missed.note(hash);
  await look();
  expect(asked).toEqual(unknown.slice(0, 9));
  for (let round = 0; round < 10; round += 1) await look();
  expect(asked).toEqual(unknown.slice(0, 39));
  for (const hash of asked) missed.note(hash);
  expect(missed.list()).toEqual([]);
  expect(await countRows(database.db, 'reorg')).toBe(0);
  await live.close();
});

test('a branch that the node does not give well is no reason to follow it no longer, and a fault that passes is waited for', async () => {
  const live = await loseBranch();
  const node = await live.nodes.choose();
  const { chainId, missed } = live;
  const look = (readAbandoned: ChainNode['readAbandoned']) =>
    followChain({ chainId, db: database.db, logger: silent, missed, onCommit: () => {} }, { ...node, readAbandoned });
  missed.note(lost.hash);
  const passing = new ConnectionError('node', 'reset');
  expect(await look(() => Promise.reject(passing))).toBe('at-tip');
  expect(missed.list()).toEqual([lost.hash]);
  const other = orphans.at(-2);
  expect(await look(() => node.readAbandoned(hashOf(other)))).toBe('at-tip');
  expect([missed.list(), await readLeft(database)]).toEqual([[], []]);
  await live.close();
});

test('a branch of more than 16 MiB is left where it is, and no more of it is read', async () => {
  const live = await loseBranch();
  const node = await live.nodes.choose();
  const { chainId, missed } = live;
  let asked = 0;
  const readAbandoned: ChainNode['readAbandoned'] = async (hash) => {
    const read = await node.readAbandoned(hash);
    if (read === null) return null;
    asked += 1;
    const [coinbase, ...rest] = read.block.transactions;
    if (coinbase === undefined) return read;
    const large = { ...coinbase, fragment: new Uint8Array(9 * 1024 * 1024) };
    return { ...read, block: { ...read.block, transactions: [large, ...rest] } };
  };
  missed.note(lost.hash);
  await followChain(
    { chainId, db: database.db, logger: silent, missed, onCommit: () => {} },
    { ...node, readAbandoned },
  );
  expect([missed.list(), asked, await readLeft(database)]).toEqual([[], 2, []]);
  expect(orphans.length).toBeGreaterThan(2);
  await live.close();
});

test('a follower that finds its database gone back looks for the branches that it applied, and writes again what the node has left', async () => {
  const { db } = database;
  const recorded = await startRecordedNode({ ...NODE, from: lost.height });
  const settings = settingsOf('vrsctest-a', [recorded.url]);
  const promotion = afterNextCursor(db, goBack);
  const follower = new NetworkFollower({
    settings,
    db: promotion.db,
    nodes: connectNodes(settings),
    pollMs: 20,
    onCommit: () => undefined,
    logger: silent,
  });
  const cursor = async () => (await findCursor(db, VRSCTEST))?.hash;
  await waitFor(async () => (await cursor()) === lost.hash, { what: 'the branch' });
  await recorded.advanceTo(TIP);
  await waitFor(async () => (await cursor()) === hashOf(main[TIP]), { what: 'the branch to be left' });
  await promotion.happen();
  await waitFor(async () => (await findMainAncestor(db, VRSCTEST, lost.hash)) !== null, { what: 'the branch again' });
  expect(await cursor()).toBe(hashOf(main[TIP]));
  expect(await readRows(db, 'reorg')).toMatchObject([{ depth: orphans.length }]);
  await follower.stop();
  await recorded.stop();
});

/** In one transaction, as a promotion never shows the follower a half of it. */
async function goBack(db: TestDatabase['db']): Promise<void> {
  await db.$transaction(async (tx) => {
    const keep = lost.height - orphans.length;
    const at = { height: TIP, hash: hashOf(main[TIP]) };
    await rewindCursor(tx, VRSCTEST, at, keep);
    await revertBlocks(tx, VRSCTEST, keep);
    await tx.$executeRawUnsafe('DELETE FROM block WHERE height > $1', keep);
    await tx.$executeRawUnsafe('DELETE FROM transaction WHERE height > $1', keep);
    await tx.$executeRawUnsafe('DELETE FROM reorg');
  });
}

/** Something happens once between a read of the cursor and the next statement. */
function afterNextCursor<Database extends TestDatabase['db']>(db: Database, happens: (db: Database) => Promise<void>) {
  let armed: PromiseWithResolvers<void> | undefined;
  const read: typeof db.$queryRawUnsafe = (sql, ...values) => {
    const answer = db.$queryRawUnsafe(sql, ...values);
    if (armed === undefined || !sql.includes('FROM sync_cursor')) return answer as never;
    const { resolve } = armed;
    armed = undefined;
    return answer.then(async (rows) => {
      await happens(db);
      resolve();
      return rows;
    }) as never;
  };
  const watched = new Proxy(db, {
    get: (target, name) => (name === '$queryRawUnsafe' ? read : Reflect.get(target, name, target)),
  });
  const happen = (): Promise<void> => {
    armed = Promise.withResolvers();
    return armed.promise;
  };
  return { db: watched, happen };
}

test('the bus names blocks that streams miss; what is no hash, or of another chain, is nothing to look for', async () => {
  const bus = new MemoryBus();
  const heard: string[][] = [];
  const stop = onMissed(bus, (...missed) => void heard.push(missed));
  const ring = (chainId: string, hash: Uint8Array): void =>
    bus.publish(SUBJECTS.blockMissed, BlockMissedSchema, { chainId, hash });
  for (const hash of [new Uint8Array(), new Uint8Array(31), new Uint8Array(33), new Uint8Array(100_000)])
    ring('iX', hash);
  ring('iX', bytes('ab'.repeat(32)));
  await waitFor(() => heard.length > 0, { what: 'the hash' });
  stop();
  expect(heard).toEqual([['iX', 'ab'.repeat(32)]]);
});

describe('a consumer that stands on a block which we never had', () => {
  const pull = (fromHeight: number) =>
    readBlocks(database.db, new RecentBlocks({ consumers: 1 }), {
      chainId: VRSCTEST,
      fromHeight,
      parentHash: bytes('ab'.repeat(32)),
      blocksMax: BATCH_BLOCKS,
      kinds: [],
    } as unknown as Parameters<typeof readBlocks>[2]);
  const saveTip = (height: number, isAhead = false) =>
    saveNodeTip(database.db, VRSCTEST, { height, isAhead, notarizedHash: null });

  test('gets a fork where all blocks of the node are fewer', async () => {
    await announceVrsctest(database.db);
    await apply(database.db, main.slice(0, 20));
    await saveTip(19);
    const { answer } = await pull(41);
    if (answer.case !== 'fork') throw new Error(`a ${answer.case} instead of a fork`);
    expect(answer.value.candidates.map(({ hash }) => hex(hash))[0]).toBe(hashOf(main[19]));
  });

  test('waits while the last word of the node is old, or names blocks that we lack', async () => {
    await announceVrsctest(database.db);
    await apply(database.db, main.slice(0, 50));
    await saveTip(49);
    await database.db.$executeRawUnsafe("UPDATE node_tip SET seen_at = now() - interval '1 minute'");
    await expect(pull(41)).rejects.toMatchObject({ code: Code.Unavailable });
    await saveTip(60, true);
    await expect(pull(41)).rejects.toMatchObject({ code: Code.Unavailable });
  });
});

test('the serials of a mempool begin again above all earlier ones in a database of another history', async () => {
  const { db } = database;
  const find = async () => (await readRows(db, 'pool'))[0];
  await lockPool(db, VRSCTEST);
  const first = await find();
  expect(await lockPool(db, VRSCTEST)).toBe(first.serial);
  await db.$executeRawUnsafe("UPDATE pool SET timeline = 'of another server'");
  const serial = await lockPool(db, VRSCTEST);
  expect(serial).toBeGreaterThan(first.serial);
  expect(await find()).toMatchObject({ serial, beginsAt: serial });
  expect(await lockPool(db, VRSCTEST)).toBe(serial);
});
