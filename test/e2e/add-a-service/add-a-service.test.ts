import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { findFreePort } from '@ledgergraph/local/postgres/find-free-port';
import { inRepository } from '@ledgergraph/local/repository';
import { type GraphqlAnswer, postOperation } from '@ledgergraph/test-kit/client';
import { copyRepository, type RepositoryCopy } from '@ledgergraph/test-kit/repository-copy';
import { makeDataFolder } from '@ledgergraph/test-kit/stack';
import { NpmStart } from '../start-and-stop/npm-start.ts';
import { readSteps } from './read-steps.ts';

const PAGE = readFileSync(inRepository('docs', 'add-a-service.md'), 'utf8');
const START = /^npm start -- (.+)$/;

const steps = readSteps(PAGE);
const starts = steps.findIndex(({ text }) => START.test(text));
const typed = steps.slice(0, starts).map(({ text }) => text);
const flags = START.exec(steps[starts]?.text ?? '')?.[1]?.split(' ') ?? [];

let copy: RepositoryCopy;
let dataDir = '';
let stack: NpmStart | undefined;
let gatewayUrl = '';
let key = '';

beforeAll(async () => {
  copy = await copyRepository();
  dataDir = await makeDataFolder();
  // The checks ask git for files.
  await copy.run('git init --quiet . && git add --all');
});

afterAll(async () => {
  stack?.killAll();
  await copy?.remove();
  await rm(dataDir, { recursive: true, force: true });
});

const ask = (query: string, variables = {}): Promise<GraphqlAnswer> => postOperation(gatewayUrl, key, query, variables);

test('the page is steps to type, one start, one query and its answer', () => {
  expect(steps.slice(0, starts).every(({ kind }) => kind === 'sh')).toBe(true);
  expect(steps.slice(starts).map(({ kind }) => kind)).toEqual(['sh', 'graphql', 'json']);
  expect(typed.length).toBeGreaterThan(3);
});

test.each(typed)('typed as written: %s', async (text) => {
  await copy.run(text);
});

test('that changed two lines, added what runs it in containers, what npm and composition write, and nothing else', async () => {
  const git = (...args: string[]): string =>
    execFileSync('git', args, { cwd: copy.dir, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  const changed = git('diff', '--numstat').trim().split('\n');
  expect(changed.filter((line) => !/package-lock\.json|supergraph\.graphql|api\.graphql/.test(line)).sort()).toEqual([
    '1\t0\t.env.example',
    '1\t0\tdeploy/compose/nats.conf',
    '1\t0\tgateway/supergraph.yaml',
    '1\t1\tservices/blocks/src/env.ts',
    '2\t0\tdeploy/compose/prometheus.yml',
    '20\t0\tdocker-compose.yml',
  ]);
  const added = git('ls-files', '--others', '--exclude-standard').trim().split('\n');
  expect(added.filter((file) => !file.startsWith('services/fees/'))).toEqual([]);
  // Another version of anything would have to be fetched.
  const locked = readVersions(readFileSync(copy.path('package-lock.json'), 'utf8'));
  expect(locked['node_modules/@ledgergraph/fees']).toBe('services/fees');
  expect(Object.keys(locked)).toContain('services/fees');
  const { 'node_modules/@ledgergraph/fees': _link, 'services/fees': _own, ...others } = locked;
  expect(others).toEqual(readVersions(git('show', ':package-lock.json')));
});

function readVersions(lockFile: string): Record<string, string | undefined> {
  const { packages } = JSON.parse(lockFile) as { packages: Record<string, { version?: string; resolved?: string }> };
  return Object.fromEntries(
    Object.entries(packages).map(([path, { version, resolved }]) => [path, version ?? resolved]),
  );
}

test('it starts as written', async () => {
  stack?.killAll();
  await stack?.waitUntilGone();
  const port = await findFreePort();
  gatewayUrl = `http://127.0.0.1:${port}`;
  const recording = copy.path('test', 'recordings', 'vrsctest-a');
  // The page's own flags, with a tip that stands still and nothing of another stack's.
  const ours = ['--recording', recording, '--interval', '0', '--data', dataDir, '--port', String(port)];
  stack = new NpmStart([...flags, ...ours], copy.dir);
  await stack.waitForOutput(/Ctrl-C stops everything/);
  key = JSON.parse(await readFile(`${dataDir}/keys.json`, 'utf8')).test;
});

test('the new field is answered through the gateway at the pin, as on the page, and the tip waited for it', async () => {
  const [query, answer] = steps.slice(starts + 1).map(({ text }) => text);
  const { data, errors, chains } = await ask(query ?? '');
  expect(errors).toEqual([]);
  expect(data).toEqual(JSON.parse(answer ?? ''));
  expect(chains).toMatchObject([{ height: data.syncState.lastBlockHeight }]);
});

test('its fields of blocks agree with the owner of transactions', async () => {
  const page = `query ($cursor: String) { blocks(limit: 100, order: ASC, cursor: $cursor) { hasMore nextCursor blocks {
    height fees { total transactionCount } transactions(limit: 100) { hasMore transactions { fee } } } } }`;
  let paying = 0;
  for (let cursor: string | null = null, hasMore = true; hasMore; ) {
    const { data, errors } = await ask(page, { cursor });
    expect(errors).toEqual([]);
    for (const { height, fees, transactions } of data.blocks.blocks) {
      const defined = transactions.transactions.flatMap(({ fee }: { fee: string | null }) => fee ?? []);
      const total = defined.reduce((sum: bigint, fee: string) => sum + BigInt(fee.replace('.', '')), 0n);
      expect({ height, more: transactions.hasMore, count: fees.transactionCount, total: fees.total }).toEqual({
        height,
        more: false,
        count: defined.length,
        total: expect.stringMatching(/^\d+\.\d{8}$/),
      });
      expect([height, BigInt(fees.total.replace('.', ''))]).toEqual([height, total]);
      if (total > 0n) paying += 1;
    }
    ({ hasMore, nextCursor: cursor } = data.blocks);
  }
  expect(paying).toBeGreaterThan(50);
});

test('it ends with the rest', async () => {
  stack?.signal('SIGTERM');
  expect(await stack?.ended()).toBe(0);
  expect(stack?.listProcesses()).toEqual([]);
});
