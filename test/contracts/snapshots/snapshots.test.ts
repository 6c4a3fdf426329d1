import { join } from 'node:path';
import { listChainServices, readLeftOut } from '@ledgergraph/chain-kit/snapshot/databases';
import { checkNode } from '@ledgergraph/chain-kit/snapshot/node-chain';
import { openSnapshot } from '@ledgergraph/chain-kit/snapshot/open-snapshot';
import { verifyFiles } from '@ledgergraph/chain-kit/snapshot/verify-snapshot';
import { joinParts, writeParts } from '@ledgergraph/chain-kit/snapshot/write-snapshot';
import { temporaryFolder } from '@ledgergraph/test-kit/temporary-folder';
import { compareRows, readMainChainRows } from '../../e2e/reorganisations/main-chain-rows.ts';
import { NodeIndex } from '../generated-chain/index-from-node.ts';
import {
  CHAIN_ID,
  databasesOf,
  describeDatabase,
  load,
  query,
  startNode,
  unmadeDatabases,
  writeWhole,
} from './snapshot-stand.ts';

const ON_A_LEFT_BRANCH = 424;
const LATER = 430;
/** No branch matters there, and the native definition exists. */
const SOME_HEIGHT = 400;

async function differences(ours: (service: string) => string, theirs: NodeIndex): Promise<string[]> {
  const found: string[] = [];
  for (const service of theirs.services) {
    const [left, right] = [
      await readMainChainRows(ours(service), CHAIN_ID),
      await readMainChainRows(theirs.url(service), CHAIN_ID),
    ];
    for (const rows of [left, right]) rows.delete('network');
    for (const rows of [left, right]) for (const table of INSTALLATION) rows.delete(table);
    found.push(...compareRows(left, right).map((text) => `${service}: ${text}`));
  }
  return found;
}

/** A new installation fills them by itself. */
const INSTALLATION = ['node_tip', 'subgraph_progress'];

test('an installation begun with a snapshot has all rows of the other one, and follows the chain through reorganisations', async () => {
  await using cleanup = new AsyncDisposableStack();
  const { node, settings, address } = await startNode(cleanup, ON_A_LEFT_BRANCH);
  const source = await NodeIndex.open(cleanup);
  await source.take(settings);
  const folder = join(await temporaryFolder(), 'snapshot');
  const manifest = await writeWhole(databasesOf(source), folder);
  expect(manifest.chains).toMatchObject([{ chainId: CHAIN_ID, ...node.tip() }]);
  expect(manifest.parts.flatMap(({ tables }) => tables).some(({ pieces }) => pieces.length > 3)).toBe(true);
  await expect(verifyFiles(await openSnapshot(folder), 2)).resolves.toMatchObject({ files: expect.any(Number) });
  const [chain] = manifest.chains;
  if (chain === undefined) throw new Error('no chain');
  expect(await checkNode(address, chain)).toContain(`block ${chain.height} is on the node's chain`);

  const begun = await NodeIndex.open(cleanup);
  const empty = await Promise.all(databasesOf(begun).map(describeDatabase));
  // The chain is known, without a block: its number is that of the snapshot's chain.
  for (const { url } of databasesOf(begun)) await query(url, "INSERT INTO chain (chain_id) VALUES ('iOther')");
  await load(folder, databasesOf(begun));
  expect(await differences((service) => begun.url(service as 'blocks'), source)).toEqual([]);
  const names = (described: unknown) => (described as { name: string }[]).map(({ name }) => name);
  expect((await Promise.all(databasesOf(begun).map(describeDatabase))).map(names)).toEqual(empty.map(names));
  await load(folder, databasesOf(begun));

  await node.advanceTo(LATER);
  await begun.take(settings);
  expect(await query(begun.url('blocks'), 'SELECT depth FROM reorg')).not.toEqual([]);
  const straight = await NodeIndex.open(cleanup);
  await straight.take((await startNode(cleanup, LATER)).settings);
  expect(await differences((service) => begun.url(service as 'blocks'), straight)).toEqual([]);
});

test('a snapshot is of one block of all services, though they are at different blocks when it begins', async () => {
  await using cleanup = new AsyncDisposableStack();
  const { node, settings } = await startNode(cleanup, SOME_HEIGHT);
  const source = await NodeIndex.open(cleanup);
  await source.take(settings);
  await node.advance(3);
  const folder = join(await temporaryFolder(), 'snapshot');
  await source.takeBlocks(settings);
  const { height, hash } = node.tip();
  const writing = writeWhole(databasesOf(source), folder);
  const indexing = source.take(settings);
  const [manifest] = await Promise.all([writing, indexing]);
  expect(manifest.chains).toMatchObject([{ height, hash }]);
  const databases = unmadeDatabases(cleanup, source.services);
  await load(folder, databases);
  const urls = new Map(databases.map(({ service, url }) => [service, url]));
  expect(await differences((service) => urls.get(service) ?? '', source)).toEqual([]);
});

test('a service declares which of its tables a snapshot leaves out, and these exist', async () => {
  await using cleanup = new AsyncDisposableStack();
  const databases = databasesOf(await NodeIndex.open(cleanup));
  expect(await listChainServices()).toEqual(databases.map(({ service }) => service).sort());
  for (const { service, url } of databases) {
    const tables = await query<{ name: string }>(
      url,
      `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'`,
    );
    expect(tables.map(({ name }) => name)).toEqual(expect.arrayContaining(readLeftOut(service)));
  }
});

test('teams write their parts at an agreed block, and parts of different blocks do not make a snapshot', async () => {
  await using cleanup = new AsyncDisposableStack();
  const { node, settings } = await startNode(cleanup, SOME_HEIGHT);
  const source = await NodeIndex.open(cleanup);
  await source.take(settings);
  const write = (folder: string, service: string, at: number) => {
    const databases = databasesOf(source).filter((database) => database.service === service);
    return writeParts({ databases, folder, networks: [], at, workers: 1, waitMs: 200, report: () => undefined });
  };
  const agreed = join(await temporaryFolder(), 'agreed');
  const { height } = node.tip();
  for (const service of source.services) await write(agreed, service, height);
  const mixed = join(await temporaryFolder(), 'mixed');
  await write(mixed, 'blocks', height);
  await node.advance(1);
  await source.take(settings);
  await write(mixed, 'currencies', node.tip().height);
  await expect(joinParts(agreed, [...source.services])).resolves.toMatchObject({ chains: [{ height }] });
  await expect(joinParts(mixed, ['blocks', 'currencies'])).rejects.toThrow('the parts stand at different blocks');
  await expect(write(join(await temporaryFolder(), 'late'), 'identities', height)).rejects.toThrow('already at');
  await expect(write(join(await temporaryFolder(), 'early'), 'identities', height + 90)).rejects.toThrow('in time');
});
