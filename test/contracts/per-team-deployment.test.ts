import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readFirstSupergraph } from '@ledgergraph/gateway/supergraph/first-supergraph';
import { sha256 } from '@ledgergraph/graph-kit/supergraph-manifest';
import { writeBlob } from '@ledgergraph/graph-tools/registry/git-blobs';
import { runGraph } from '@ledgergraph/graph-tools/registry/run-graph';
import { inRepository } from '@ledgergraph/local/repository';
import { findProtoBreaks } from '@ledgergraph/tools/checks/check-protos';

// Each test makes one break in a copy and runs CI's command there.

let dir: string;
let registry: string;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'teams-'));
});
beforeEach(async () => {
  registry = await mkdtemp(join(dir, 'registry-'));
  await cp(inRepository('graph-registry'), registry, { recursive: true });
});
afterAll(() => rm(dir, { recursive: true }));

async function graph(...args: string[]): Promise<{ failed: boolean; text: string }> {
  const { exitCode, stdout, stderr } = await runGraph([...args, '--registry', registry]);
  return { failed: exitCode !== 0, text: `${stdout}${stderr}`.trimEnd() };
}

async function changed(service: string, from: string | RegExp, to: string): Promise<string> {
  const sdl = await readFile(inRepository('services', service, 'schema.graphql'), 'utf8');
  const next = sdl.replace(from, to);
  expect(next).not.toBe(sdl);
  const file = join(await mkdtemp(join(dir, 'schema-')), 'schema.graphql');
  await writeFile(file, next);
  return file;
}

const BALANCE = '  "Native currency."\n  balance: Decimal!\n';

test('each subgraph of this repository fits what the other teams have published', async () => {
  const { failed, text } = await graph('check');
  expect([failed, text]).toEqual([false, expect.stringContaining('addresses (team addresses) fits')]);
});

test('a field that is taken from clients stops its team: by team and field', async () => {
  const schema = await changed('addresses', BALANCE, '');
  const { failed, text } = await graph('check', 'addresses', '--schema', schema);
  expect([failed, text]).toEqual([
    true,
    "team addresses: Address.balance breaks clients: Field 'balance' was removed from object type 'Address'",
  ]);
  expect(await graph('publish', 'addresses', '--schema', schema)).toEqual({ failed: true, text });
});

test('a break that is agreed to is published with its reason, and is no break afterwards', async () => {
  const schema = await changed('addresses', BALANCE, '');
  const args = ['addresses', '--schema', schema];
  const { version } = JSON.parse(await readFile(join(registry, 'addresses.json'), 'utf8'));
  const published = await graph('publish', ...args, '--accept-break', 'no client asks for it since May');
  const text = expect.stringContaining(`published as version ${version + 1}`);
  expect([published.failed, published.text]).toEqual([false, text]);
  const record = JSON.parse(await readFile(join(registry, 'addresses.json'), 'utf8'));
  expect(record.acceptedBreak).toEqual({
    reason: 'no client asks for it since May',
    changes: [expect.stringContaining('Address.balance')],
  });
  expect((await graph('check', ...args)).failed).toBe(false);
});

test('a schema that does not compose with the published ones names the teams and the field', async () => {
  const schema = await changed('addresses', 'satoshis: Satoshis!\n}', 'satoshis: Int!\n}');
  const { failed, text } = await graph('check', 'addresses', '--schema', schema);
  expect(failed).toBe(true);
  expect(text).toMatch(/^teams [a-z, ]*addresses[a-z, ]*: CurrencyAmount\.satoshis does not compose: /m);
  // No team accepts that break for the others.
  expect((await graph('publish', 'addresses', '--schema', schema, '--accept-break', 'why')).failed).toBe(true);
});

test('another team ships alone: its addition is published, composed and signed without the others', async () => {
  const schema = await changed('addresses', BALANCE, `${BALANCE}  "New."\n  motto: String\n`);
  const checked = await graph('check', 'addresses', '--schema', schema);
  expect([checked.failed, checked.text]).toEqual([false, expect.stringContaining('Address.motto')]);
  const url = 'http://addresses-api:4004';
  expect((await graph('publish', 'addresses', '--schema', schema, '--routing-url', url)).failed).toBe(false);
  const out = ['--out', join(registry, 'out')];
  const key = ['--key', join(registry, 'out', 'supergraph.key')];
  for (const args of [['compose'], ['create-key'], ['sign', ...key], ['sign', ...key]]) {
    const { failed, text } = await graph(...args, ...out);
    expect([args, failed, text]).toEqual([args, false, expect.any(String)]);
  }
  const { first } = await readFirstSupergraph({
    SUPERGRAPH_FILE: join(registry, 'out', 'supergraph.graphql'),
    SUPERGRAPH_PUBLIC_KEY_FILE: join(registry, 'out', 'supergraph.pub'),
    SUPERGRAPH_SERIAL_MIN: 2,
    SUPERGRAPH_POLL_MS: 1_000,
    subgraphUrls: new Map(
      ['blocks', 'identities', 'currencies', 'markets', 'statistics'].map((name) => [name, `http://${name}`]),
    ),
  });
  expect([first.serial, first.urls.get('addresses')]).toEqual([2, url]);
  expect(first.sdl).toContain('motto: String');
  await writeFile(join(registry, 'out', 'supergraph.graphql'), `${first.sdl} `);
  const { failed, text } = await graph('sign', ...key, ...out);
  expect([failed, text]).toEqual([
    true,
    expect.stringContaining('differs from the composition of the published schemas'),
  ]);
});

test('a schema of this repository is published without a copy: while its team changes it, git has the published text', async () => {
  expect((await readdir(inRepository('graph-registry'))).filter((file) => file.endsWith('.graphql'))).toEqual([]);
  const file = join(registry, 'addresses.json');
  const record = JSON.parse(await readFile(file, 'utf8'));
  const sdl = await readFile(
    await changed('addresses', BALANCE, `${BALANCE}  "Published."\n  motto: String\n`),
    'utf8',
  );
  const published = { sha256: sha256(sdl), gitBlob: await writeBlob(sdl) };
  await writeFile(file, JSON.stringify({ ...record, ...published }));
  const { failed, text } = await graph('check', 'addresses');
  expect([failed, text]).toEqual([true, expect.stringContaining('Address.motto breaks clients')]);
  await writeFile(file, JSON.stringify({ ...record, ...published, gitBlob: 'a'.repeat(40) }));
  const missing = `this clone lacks version ${record.version} of addresses, which team addresses has published`;
  expect(await graph('check', 'blocks')).toEqual({ failed: true, text: expect.stringContaining(missing) });
});

test('a published schema that was edited by hand is reported', async () => {
  const schema = inRepository('services', 'blocks', 'schema.graphql');
  expect((await graph('publish', 'blocks', '--schema', schema, '--routing-url', 'http://blocks')).failed).toBe(false);
  const file = join(registry, 'blocks.graphql');
  await writeFile(file, `${await readFile(file, 'utf8')} `);
  const { failed, text } = await graph('check', 'addresses');
  expect([failed, text]).toEqual([
    true,
    expect.stringContaining('differs from the schema that team blocks has published'),
  ]);
});

test('a subgraph that clients use does not leave the graph by itself', async () => {
  const { failed, text } = await graph('delete', 'addresses');
  expect([failed, text]).toEqual([true, expect.stringContaining('team addresses: ')]);
});

test('a protobuf break names the file, the message, the field, its owner and the teams that use it', async () => {
  const protos = join(dir, 'protos');
  await cp(inRepository('proto-schemas'), protos, {
    recursive: true,
    filter: (path) => !/node_modules|generated/.test(path),
  });
  expect(await findProtoBreaks(protos)).toEqual([]);
  const file = join(protos, 'ledgergraph/chain/v1/stream.proto');
  const text = await readFile(file, 'utf8');
  await writeFile(file, text.replace('  uint32 finality_depth = 8;\n', ''));
  const breaks = await findProtoBreaks(protos);
  expect(breaks[0]).toMatch(
    /^team blocks: ledgergraph\/chain\/v1\/stream\.proto:\d+: .*"finality_depth" on message "Network" was deleted/,
  );
  expect(breaks[0]).toMatch(/It is used by: .*gateway.*identities/);
});
