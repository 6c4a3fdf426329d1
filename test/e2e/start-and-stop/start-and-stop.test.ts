import { execFile } from 'node:child_process';
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { repositoryDir } from '@ledgergraph/local';
import { findFreePort } from '@ledgergraph/local/postgres/find-free-port';
import { HEAP_FLAGS } from '@ledgergraph/local/stack/heap-flags';
import { postOperation } from '@ledgergraph/test-kit/client';
import { makeDataFolder } from '@ledgergraph/test-kit/stack';
import { waitFor } from '@ledgergraph/test-kit/wait-for';
import { NpmStart } from './npm-start.ts';

const HEIGHTS = '{ networks { name } syncState { lastBlockHeight subgraphs { name height } } }';
/** Below the activation of currencies a start waits for the node (`young-chain`). */
const FROM = 200;

let dataDir = '';
let port = 0;
let gatewayUrl = '';
const started: NpmStart[] = [];

beforeAll(async () => {
  dataDir = await makeDataFolder();
  port = await findFreePort();
  gatewayUrl = `http://127.0.0.1:${port}`;
});

afterAll(async () => {
  for (const one of started) one.killAll();
  await rm(dataDir, { recursive: true, force: true });
});

function npmStart(...args: string[]): NpmStart {
  const one = new NpmStart(args);
  started.push(one);
  return one;
}

/** Blocks come quickly, so that a resumed chain does not look like a new one. */
const start = (): NpmStart =>
  npmStart('--data', dataDir, '--port', String(port), '--from', String(FROM), '--interval', '1000');

const readKeys = async (): Promise<{ live: string; test: string }> =>
  JSON.parse(await readFile(join(dataDir, 'keys.json'), 'utf8'));

async function readHeight(key: string): Promise<number> {
  const { data } = await postOperation(gatewayUrl, key, HEIGHTS);
  return data.syncState.lastBlockHeight;
}

async function ledgergraph(...args: string[]): Promise<unknown> {
  const all = ['ledgergraph-admin', '--data', dataDir, ...args, '--json'];
  const { stdout } = await promisify(execFile)('npx', all, { cwd: repositoryDir });
  return JSON.parse(stdout);
}

async function readPermissions(): Promise<{ live?: boolean; test?: boolean }> {
  const keys = (await ledgergraph('keys', 'list')) as { environment: string; maySend: boolean }[];
  return Object.fromEntries(keys.map(({ environment, maySend }) => [environment, maySend]));
}

async function firstHeight(key: string): Promise<number> {
  return waitFor(
    async () => {
      const { status, data } = await postOperation(gatewayUrl, key, HEIGHTS);
      return status === 200 && (data.syncState.lastBlockHeight as number);
    },
    { what: 'the first answer' },
  );
}

let keysOfFirstStart = { live: '', test: '' };
let heightAtStop = 0;

describe('the first start', () => {
  let one: NpmStart;

  test('shows how to use what it started', async () => {
    one = start();
    await one.waitForOutput(/Ctrl-C stops everything/);
    const { output } = one;
    expect(output).toContain(`Endpoint   ${gatewayUrl}/graphql`);
    expect(output).toContain(`Page       ${gatewayUrl}/graphql`);
    const keys = await readKeys();
    expect(output).toContain(`Live key   ${keys.live}`);
    expect(output).toContain(`Test key   ${keys.test}`);
    keysOfFirstStart = keys;
    // No one else on this machine may read the keys.
    for (const file of ['keys.json', 'secrets.json', 'accounts.env', 'networks.yaml']) {
      expect([file, ((await stat(join(dataDir, file))).mode & 0o777).toString(8)]).toEqual([file, '600']);
    }
  });

  test('the printed curl line works when pasted', async () => {
    const line = /^ *curl .*$/m.exec(one.output)?.[0] ?? '';
    const withStandIn = `command -v curl >/dev/null || curl() { node ${join(import.meta.dirname, 'curl.mjs')} "$@"; }\n${line}`;
    const paste = async () => JSON.parse((await promisify(execFile)('bash', ['-c', withStandIn])).stdout);
    let answer = await paste();
    // A busy machine may ask to come again.
    while (answer.errors?.[0]?.extensions?.retryAfter > 0) answer = await paste();
    expect(answer).toMatchObject({
      data: { networks: [{ name: 'VRSCTEST' }], syncState: { lastBlockHeight: expect.any(Number) } },
    });
  });

  test('the gateway is ready, shows its page, and blocks arrive', async () => {
    const ready = await fetch(`${gatewayUrl}/readyz`);
    expect([ready.status, await ready.json()]).toEqual([200, { ready: true, reasons: [] }]);
    const page = await fetch(`${gatewayUrl}/graphql`, { headers: { accept: 'text/html' } });
    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toContain('text/html');
    const before = await readHeight(keysOfFirstStart.test);
    expect(before).toBeGreaterThanOrEqual(FROM);
    await waitFor(async () => (await readHeight(keysOfFirstStart.test)) > before + 1, { what: 'two more blocks' });
    const { data } = await postOperation(gatewayUrl, keysOfFirstStart.live, HEIGHTS);
    expect(data.networks).toEqual([{ name: 'VRSC' }, { name: 'island' }]);
    await one.waitForOutput(/VRSCTEST +block \d+/);
  });

  test('the test key may send transactions, the live key may not', async () => {
    expect(await readPermissions()).toEqual({ live: false, test: true });
  });

  test('a second one on the same data, or on the same port, reports what is wrong', async () => {
    const sameData = npmStart('--data', dataDir, '--port', String(await findFreePort()));
    expect(await sameData.ended()).toBe(1);
    expect(sameData.output).toMatch(/already running on this data folder \(process \d+\).*--data DIR --port N/s);
    expect(sameData.output).not.toContain('    at ');

    const reset = npmStart('--data', dataDir, '--port', String(await findFreePort()), '--reset');
    expect(await reset.ended()).toBe(1);
    expect(reset.output).toMatch(/already running on this data folder/);
    const { live, test: testKey } = keysOfFirstStart;
    expect(await readKeys()).toMatchObject({ live, test: testKey });

    const samePort = npmStart('--data', `${dataDir}-other`, '--port', String(port));
    expect(await samePort.ended()).toBe(1);
    expect(samePort.output).toContain(`Port ${port} is in use by another program. Take another one: --port N`);
    await sameData.waitUntilGone();
    await reset.waitUntilGone();
    await samePort.waitUntilGone();
  });

  test('the gateway has a process of its own, all other roles share one, each with the heap for it', () => {
    const ours = one.listProcesses().filter(({ command }) => command.includes('deploy/program/src/main.ts run '));
    const runs = ours.map(({ command }) => (command.endsWith('run gateway ') ? 'gateway' : 'several')).sort();
    expect(runs).toEqual(['gateway', 'several']);
    for (const { command } of ours) {
      const flags = HEAP_FLAGS[command.endsWith('run gateway ') ? 'gateway' : 'several'];
      expect(command).toContain(` ${flags.join(' ')} `);
    }
  });

  test('a process that dies is started again, and that is reported', async () => {
    const from = one.output.length;
    one.killProgram('identities-api');
    await one.waitForOutput(/! services was killed by SIGKILL; starting it again in 1 s/, from);
    const ask = () => postOperation(gatewayUrl, keysOfFirstStart.test, '{ identities(limit: 1) { totalCount } }');
    await waitFor(async () => (await ask()).errors.length === 0, { what: 'identities to be answered again' });
  });

  test('SIGTERM ends it and everything it started', async () => {
    heightAtStop = await readHeight(keysOfFirstStart.test);
    const running = one.listProcesses().map(({ command }) => command);
    for (const program of ['postgres', 'nats-server', 'blocks-indexer', 'run gateway']) {
      expect(running.some((command) => command.includes(program))).toBe(true);
    }
    one.signal('SIGTERM');
    expect(await one.ended()).toBe(0);
    expect(one.output).toContain('Stopped.');
    expect(one.listProcesses()).toEqual([]);
  });
});

test('a second start goes on from there with the same keys, and leaves nothing when its parent is killed', async () => {
  const one = start();
  expect(await firstHeight(keysOfFirstStart.test)).toBeGreaterThanOrEqual(heightAtStop);
  await one.waitForOutput(/Ctrl-C stops everything/);
  for (const unchanged of ['Generated code: up to date', 'Databases: up to date', 'Demo keys: kept']) {
    expect(one.output).toContain(unchanged);
  }
  expect(await readKeys()).toEqual(keysOfFirstStart);
  expect(await readPermissions()).toEqual({ live: false, test: true });
  heightAtStop = await readHeight(keysOfFirstStart.test);
  one.signal('SIGKILL');
  await one.waitUntilGone();
});

test('a start after that goes on too, and leaves nothing when it is killed itself', async () => {
  const one = start();
  expect(await firstHeight(keysOfFirstStart.test)).toBeGreaterThanOrEqual(heightAtStop);
  one.killProgram('tools/src/main.ts');
  await one.waitUntilGone();
  expect(await one.ended()).not.toBe(0);
});

test('--reset begins again from nothing, and reports what it removes: earlier keys are refused', async () => {
  const one = npmStart(
    '--data',
    dataDir,
    '--port',
    String(port),
    '--from',
    String(FROM),
    '--interval',
    '1000',
    '--reset',
  );
  await one.waitForOutput(/Ctrl-C stops everything/);
  expect(one.output).toContain(`Removed from ${dataDir}: the databases`);
  expect(one.output).toMatch(/Databases: \d+ migrations applied/);
  expect(one.output).toContain('Demo keys: made');
  const keys = await readKeys();
  expect([keys.live, keys.test]).not.toEqual([keysOfFirstStart.live, keysOfFirstStart.test]);
  const { status } = await postOperation(gatewayUrl, keysOfFirstStart.test, HEIGHTS);
  expect(status).toBe(401);
  expect(await readHeight(keys.test)).toBeGreaterThanOrEqual(FROM);
  one.signal('SIGINT');
  expect(await one.ended()).toBe(0);
});

test('Ctrl-C in the middle of a start ends it', async () => {
  const one = start();
  await one.waitForOutput(/Postgres: port/);
  expect(one.listProcesses().some(({ command }) => command.includes('postgres'))).toBe(true);
  one.signal('SIGINT');
  expect(await one.ended()).toBe(0);
  expect(one.output).toContain('Stopped.');
  expect(one.listProcesses()).toEqual([]);
});

test('a networks file that names what is not there ends the start with the reason', async () => {
  const networks = [
    {
      chainId: 'iJhCezBExJHvtyH3fGhNnt2NhU4Ztkf2yq',
      name: 'VRSCTEST',
      environment: 'TESTNET',
      endpoints: [{ url: 'http://127.0.0.1:1', userEnv: 'NOT_SET_EITHER', passwordEnv: 'NOR_THIS' }],
    },
  ];
  const file = join(dataDir, 'real-networks.yaml');
  await writeFile(file, JSON.stringify({ networks }));
  const one = npmStart('--data', dataDir, '--port', String(port), '--networks', file);
  expect(await one.ended()).toBe(1);
  for (const name of ['NOT_SET_EITHER', 'NOR_THIS']) {
    expect(one.output).toContain(`VRSCTEST: environment variable ${name} is not set`);
  }
  expect(one.listProcesses()).toEqual([]);
});

test.each([
  [['--port', 'abc'], /--port.*whole number/s],
  [['--port', '70000'], /at most 65535/],
  [['--port', '4190'], /refuse to connect to this port/],
  [['--interval', '-1'], /--interval/],
  [['--from', 'soon'], /--from/],
  [['--recording', '/nowhere'], /--recording.*meta\.json/s],
  [['--networks', '/nowhere.yaml'], /--networks.*no such file/s],
  [['--prot', '1'], /unknown option '--prot'/],
  [['surplus'], /too many arguments/],
])('wrong flags %j are reported before anything starts', async (flags, message) => {
  const one = npmStart(...flags);
  expect(await one.ended()).not.toBe(0);
  expect(one.output).toMatch(message);
  expect(one.output).toContain('--help');
  expect(one.output).not.toContain('    at ');
});

test('--help lists every flag', async () => {
  const one = npmStart('--help');
  expect(await one.ended()).toBe(0);
  for (const flag of ['--recording', '--from', '--interval', '--at-end', '--data', '--port', '--networks', '--reset']) {
    expect(one.output).toContain(flag);
  }
});

test('a port that another process holds is named before anything starts', async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const taken = typeof address === 'object' ? address?.port : undefined;
  const one = npmStart('--data', `${dataDir}-other`, '--port', String(taken));
  expect(await one.ended()).toBe(1);
  expect(one.output).toContain(`Port ${taken} is in use`);
  server.close();
});
