import { readFileSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { findFreePort } from '@ledgergraph/local/postgres/find-free-port';
import { repositoryDir } from '@ledgergraph/local/repository';
import { INTERNAL_HEADER } from '@ledgergraph/service-kit/internal-secret';
import { type GraphqlAnswer, postOperation, type Untyped } from '@ledgergraph/test-kit/client';
import { copyRepository, type RepositoryCopy } from '@ledgergraph/test-kit/repository-copy';
import { makeDataFolder } from '@ledgergraph/test-kit/stack';
import { waitFor } from '@ledgergraph/test-kit/wait-for';
import { readSources } from '@ledgergraph/tools/checks/imports/source-files';
import { NpmStart } from '../start-and-stop/npm-start.ts';
import { type Removal, removeService } from './removal.ts';

// All start from one data folder.
const TIP = 667;

const SUBGRAPHS = ['blocks', 'identities', 'currencies', 'addresses', 'markets', 'statistics'] as const;
type Subgraph = (typeof SUBGRAPHS)[number];
/** Each returns rows of the subgraph's own. */
const QUESTIONS: Partial<Record<Subgraph, string>> = {
  blocks: '{ block(height: 378) { txCount } }',
  identities: '{ identities(limit: 1) { totalCount } }',
  currencies: '{ currencies(limit: 1) { totalCount } }',
  addresses: '{ richList(limit: 1) { totalCount } }',
  markets: '{ registrations(limit: 1) { registrations { blockHeight } } }',
  statistics: '{ statistics(interval: HOUR, limit: 1) { statistics { blocks } } }',
};
const without = (service: string): Subgraph[] => SUBGRAPHS.filter((name) => name !== service);

/** One of each kind, since subgraphs beside blocks are away in the same way. */
const STARTED_WITHOUT = ['markets', 'webhooks', 'portal', 'accounts', 'blocks'];

/** They make blocks out of recordings and of nodes, for tests. */
const NAMES_BLOCKS = [
  'test/kit/src/normalized-blocks.ts',
  'test/kit/src/roles/follow-node.ts',
  'test/kit/src/roles/stepped-installation.ts',
];

let copy: RepositoryCopy;
let dataDir = '';
let gatewayUrl = '';
let removal: Removal | undefined;
let stack: NpmStart | undefined;

beforeAll(async () => {
  copy = await copyRepository();
  dataDir = await makeDataFolder();
});

afterAll(async () => {
  stack?.killAll();
  await copy?.remove();
  await rm(dataDir, { recursive: true, force: true });
});

async function startRest(): Promise<void> {
  stack?.killAll();
  await stack?.waitUntilGone();
  const port = await findFreePort();
  gatewayUrl = `http://127.0.0.1:${port}`;
  const recording = copy.path('test', 'recordings', 'vrsctest-a');
  const flags = ['--recording', recording, '--from', 'end', '--interval', '0'];
  stack = new NpmStart([...flags, '--data', dataDir, '--port', String(port)], copy.dir);
  await stack.waitForOutput(/Ctrl-C stops everything/);
}

const readKept = async (file: string): Promise<Untyped> => JSON.parse(await readFile(`${dataDir}/${file}`, 'utf8'));
const testKey = async (): Promise<string> => (await readKept('keys.json')).test;

async function askGateway(query: string): Promise<GraphqlAnswer> {
  return postOperation(gatewayUrl, await testKey(), query);
}

/** At its own cursor. */
async function askSubgraph(name: Subgraph, query: string): Promise<Untyped> {
  const ports = await readKept('ports.json');
  const { internalSecret } = await readKept('secrets.json');
  const response = await fetch(`http://127.0.0.1:${ports[`${name}-api`]}/graphql`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      [INTERNAL_HEADER]: internalSecret,
      'x-ledgergraph-environment': 'TESTNET',
    },
    body: JSON.stringify({ query }),
  });
  return response.json();
}

async function expectOwnRows(names: readonly Subgraph[]): Promise<void> {
  for (const name of names) {
    const question = QUESTIONS[name] ?? '{}';
    const { data, errors } = await askSubgraph(name, question.replace('{', '{ _service { sdl }'));
    expect([name, errors]).toEqual([name, undefined]);
    const { _service, ...rows } = data;
    expect(_service.sdl).toContain('@key(fields: "');
    if (name in QUESTIONS) expect(countOf(rows)).toBeGreaterThan(0);
  }
}

function countOf(rows: unknown): number {
  return typeof rows === 'object' && rows !== null ? countOf(Object.values(rows)[0]) : Number(rows);
}

async function expectRefused(): Promise<void> {
  const { status, data, errors, headers } = await askGateway('{ __typename }');
  expect([status, data, errors.map(({ extensions }) => extensions.code)]).toEqual([
    503,
    null,
    ['SUBGRAPH_UNAVAILABLE'],
  ]);
  expect(headers.get('retry-after')).toMatch(/^\d+$/);
}

const { files } = await readSources(repositoryDir);

describe.each([...without('blocks'), 'webhooks', 'portal', 'accounts', 'blocks'])('without %s', (service) => {
  beforeAll(async () => {
    removal = await removeService(copy, service);
  });

  afterAll(async () => {
    stack?.killAll();
    await removal?.undo();
  });

  test('it has two lines outside its folder at most, and no file imports it', () => {
    const lines: Record<string, string[]> = {
      blocks: ['gateway/supergraph.yaml'],
      accounts: [],
      webhooks: [],
      portal: [],
    };
    const both = ['gateway/supergraph.yaml', 'services/blocks/src/env.ts'];
    expect(removal?.lines).toEqual(lines[service] ?? both);
    const importers = files.filter(
      ({ workspace, imports }) =>
        workspace !== undefined &&
        workspace.dir !== `services/${service}` &&
        imports.some(({ target }) => target?.startsWith(`services/${service}`) === true),
    );
    expect(importers.map(({ path }) => path)).toEqual(service === 'blocks' ? NAMES_BLOCKS : []);
  });

  test('the rest composes', async () => {
    await copy.run('npm run --silent compose');
    const supergraph = readFileSync(copy.path('gateway', 'supergraph.graphql'), 'utf8');
    const composed = Array.from(supergraph.matchAll(/@join__graph\(name: "(\w+)"/g), ([, name = '']) => name);
    // The part of the gateway itself stays.
    expect(composed.sort()).toEqual([...without(service), 'events'].sort());
  });

  // One service of each kind shows that the rest compiles.
  if (!STARTED_WITHOUT.includes(service)) return;
  test('the rest generates its code and type-checks', async () => {
    await copy.run('npm run --silent codegen');
    await writeFile(copy.path('tsconfig.rest.json'), JSON.stringify(typesOfRest(service)));
    // Incremental: files that no removal touches are checked once.
    await copy.run('tsc -p tsconfig.rest.json --incremental --tsBuildInfoFile rest.tsbuildinfo');
  });

  test('the rest starts and answers', async () => {
    await startRest();
    if (service === 'blocks') {
      // Without new blocks the block to read at is unknown. Indexed rows are served.
      await expectRefused();
      await expectOwnRows(without(service));
    } else if (service === 'accounts') {
      await expectRefused();
      expect(await readStatus()).toMatchObject({ networks: [{ name: 'VRSCTEST', height: TIP, isHealthy: true }] });
      await expectOwnRows(SUBGRAPHS);
    } else if (service === 'webhooks' || service === 'portal') {
      for (const question of Object.values(QUESTIONS)) expect((await askGateway(question)).errors).toEqual([]);
      for (const path of ['/docs', '/dashboard'])
        expect((await fetch(`${gatewayUrl}${path}`)).status).toBe(service === 'portal' ? 404 : 200);
    } else await expectAnswers(service as Subgraph);
    stack?.signal('SIGTERM');
    expect(await stack?.ended()).toBe(0);
  });
});

function readStatus(): Promise<Untyped> {
  return waitFor(
    async () => {
      const response = await fetch(`${gatewayUrl}/status`);
      return response.ok && response.json();
    },
    { what: 'the status of the networks' },
  );
}

async function expectAnswers(removed: Subgraph): Promise<void> {
  const { data } = await askGateway('{ syncState { lastBlockHeight subgraphs { name height } } }');
  const names = without(removed).map((name) => ({ name, height: TIP }));
  expect(data.syncState).toEqual({ lastBlockHeight: TIP, subgraphs: expect.arrayContaining(names) });
  expect(data.syncState.subgraphs).toHaveLength(names.length);
  for (const name of without(removed)) {
    const question = QUESTIONS[name];
    if (question === undefined) continue;
    const answer = await askGateway(question);
    expect([name, answer.errors]).toEqual([name, []]);
    expect(answer.chains).toMatchObject([{ height: TIP }]);
    expect(countOf(answer.data)).toBeGreaterThan(0);
  }
  const asked = QUESTIONS[removed];
  if (asked === undefined) return;
  const gone = await askGateway(asked);
  expect([gone.status, gone.errors[0]?.extensions.code]).toEqual([400, 'GRAPHQL_VALIDATION_FAILED']);
}

/** Tests of the whole, and tests that replay recorded blocks, do not belong to the rest. */
function typesOfRest(service: string): object {
  return {
    extends: './tsconfig.json',
    include: [
      'packages',
      'proto-schemas',
      'services',
      'gateway',
      'deploy',
      ...(service === 'blocks' ? [] : ['test/kit']),
    ],
    exclude: ['**/node_modules', ...(service === 'blocks' ? ['**/test', '**/*.test.ts'] : [])],
  };
}
