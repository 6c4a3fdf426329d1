import { Writable } from 'node:stream';
import { findCursor } from '@ledgergraph/chain-kit/chain/cursor';
import { listNetworks } from '@ledgergraph/chain-kit/chain/saved-networks';
import { recordingDir } from '@ledgergraph/recorded-node/recording';
import { type RecordedNode, startRecordedNode } from '@ledgergraph/recorded-node/start-recorded-node';
import { waitFor } from '@ledgergraph/test-kit/wait-for';
import { pino } from 'pino';
import { connectNodes } from '#/following/verus-nodes.ts';
import { NetworkFollower } from '#/networks/network-follower.ts';
import { VRSCTEST } from './apply-recording.ts';
import { settingsOf } from './follow-recording.ts';
import { countRows, openDatabase, readRows, type TestDatabase } from './open-database.ts';

const TIP = 620;
/** Hundreds of blocks below, and below the activation of currencies. */
const AFTER_CRASH = 140;

let database: TestDatabase;
let warnings: string[];
beforeEach(async () => {
  database = await openDatabase();
  warnings = [];
});
afterEach(() => database.close());

const startNode = (from: number, port = 0): Promise<RecordedNode> =>
  startRecordedNode({ recordingDir: recordingDir('vrsctest-a'), user: 'user', password: 'password', from, port });

function follow(url: string) {
  const settings = settingsOf('vrsctest-a', [url]);
  const lines = new Writable({
    write: (line: Buffer, _, done) => {
      warnings.push(JSON.parse(line.toString()).msg);
      done();
    },
  });
  return new NetworkFollower({
    settings,
    db: database.db,
    nodes: connectNodes(settings),
    pollMs: 20,
    onCommit: () => undefined,
    logger: pino({ level: 'warn' }, lines),
  });
}

test('the follower waits for a node that lost hundreds of blocks in a crash: nothing is reverted, and it goes on', async () => {
  const { db } = database;
  const tipHeight = async () => (await findCursor(db, VRSCTEST))?.height;
  const before = await startNode(TIP);
  const follower = follow(before.url);
  await waitFor(() => follower.status().outcome === 'at-tip', { what: 'the tip of the node' });
  expect(await tipHeight()).toBe(TIP);
  const announced = await listNetworks(db);
  expect(announced[0]?.nativeDefinition).not.toBeNull();

  await before.stop();
  const port = Number(new URL(before.url).port);
  // A client of another test may have the port for a moment.
  const after = await waitFor(() => startNode(AFTER_CRASH, port).catch(() => undefined), { what: `port ${port}` });
  await waitFor(() => follower.status().outcome === 'lagging', { what: 'the node to be found behind' });
  expect(follower.status().failingSince).toBeNull();
  expect(await readRows(db, 'node_tip')).toMatchObject([
    { height: TIP, aheadSince: null, silentSince: expect.any(Date) },
  ]);
  const fault = (height: number) => `is behind us, at block ${height} while we have ${TIP}`;
  await waitFor(() => follower.status().faults[0]?.includes(fault(AFTER_CRASH)), { what: 'the fault of the node' });
  await after.advance(10);
  await waitFor(() => follower.status().faults[0]?.includes(fault(AFTER_CRASH + 10)), { what: 'the next look' });
  expect(await tipHeight()).toBe(TIP);
  await follower.stop();
  expect(warnings.filter((message) => message.includes('is behind us'))).toHaveLength(1);

  // The node does not define its currency at this height; its earlier definition still holds.
  const restarted = follow(after.url);
  await waitFor(() => restarted.status().outcome === 'lagging', { what: 'the follower to find that again' });
  expect(await listNetworks(db)).toEqual(announced);
  await after.advanceTo(TIP + 20);
  await waitFor(async () => (await tipHeight()) === TIP + 20, { what: 'the blocks behind ours' });
  expect(await countRows(db, 'reorg')).toBe(0);
  expect(await readRows(db, 'block', 'WHERE NOT main')).toEqual([]);
  await restarted.stop();
  await after.stop();
});
