import { findCursor } from '@ledgergraph/chain-kit/chain/cursor';
import { listNetworks } from '@ledgergraph/chain-kit/chain/saved-networks';
import { MemoryBus } from '@ledgergraph/event-bus/memory-bus';
import { recordingDir } from '@ledgergraph/recorded-node/recording';
import { startRecordedNode } from '@ledgergraph/recorded-node/start-recorded-node';
import { ofAllChains } from '@ledgergraph/service-kit/db/database-map';
import { readNormalizedBlocks, readNormalizedOrphans } from '@ledgergraph/test-kit/normalized-blocks';
import { listConfiguredEnvironments } from '#/db/configured-environments.ts';
import { saveNodeTip } from '#/db/node-tip.ts';
import { followChain } from '#/following/follow-chain.ts';
import { connectNodes } from '#/following/verus-nodes.ts';
import { followNetworks } from '#/networks/follow-networks.ts';
import { NetworkFollower } from '#/networks/network-follower.ts';
import { loadChainProgress } from '#/progress/load-chain-progress.ts';
import { hashOf, VRSCTEST } from './apply-recording.ts';
import { followRecording, settingsOf, silent } from './follow-recording.ts';
import { countRows, openDatabase, readRows, type TestDatabase } from './open-database.ts';

const main = readNormalizedBlocks('vrsctest-a');

let database: TestDatabase;
beforeEach(async () => {
  database = await openDatabase();
});
afterEach(() => database.close());

const startNode = (from: number | 'end', user = 'user') =>
  startRecordedNode({ recordingDir: recordingDir('vrsctest-a'), user, password: 'password', from });
const tipHeight = async () => (await findCursor(database.db, VRSCTEST))?.height;

test('a node is not ahead any more once its last block is applied, also when it is never reached again', async () => {
  const follower = await followRecording('vrsctest-a', database.db, 300);
  expect(await follower.step()).toBe('advanced');
  await follower.close();
  await saveNodeTip(database.db, VRSCTEST, null);
  expect(await readRows(database.db, 'node_tip')).toMatchObject([{ height: 300, aheadSince: null }]);
});

test('a lagging node causes no reorganisation', async () => {
  const ahead = await followRecording('vrsctest-a', database.db, 300);
  await ahead.step();
  await ahead.close();
  const behind = await followRecording('vrsctest-a', database.db, 250);
  expect(await behind.step()).toBe('lagging');
  expect(await tipHeight()).toBe(300);
  await behind.recorded.advanceTo(320);
  expect(await behind.step()).toBe('advanced');
  expect(await tipHeight()).toBe(320);
  expect(await countRows(database.db, 'reorg')).toBe(0);
  await behind.close();
});

test('the follower waits for a node on a lighter branch, and follows a heavier branch', async () => {
  // The orphaned branch of the third reorganisation ends at 440; the main chain weighs more from 441 on.
  const orphanTip = hashOf(readNormalizedOrphans('vrsctest-a')[2]?.blocks.at(-1));
  const straight = await followRecording('vrsctest-a', database.db, 'end');
  await straight.step();
  await straight.close();
  const fresh = await followRecording('vrsctest-a', database.db, 428);
  while (fresh.recorded.tip().hash !== orphanTip) await fresh.recorded.advance();
  expect(await fresh.step()).toBe('outweighed');
  expect(await tipHeight()).toBe(667);
  // It has blocks that we do not take, though it is lower: if that persists, it is a stall.
  expect((await readRows(database.db, 'node_tip'))[0]?.aheadSince).not.toBeNull();
  await fresh.close();
  expect(await countRows(database.db, 'reorg')).toBe(0);
});

test('the heaviest of several nodes is followed, and another takes over when it fails', async () => {
  const [ahead, behind] = await Promise.all([startNode(320), startNode(300)]);
  const nodes = connectNodes(settingsOf('vrsctest-a', [behind.url, ahead.url]));
  const follower = new NetworkFollower({
    settings: settingsOf('vrsctest-a', []),
    db: database.db,
    nodes,
    logger: silent,
    pollMs: 50,
    onCommit: () => undefined,
  });
  await until(async () => (await tipHeight()) === 320);
  await ahead.stop();
  await behind.advanceTo(330);
  await until(async () => (await tipHeight()) === 330);
  expect(follower.status()).toMatchObject({ faults: [], passedOver: [expect.stringContaining('cannot be reached')] });
  await follower.stop();
  await behind.stop();
  expect(await countRows(database.db, 'reorg')).toBe(0);
});

test('a node that freezes is reported eight seconds after its last answer, and forgotten as soon as it answers', async () => {
  const recorded = await startNode(300);
  const settings = settingsOf('vrsctest-a', [recorded.url]);
  const follower = new NetworkFollower({
    settings,
    db: database.db,
    logger: silent,
    pollMs: 50,
    nodes: connectNodes(settings),
    onCommit: () => undefined,
  });
  const progressAt = async (now: Date) => {
    const [network] = await listNetworks(database.db);
    return network && loadChainProgress(database.db, network, [], now);
  };
  const seenAt = async () => (await readRows(database.db, 'node_tip'))[0].seenAt;
  await until(async () => (await progressAt(new Date()))?.status === 'LIVE');
  recorded.setFault({ kind: 'silent' });
  await until(async () => follower.status().faults.some((fault) => fault.includes('no complete answer in time')));
  const last = await seenAt();
  const after = (ms: number) => progressAt(new Date(last.getTime() + ms));
  expect(await after(7_999)).toMatchObject({ status: 'LIVE', nodeHeight: 300 });
  expect(await after(8_000)).toMatchObject({ status: 'NODE_UNAVAILABLE', nodeHeight: null, stalls: [] });
  // Unanswered looks are no signs of life.
  expect(await seenAt()).toEqual(last);
  recorded.setFault(null);
  await until(async () => (await progressAt(new Date()))?.status === 'LIVE');
  await follower.stop();
  await recorded.stop();
});

test('a node that freezes in the middle of a step is reported as well, and the step is given up', async () => {
  const recorded = await startNode(300);
  const nodes = connectNodes(settingsOf('vrsctest-a', [recorded.url]));
  const node = await nodes.choose();
  const deps = { chainId: VRSCTEST, db: database.db, logger: silent, onCommit: () => undefined };
  const seenAt = async () => (await readRows(database.db, 'node_tip'))[0]?.seenAt.getTime() ?? 0;
  let isFrozen = false;
  const step = followChain(deps, {
    ...node,
    // A slow answer of a working node, then none.
    readBlocks: async (from, to) => {
      const begun = await seenAt();
      await until(async () => (await seenAt()) > begun);
      isFrozen = true;
      recorded.setFault({ kind: 'silent' });
      return node.readBlocks(from, to);
    },
  });
  await expect(step).rejects.toThrow('no complete answer in time');
  expect(isFrozen).toBe(true);
  await nodes.close();
  await recorded.stop();
});

test('the environments of networks.yaml are known before any node has answered, and replaced by those of another file', async () => {
  const follow = async (settings: ReturnType<typeof settingsOf>[], expected: string[]) => {
    const followers = await followNetworks({
      networks: settings,
      subgraphs: [],
      databases: ofAllChains(database.db),
      bus: new MemoryBus(),
      logger: silent,
      pollMs: 50,
      connectNodes,
    });
    await until(async () => String(await listConfiguredEnvironments(database.db)) === String(expected));
    await followers.stop();
  };
  expect(await listConfiguredEnvironments(database.db)).toEqual([]);
  const noNode = ['http://127.0.0.1:1'];
  await follow([settingsOf('vrsctest-a', noNode), settingsOf('pchain-a', noNode)], ['MAINNET', 'TESTNET']);
  await follow([settingsOf('pchain-a', noNode)], ['MAINNET']);
  expect(await listNetworks(database.db)).toEqual([]);
});

test('an announcement over ZMQ saves waiting for the poll', async () => {
  const recorded = await startRecordedNode({
    recordingDir: recordingDir('vrsctest-a'),
    user: 'user',
    password: 'password',
    from: 20,
    zmqPort: 0,
  });
  const settings = { ...settingsOf('vrsctest-a', [recorded.url]), zmq: String(recorded.zmqUrl) };
  const followers = await followNetworks({
    networks: [settings],
    subgraphs: [],
    databases: ofAllChains(database.db),
    bus: new MemoryBus(),
    logger: silent,
    pollMs: 600_000,
    connectNodes,
  });
  await until(async () => (await tipHeight()) === 20 && followers.status()[0]?.outcome === 'at-tip');
  await until(async () => {
    // The first announcements may come before the subscription.
    await recorded.advance();
    return Number(await tipHeight()) > 20;
  });
  await followers.stop();
  await recorded.stop();
});

test('each fault has its own message, and the follower waits for a node that warms up', async () => {
  const recorded = await startNode(30);
  const settings = settingsOf('vrsctest-a', [recorded.url]);
  const [endpoint] = settings.endpoints;
  const trouble = async (change: Partial<typeof settings>) => {
    const nodes = connectNodes({ ...settings, ...change });
    const fault: unknown = await nodes.choose().then(
      () => undefined,
      (error: unknown) => error,
    );
    await nodes.close();
    return String(fault);
  };
  expect(await trouble({ endpoints: [{ ...endpoint, password: 'wrong' } as never] })).toContain(
    'refuses the RPC user or password',
  );
  expect(await trouble({ chainId: 'iP1Gzozfm1VJg8NFH7zcBjbYmTW4UafYbV' })).toContain('serves VRSCTEST');
  expect(await trouble({ endpoints: [{ ...endpoint, url: 'http://127.0.0.1:1' } as never] })).toContain(
    'cannot be reached',
  );

  recorded.setFault({ kind: 'warming-up', message: 'Loading block index...' });
  const nodes = connectNodes(settings);
  const follower = new NetworkFollower({
    settings,
    db: database.db,
    nodes,
    logger: silent,
    pollMs: 50,
    onCommit: () => undefined,
  });
  await until(async () => follower.status().faults.some((fault) => fault.includes('Loading block index...')));
  // The fault is saved after its report.
  await until(async () => (await readRows(database.db, 'node_tip')).length > 0);
  expect((await readRows(database.db, 'node_tip'))[0]).toMatchObject({ height: null, silentSince: expect.any(Date) });
  recorded.setFault(null);
  await until(async () => (await tipHeight()) === 30 && follower.status().faults.length === 0);

  // A node that hangs must not hold up the stop.
  recorded.setFault({ kind: 'silent' });
  follower.wake();
  await new Promise((resolve) => setTimeout(resolve, 100));
  const asked = Date.now();
  await follower.stop();
  expect(Date.now() - asked).toBeLessThan(10_000);
  await recorded.stop();
});

test('failed polls revert nothing and give the time since when, also for a node that has blocks but does not send them', async () => {
  const readTip = async () => (await readRows(database.db, 'node_tip'))[0];
  await saveNodeTip(database.db, VRSCTEST, { height: 31, isAhead: true, notarizedHash: null });
  const heard = await readTip();
  expect(heard).toMatchObject({ aheadSince: expect.any(Date), silentSince: null });
  await saveNodeTip(database.db, VRSCTEST, null);
  const silent = await readTip();
  expect(silent).toEqual({ ...heard, silentSince: expect.any(Date) });
  await saveNodeTip(database.db, VRSCTEST, null);
  expect(await readTip()).toEqual(silent);
  await saveNodeTip(database.db, VRSCTEST, { height: 31, isAhead: true, notarizedHash: null });
  const again = await readTip();
  expect(again).toEqual({ ...heard, seenAt: expect.any(Date) });
  expect(again?.seenAt.getTime()).toBeGreaterThan(heard?.seenAt.getTime() ?? Number.NaN);
  await saveNodeTip(database.db, VRSCTEST, { height: 31, isAhead: false, notarizedHash: null });
  expect(await readTip()).toMatchObject({ aheadSince: null });
});

test('a kill between two batches leaves whole batches, and the next start goes on behind them', async () => {
  const follower = await followRecording('vrsctest-a', database.db, 400);
  const node = await follower.nodes.choose();
  let batches = 0;
  const dying = {
    ...node,
    readBlocks: async (from: number, to: number) => {
      batches += 1;
      if (batches === 3) throw new Error('killed');
      return node.readBlocks(from, to);
    },
  };
  const deps = { chainId: VRSCTEST, db: database.db, logger: silent, onCommit: () => undefined };
  await expect(followChain(deps, dying)).rejects.toThrow('killed');
  const kept = Number(await tipHeight());
  expect(kept).toBeGreaterThan(0);
  expect(kept).toBeLessThan(400);
  expect(await countRows(database.db, 'block')).toBe(kept + 1);
  await follower.step();
  expect(await tipHeight()).toBe(400);
  expect(hashOf(main[400])).toBe((await findCursor(database.db, VRSCTEST))?.hash);
  await follower.close();
});

async function until(condition: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 120_000;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error('it did not come to pass in two minutes');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
