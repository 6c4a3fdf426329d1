import { rm } from 'node:fs/promises';
import type { RunningStack } from '@ledgergraph/local';
import { recordingDir } from '@ledgergraph/recorded-node/recording';
import { type RecordedNode, startRecordedNode } from '@ledgergraph/recorded-node/start-recorded-node';
import type { Untyped } from '@ledgergraph/test-kit/client';
import { readRoleLog } from '@ledgergraph/test-kit/role-log';
import {
  addressOf,
  CREDENTIALS,
  makeDataFolder,
  StackClient,
  startStackOn,
  writeNetworksFile,
} from '@ledgergraph/test-kit/stack';
import { waitFor } from '@ledgergraph/test-kit/wait-for';

const VRSCTEST = 'iJhCezBExJHvtyH3fGhNnt2NhU4Ztkf2yq';
/** Below and above the block from which the node answers calls about currencies. */
const YOUNG = 30;
const GROWN = 190;

const giveUp = new AbortController();
let dataDir: string;
let node: RecordedNode;
let starting: Promise<RunningStack>;
let isReady = false;

beforeAll(async () => {
  dataDir = await makeDataFolder();
  node = await startRecordedNode({ recordingDir: recordingDir('vrsctest-a'), ...CREDENTIALS, from: YOUNG, zmqPort: 0 });
  const networksFile = await writeNetworksFile(dataDir, [
    { recording: 'vrsctest-a', urls: [node.url], zmq: node.zmqUrl },
  ]);
  starting = startStackOn(networksFile, {}, giveUp.signal);
  starting.then(
    () => {
      isReady = true;
    },
    () => undefined,
  );
});

afterAll(async () => {
  giveUp.abort(new Error('the test is over'));
  await (await starting.catch(() => undefined))?.stop();
  await node.stop();
  await rm(dataDir, { recursive: true, force: true });
});

/** 40 are warnings. */
async function readLog(role: string, level: number): Promise<Untyped[]> {
  const lines = await readRoleLog(dataDir, role);
  return lines.map((line) => JSON.parse(line) as Untyped).filter((line) => line.level >= level);
}

test('below the activation of currencies the start waits, and currencies reports for what, once', async () => {
  const lines = await waitFor(
    async () => {
      const found = await readLog('currencies-indexer', 40);
      return found.some(({ msg }) => /not yet defined the native currency/.test(msg)) && found;
    },
    { what: 'currencies to report what it waits for' },
  );
  expect(lines.filter(({ chain }) => chain === 'VRSCTEST')).toHaveLength(1);
  for (let step = 0; step < 5; step += 1) await node.advance();
  await waitFor(async () => (await readLog('blocks-indexer', 30)).some(({ to }) => to?.height === YOUNG + 5), {
    what: 'the follower to take the next blocks',
  });
  expect(isReady).toBe(false);
});

test('once the node is past it every subgraph comes to the tip, and no process had to be started again', async () => {
  await node.advanceTo(GROWN);
  const running = await starting;
  const client = new StackClient(addressOf(running));
  await client.waitForTip('test', node.tip());
  const { data } = await client.query(
    'test',
    '{ syncState { status subgraphs { name height } } networks { nativeCurrency { id: currencyId name } } }',
  );
  expect(data.networks).toEqual([{ nativeCurrency: { id: VRSCTEST, name: 'VRSCTEST' } }]);
  const heights = data.syncState.subgraphs.map(({ height }: { height: number }) => height);
  expect(heights).toEqual(heights.map(() => GROWN));
  expect(heights).toHaveLength(6);
  // It is counted from the first block, before its definition came.
  const early = await client.query(
    'test',
    '{ networks { nativeCurrency { state(asOf: { height: 20 }) { supply } } } }',
  );
  expect(early.errors).toEqual([]);
  expect(early.data.networks).toEqual([{ nativeCurrency: { state: { supply: '50000120.00000000' } } }]);

  const lines = await readLog('currencies-indexer', 40);
  expect(lines.filter(({ chain }) => chain !== undefined)).toHaveLength(1);
  expect(lines.filter(({ err }) => JSON.stringify(err ?? '').includes('native definition'))).toEqual([]);
  const starts = await readLog('currencies-indexer', 30);
  expect(new Set(starts.map(({ pid }) => pid)).size).toBe(1);
});
