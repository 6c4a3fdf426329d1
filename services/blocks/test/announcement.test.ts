import { createClient, createRouterTransport } from '@connectrpc/connect';
import { listNetworks } from '@ledgergraph/chain-kit/chain/saved-networks';
import { Awaits, BlockStreamService } from '@ledgergraph/proto-schemas/chain/v1/stream';
import { recordingDir } from '@ledgergraph/recorded-node/recording';
import { startRecordedNode } from '@ledgergraph/recorded-node/start-recorded-node';
import { ofAllChains } from '@ledgergraph/service-kit/db/database-map';
import { waitFor } from '@ledgergraph/test-kit/wait-for';
import { listAwaited, resetAwaited, saveAwaited } from '#/db/awaited-networks.ts';
import type { ChainNodes } from '#/following/chain-node.ts';
import { connectNodes } from '#/following/verus-nodes.ts';
import { NetworkFollower } from '#/networks/network-follower.ts';
import { blockStreamService } from '#/stream/block-stream-service.ts';
import { settingsOf, silent } from './follow-recording.ts';
import { openDatabase, type TestDatabase } from './open-database.ts';
import { openApi } from './query-api.ts';

/** The node's first block with calls about currencies. */
const ACTIVATION = 160;

let database: TestDatabase;
beforeEach(async () => {
  database = await openDatabase();
});
afterEach(() => database.close());

const startNode = (name: 'vrsctest-a' | 'pchain-a', from: number) =>
  startRecordedNode({ recordingDir: recordingDir(name), user: 'user', password: 'password', from });

const hasDefinition = async (): Promise<boolean | undefined> => {
  const [network] = await listNetworks(database.db);
  return network && network.nativeDefinition !== null;
};

function follow(name: 'vrsctest-a' | 'pchain-a', url: string, watch = (nodes: ChainNodes): ChainNodes => nodes) {
  const settings = settingsOf(name, [url]);
  return new NetworkFollower({
    settings,
    db: database.db,
    logger: silent,
    pollMs: 20,
    onCommit: () => undefined,
    nodes: watch(connectNodes(settings)),
  });
}

test('the native definition is announced before the block that activates currencies is read', async () => {
  const recorded = await startNode('vrsctest-a', ACTIVATION - 3);
  const readings = new Map<number, boolean | undefined>();
  const watch = (nodes: ChainNodes): ChainNodes => ({
    ...nodes,
    choose: async () => {
      const node = await nodes.choose();
      return {
        ...node,
        readBlocks: async (from, to) => {
          readings.set(to, await hasDefinition());
          return node.readBlocks(from, to);
        },
      };
    },
  });
  const follower = follow('vrsctest-a', recorded.url, watch);
  for (let height = ACTIVATION - 3; height <= ACTIVATION + 1; height += 1) {
    await waitFor(() => follower.status().cursor?.height === height, { what: `block ${height}` });
    await recorded.advance();
  }
  await follower.stop();
  await recorded.stop();
  const heights = [-3, -2, -1, 0, 1].map((distance) => ACTIVATION + distance);
  expect(heights.map((height) => readings.get(height))).toEqual([false, false, false, true, true]);
});

test('a launched chain is reported as waiting until its definition names the root of its names', async () => {
  const recorded = await startNode('pchain-a', 0);
  const follower = follow('pchain-a', recorded.url);
  await waitFor(() => follower.status().faults.length > 0, { what: 'the reason' });
  expect(follower.status().faults).toEqual([expect.stringContaining('has not yet defined the native currency')]);
  const { chainId } = settingsOf('pchain-a', []);
  const awaits = async () => (await listAwaited(database.db)).map(({ awaits }) => awaits);
  await waitFor(async () => (await awaits()).length > 0, { what: 'what it waits for' });
  const api = await openApi(database.db);
  const stream = createClient(
    BlockStreamService,
    createRouterTransport(({ service }) => {
      service(BlockStreamService, blockStreamService({ databases: ofAllChains(database.db), subgraphs: [] }));
    }),
  );
  expect(await stream.listNetworks({})).toMatchObject({
    networks: [],
    awaited: [{ chainId, name: 'pchain', awaits: Awaits.NATIVE_DEFINITION }],
  });
  const ready = async () => (await api.server.inject('/readyz')).json();
  const waitsFor = expect.stringContaining('has not yet defined the native currency');
  expect(await ready()).toEqual({ ready: true, details: [{ name: 'pchain', waitsFor }] });
  await recorded.advance();
  await waitFor(() => follower.status().cursor?.height === 1, { what: 'block 1' });
  expect(follower.status().faults).toEqual([]);
  expect(await listNetworks(database.db)).toMatchObject([{ rootName: 'VRSCTEST' }]);
  expect((await stream.listNetworks({})).awaited).toEqual([]);
  expect(await ready()).toEqual({ ready: true, details: [] });
  await api.close();
  await follower.stop();
  await recorded.stop();
});

test('a network waits for its node until one answers; a restart forgets those that are no longer configured', async () => {
  const noNode = settingsOf('pchain-a', ['http://127.0.0.1:1']);
  await resetAwaited(database.db, [noNode, { chainId: 'i1', name: 'other' }]);
  expect(await listAwaited(database.db)).toMatchObject([
    { name: 'other', awaits: 'NODE' },
    { name: 'pchain', awaits: 'NODE' },
  ]);
  await saveAwaited(database.db, noNode, 'NATIVE_DEFINITION');
  await resetAwaited(database.db, [noNode]);
  expect(await listAwaited(database.db)).toEqual([
    { chainId: noNode.chainId, name: 'pchain', awaits: 'NATIVE_DEFINITION' },
  ]);
  const follower = follow('pchain-a', 'http://127.0.0.1:1');
  await waitFor(async () => (await listAwaited(database.db))[0]?.awaits === 'NODE', { what: 'the node to be missed' });
  await follower.stop();
});
