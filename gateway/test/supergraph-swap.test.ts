import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sha256 } from '@ledgergraph/graph-kit/supergraph-manifest';
import { createKeyPair } from '@ledgergraph/service-kit/signature';
import { readServiceSchema } from '@ledgergraph/test-kit/service-schema';
import { waitFor } from '@ledgergraph/test-kit/wait-for';
import { parse, print, visit } from 'graphql';
import { ResponseCache } from '#/response-cache/response-cache.ts';
import { readFirstSupergraph } from '#/supergraph/first-supergraph.ts';
import { FakeSubgraph } from './fake-subgraph.ts';
import { type Answer, GatewayStand, TEST_CHAIN } from './gateway-stand.ts';
import { compose, keys, signed } from './signed-supergraph.ts';
import { type SupergraphContent, SupergraphFolder } from './supergraph-folder.ts';

const stranger = createKeyPair();
const QUERY = '{ block(height: 1) { height } }';

let dir: string;
let folder: SupergraphFolder;
let stand: GatewayStand;
const MOTTOS = { name: 'mottos', sdl: 'type Query { "All." motto: String }' };
const mottos = new FakeSubgraph(MOTTOS.name, MOTTOS.sdl);

const v1 = compose();
const v2 = compose('\nextend type Block { "New." motto: String }');

/** Its subscriptions are declared by no directive. */
const declaring = /^@(event|keyFrom|webhook|webhookOption|momentary)\b|ledgergraph\.invalid/;
const undeclared = print(
  visit(parse(v2), { Directive: (node) => (declaring.test(print(node)) ? null : undefined) }),
).replaceAll('name: "events"', 'name: "live"');

const serial = () => stand.supergraphs.numbers().serial;
const refused = () => stand.supergraphs.numbers().refused;
const linesWith = (text: string) => stand.logLines.filter((line) => line.includes(text));

/** A subgraph is rolled out before any supergraph knows its new field. */
function answerBlocks(): void {
  const block = { chainId: TEST_CHAIN, height: 1, hash: 'a'.repeat(64), motto: 'new' };
  stand.subgraphs.blocks.typeDefs = `${readServiceSchema('blocks')}\nextend type Block { motto: String }`;
  stand.subgraphs.blocks.resolvers = { Query: { block: () => block } };
}

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'supergraph-'));
  await writeFile(join(dir, 'keys.pem'), keys.publicKey);
  folder = new SupergraphFolder(await mkdtemp(join(dir, 'mounted-')));
  await folder.write(signed(v1, 5));
  stand = new GatewayStand({
    cache: new ResponseCache({ bytesMax: 1_000_000 }),
    supergraph: { SUPERGRAPH_FILE: folder.file, SUPERGRAPH_PUBLIC_KEY_FILE: join(dir, 'keys.pem') },
  });
  await stand.start();
  answerBlocks();
});

afterEach(async () => {
  await stand.stop();
  await rm(dir, { recursive: true });
});

function askWithoutPause(callers: number): { answers: Answer[]; stop: () => Promise<void> } {
  const answers: Answer[] = [];
  let asking = true;
  const loops = Array.from({ length: callers }, async () => {
    // The undeclared variable makes each request different, so that it is executed.
    while (asking) answers.push(await stand.query(QUERY, { call: answers.length }));
  });
  return {
    answers,
    stop: async () => {
      asking = false;
      await Promise.all(loops);
    },
  };
}

test('a new supergraph answers while requests go on, and not one of them fails', async () => {
  expect((await stand.query('{ block(height: 1) { motto } }')).status).toBe(400);
  const { answers, stop } = askWithoutPause(8);
  const versions = [v2, v1, v2];
  const took: number[] = [];
  for (const [index, sdl] of versions.entries()) {
    const before = answers.length;
    await waitFor(() => answers.length > before + 16, { what: 'answers of the old graph' });
    const content = signed(sdl, 6 + index);
    const writtenAt = performance.now();
    await folder.write(content);
    await waitFor(() => serial() === 6 + index, { what: `serial ${6 + index}` });
    took.push(Math.round(performance.now() - writtenAt));
  }
  // For readers of the log: no test may depend on the speed.
  process.stderr.write(`from a new supergraph in its folder to its answers, under load: ${took.join(', ')} ms\n`);
  const before = answers.length;
  await waitFor(() => answers.length > before + 16, { what: 'answers of the new graph' });
  await stop();
  expect(answers.filter(({ status, body }) => status !== 200 || body.errors !== undefined)).toEqual([]);
  expect((await stand.query('{ block(height: 1) { motto } }')).body.data).toEqual({ block: { motto: 'new' } });
  expect(stand.supergraphs.numbers()).toEqual({ serial: 8, taken: 3, refused: 0 });
  expect(JSON.parse(linesWith('a new supergraph answers')[0] ?? '{}')).toMatchObject({ prepared: 1, dropped: 0 });
});

test('an operation ends on the graph it began on, though that has lost the subgraph it waits for', async () => {
  let release = (): void => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await mottos.start();
  try {
    mottos.resolvers = { Query: { motto: () => held.then(() => 'kept') } };
    await folder.write(signed(compose('', [MOTTOS]), 6, { urls: { mottos: mottos.url } }));
    await waitFor(() => serial() === 6, { what: 'serial 6' });
    const asked = stand.query('{ motto }');
    await waitFor(() => mottos.requests.length === 1, { what: 'the fetch' });
    await folder.write(signed(v1, 7));
    await waitFor(() => serial() === 7, { what: 'serial 7' });
    expect((await stand.query('{ motto }')).status).toBe(400);
    expect(mottos.connections).toBe(1);
    release();
    expect((await asked).body.data).toEqual({ motto: 'kept' });
    // Connections that only the former graph needed close with its last operation.
    await waitFor(() => mottos.connections === 0, { what: 'the end of the connection' });
  } finally {
    release();
    await mottos.stop();
    mottos.reset();
  }
});

test.each<[string, () => SupergraphContent, string]>([
  ['without a signature', () => ({ sdl: v2 }), 'it is not signed'],
  ['signed by a stranger', () => signed(v2, 6, { key: stranger.privateKey }), 'not of a key we trust'],
  ['changed after it was signed', () => signed(v2, 6, { signedSdl: v1 }), 'not the one that was signed'],
  ['played again', () => signed(v2, 4), 'its serial 4 is below 6'],
  ['of the same serial', () => signed(v2, 5), 'its serial 5 is below 6'],
  ['that does not parse', () => signed('type {', 6), 'it does not parse'],
  ['that is not a supergraph', () => signed(v2.replaceAll('@join__type', '@gone'), 6), 'no graph can be made of it'],
  ['with a subgraph that has no address', () => signed(compose('', [MOTTOS]), 6), 'without an address: mottos'],
  [
    'without what the gateway itself asks',
    () => signed(v2.replaceAll('blockTimeSeconds', 'blockTime'), 6),
    'blockTimeSeconds',
  ],
  [
    'whose subscriptions are not declared as events',
    () => signed(undeclared, 6, { urls: { live: 'http://live.invalid' } }),
    'it does not declare its subscriptions by @event: see docs/internal-contracts.md',
  ],
])('one %s is refused once, the old one stays, and a good one is taken after it', async (_what, bad, reason) => {
  await folder.write(bad());
  await waitFor(() => refused() === 1, { what: 'the refusal' });
  expect(linesWith(reason)).toHaveLength(1);
  expect(serial()).toBe(5);
  const { status, body } = await stand.query(QUERY);
  expect([status, body.data]).toEqual([200, { block: { height: 1 } }]);
  await stand.supergraphs.look();
  expect(refused()).toBe(1);
  await folder.write(signed(v2, 6));
  await waitFor(() => serial() === 6, { what: 'the good one' });
  expect(refused()).toBe(1);
});

test('one graph’s answers are not another’s, and queries that clients send as a hash stay known', async () => {
  const fields = '{ __type(name: "Block") { fields { name } } }';
  const persisted = { version: 1, sha256Hash: sha256(fields) };
  const post = (body: object) =>
    stand.fetch('/graphql', {
      method: 'POST',
      headers: { authorization: `Bearer ${stand.testKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ ...body, extensions: { persistedQuery: persisted } }),
    });
  await post({ query: fields });
  expect((await post({})).text).not.toContain('"motto"');
  await folder.write(signed(v2, 6));
  await waitFor(() => serial() === 6, { what: 'serial 6' });
  expect((await post({})).text).toContain('"motto"');
});

test('a subgraph that joins is reached at the address in the signed manifest', async () => {
  await mottos.start();
  try {
    mottos.resolvers = { Query: { motto: () => 'hello' } };
    await folder.write(signed(compose('', [MOTTOS]), 6, { urls: { mottos: mottos.url } }));
    await waitFor(() => serial() === 6, { what: 'the new subgraph' });
    expect((await stand.query('{ motto block(height: 1) { height } }')).body.data).toEqual({
      motto: 'hello',
      block: { height: 1 },
    });
  } finally {
    await mottos.stop();
  }
  expect((await stand.query('{ gone: motto block(height: 1) { height } }')).body.data).toEqual({
    gone: null,
    block: { height: 1 },
  });
});

test('one that is not there to be read is refused, and there again it is no news', async () => {
  await rm(join(folder.file, '..', '..data'));
  await waitFor(() => refused() === 1, { what: 'the refusal' });
  expect((await stand.query(QUERY)).status).toBe(200);
  await folder.write(signed(v2, 6));
  await waitFor(() => serial() === 6, { what: 'the good one' });
});

test('on a developer’s machine a file is enough, and half a file is refused', async () => {
  const file = join(dir, 'plain.graphql');
  await writeFile(file, v1);
  const other = new GatewayStand({ supergraph: { SUPERGRAPH_FILE: file } });
  await other.start();
  try {
    await writeFile(file, v2.slice(0, v2.length / 2));
    await waitFor(() => other.supergraphs.numbers().refused === 1, { what: 'the refusal of half a file' });
    await writeFile(file, v2);
    await waitFor(() => other.supergraphs.numbers().taken === 1, { what: 'the whole file' });
    expect((await other.query('{ __type(name: "Block") { fields { name } } }')).text).toContain('"motto"');
    expect(other.supergraphs.numbers().serial).toBeNull();
  } finally {
    await other.stop();
  }
});

test.each([
  ['one it must not trust', () => signed(v1, 6, { key: stranger.privateKey }), 'not of a key we trust'],
  [
    'one whose subscriptions are not declared',
    () => signed(undeclared, 6),
    'it does not declare its subscriptions by @event',
  ],
])('a gateway does not start on %s', async (_, bad, reason) => {
  await folder.write(bad());
  const env = {
    SUPERGRAPH_FILE: folder.file,
    SUPERGRAPH_PUBLIC_KEY_FILE: join(dir, 'keys.pem'),
    SUPERGRAPH_SERIAL_MIN: 0,
    SUPERGRAPH_POLL_MS: 50,
    subgraphUrls: new Map(),
  };
  await expect(readFirstSupergraph(env)).rejects.toThrow(reason);
});
