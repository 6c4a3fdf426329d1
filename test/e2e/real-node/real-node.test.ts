import { rm } from 'node:fs/promises';
import type { RunningStack } from '@ledgergraph/local';
import { findFreePort } from '@ledgergraph/local/postgres/find-free-port';
import { recordingDir } from '@ledgergraph/recorded-node/recording';
import { type RecordedNode, startRecordedNode } from '@ledgergraph/recorded-node/start-recorded-node';
import type { Untyped } from '@ledgergraph/test-kit/client';
import { readRoleLog } from '@ledgergraph/test-kit/role-log';
import {
  addressOf,
  CREDENTIALS,
  makeDataFolder,
  type RecordingName,
  StackClient,
  startStackOn,
  writeNetworksFile,
} from '@ledgergraph/test-kit/stack';
import { waitFor } from '@ledgergraph/test-kit/wait-for';

/** Below the first recorded reorganisation the nodes stand on one chain. */
const FIRST_TIP = 300;
const WRONG_PASSWORD = 'some-other-password';
const SYNC = '{ syncState { lastBlockHeight chainTipHeight blocksBehind isHealthy status } block(height: 1) { hash } }';

/** With settings for two nodes, whatever stands at their addresses. */
class Stand {
  readonly #nodes = new Map<number, RecordedNode>();
  readonly #giveUp = new AbortController();
  #ports: [number, number] = [0, 0];
  #dataDir = '';
  #starting: Promise<RunningStack> | undefined;
  isReady = false;

  async start(): Promise<void> {
    this.#ports = [await findFreePort(), await findFreePort()];
    this.#dataDir = await makeDataFolder();
    const urls = this.#ports.map((port) => `http://127.0.0.1:${port}`);
    const networksFile = await writeNetworksFile(this.#dataDir, [{ recording: 'vrsctest-a', urls }]);
    this.#starting = startStackOn(networksFile, {}, this.#giveUp.signal);
    this.#starting.then(
      () => {
        this.isReady = true;
      },
      () => undefined,
    );
  }

  async place(
    at: 0 | 1,
    recording: RecordingName,
    from: number,
    password = CREDENTIALS.password,
  ): Promise<RecordedNode> {
    await this.remove(at);
    const port = this.#ports[at];
    const node = await startRecordedNode({
      recordingDir: recordingDir(recording),
      ...CREDENTIALS,
      password,
      from,
      port,
    });
    this.#nodes.set(at, node);
    return node;
  }

  async remove(at: 0 | 1): Promise<void> {
    await this.#nodes.get(at)?.stop();
    this.#nodes.delete(at);
  }

  async waitForLog(at: 0 | 1, message: RegExp): Promise<string> {
    return waitFor(
      async () => {
        const lines = await readRoleLog(this.#dataDir, 'blocks-indexer');
        return lines.find((line) => line.includes(String(this.#ports[at])) && message.test(line));
      },
      { what: `the blocks indexer to log ${message}` },
    );
  }

  async started(): Promise<{ running: RunningStack; client: StackClient }> {
    if (this.#starting === undefined) throw new Error('not started');
    const running = await this.#starting;
    return { running, client: new StackClient(addressOf(running)) };
  }

  async stop(): Promise<void> {
    this.#giveUp.abort(new Error('the test is over'));
    await (await this.#starting?.catch(() => undefined))?.stop();
    await Promise.all([this.remove(0), this.remove(1)]);
    await rm(this.#dataDir, { recursive: true, force: true });
  }
}

const stand = new Stand();
afterAll(() => stand.stop());

async function waitForSync(client: StackClient, wanted: Record<string, unknown>): Promise<Untyped> {
  return waitFor(
    async () => {
      const { data } = await client.query('test', SYNC);
      return Object.entries(wanted).every(([field, value]) => data.syncState[field] === value) && data;
    },
    { what: `syncState ${JSON.stringify(wanted)}` },
  );
}

test('a node of another chain and one that refuses the password are distinguished, and waited for', async () => {
  await stand.start();
  await stand.place(0, 'pchain-a', 100);
  await stand.place(1, 'vrsctest-a', FIRST_TIP, WRONG_PASSWORD);
  expect(
    await stand.waitForLog(
      0,
      /serves pchain \(iP1Gzozfm1VJg8NFH7zcBjbYmTW4UafYbV\), not iJhCezBExJHvtyH3fGhNnt2NhU4Ztkf2yq/,
    ),
  ).toContain('"level":40');
  const refused = await stand.waitForLog(1, /user|password|credentials/i);
  expect(refused).toContain('"level":40');
  expect(refused).not.toContain(CREDENTIALS.password);
  expect(refused).not.toContain(WRONG_PASSWORD);
  expect(stand.isReady).toBe(false);
});

test('a node that is still starting is waited for, in its own words', async () => {
  const node = await stand.place(1, 'vrsctest-a', FIRST_TIP);
  node.setFault({ kind: 'warming-up', message: 'Rescanning... 42%' });
  await stand.waitForLog(1, /Rescanning\.\.\. 42%/);
  expect(stand.isReady).toBe(false);
  node.setFault(null);
  const { client } = await stand.started();
  const { syncState } = await waitForSync(client, { lastBlockHeight: FIRST_TIP, chainTipHeight: FIRST_TIP });
  expect(syncState).toEqual({
    lastBlockHeight: FIRST_TIP,
    chainTipHeight: FIRST_TIP,
    blocksBehind: 0,
    isHealthy: true,
    status: 'LIVE',
  });
});

test('a key of an environment without a network gets an error that names it, without a Retry-After', async () => {
  const { client } = await stand.started();
  const { status, headers, errors } = await client.query('live', SYNC);
  expect([status, headers.get('retry-after'), errors.map(({ extensions }) => extensions.code)]).toEqual([
    403,
    null,
    ['ENVIRONMENT_NOT_CONFIGURED'],
  ]);
});

test('the node with more work is followed; one that is left behind is reported, not trusted', async () => {
  const { client, running } = await stand.started();
  await stand.place(0, 'vrsctest-a', FIRST_TIP + 5);
  await waitForSync(client, { lastBlockHeight: FIRST_TIP + 5, chainTipHeight: FIRST_TIP + 5 });

  await stand.remove(0);
  // The remaining node is behind: nothing is taken back, and no node can be used.
  const { syncState } = await waitForSync(client, { lastBlockHeight: FIRST_TIP + 5, chainTipHeight: null });
  expect(syncState).toMatchObject({ blocksBehind: null, isHealthy: false, status: 'NODE_UNAVAILABLE' });
  const behind = new RegExp(`is behind us, at block ${FIRST_TIP} while we have ${FIRST_TIP + 5}`);
  await stand.waitForLog(1, behind);
  const { details } = await (await fetch(`${running.urls.get('blocks-indexer')}/readyz`)).json();
  expect(details[0].faults).toEqual([
    expect.stringMatching(/cannot be reached|ECONNREFUSED/),
    expect.stringMatching(behind),
  ]);
  const other = await stand.place(1, 'vrsctest-a', FIRST_TIP + 8);
  await waitForSync(client, { lastBlockHeight: FIRST_TIP + 8, chainTipHeight: FIRST_TIP + 8, status: 'LIVE' });
  const tip = await other.advance();
  await client.waitForTip('test', tip);
  const { data } = await client.query('test', '{ syncState { lastReorg { depth } } }');
  expect(data.syncState.lastReorg).toBeNull();
});

test('when every node is gone that is reported, and known data is still served', async () => {
  const { client, running } = await stand.started();
  await stand.remove(1);
  const { syncState, block } = await waitForSync(client, { chainTipHeight: null });
  expect(syncState).toMatchObject({
    lastBlockHeight: FIRST_TIP + 9,
    blocksBehind: null,
    isHealthy: false,
    status: 'NODE_UNAVAILABLE',
  });
  expect(block.hash).toMatch(/^[0-9a-f]{64}$/);
  const indexer = await fetch(`${running.urls.get('blocks-indexer')}/readyz`);
  expect(indexer.status).toBe(503);
  expect(JSON.stringify(await indexer.json())).toMatch(/ECONNREFUSED|refused|no answer|cannot be reached/i);

  await stand.place(1, 'vrsctest-a', FIRST_TIP + 12);
  await waitForSync(client, { lastBlockHeight: FIRST_TIP + 12, chainTipHeight: FIRST_TIP + 12, isHealthy: true });
  expect((await fetch(`${running.urls.get('blocks-indexer')}/readyz`)).status).toBe(200);
});
