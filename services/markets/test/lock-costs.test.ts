import { chainNumber } from '@ledgergraph/chain-kit/chain/chain-numbers';
import { hex } from '@ledgergraph/chain-kit/hex';
import { inventAddresses } from '@ledgergraph/generators/generated-rows/addresses';
import { announcedNetwork } from '@ledgergraph/test-kit/announced-network';
import { explainStatement, type PlanNode } from '@ledgergraph/test-kit/list-costs/explain-statement';
import { recordStatements, type Statement } from '@ledgergraph/test-kit/list-costs/record-statements';
import { vacuum } from '@ledgergraph/test-kit/list-costs/vacuum';
import { readNormalizedBlocks } from '@ledgergraph/test-kit/normalized-blocks';
import { sealCursor } from '@ledgergraph/test-kit/seal-cursor';
import { openTestSubgraph } from '@ledgergraph/test-kit/subgraph';
import { scopeOf } from '#/db/list-scopes.ts';
import { createLoaders } from '#/graph/loaders.ts';
import { resolvers } from '#/graph/resolvers.ts';
import { type OpenService, openService } from './open-service.ts';

const HERE = announcedNetwork('vrsctest-a').chainId;
const THERE = announcedNetwork('pchain-a').chainId;
const BLOCKS = 20;
const HERE_BLOCKS = readNormalizedBlocks('vrsctest-a').slice(0, BLOCKS);
const THERE_BLOCKS = readNormalizedBlocks('pchain-a').slice(0, BLOCKS);
const SYSTEMS = [THERE, ...inventAddresses('IDENTITY', 'system', 40)];
const CURRENCIES = inventAddresses('IDENTITY', 'currency', 120);
const RECORDS = 1_000;
const TABLES = ['system_lock', 'system_currency', 'listing', 'export', 'import'];
/** One row more than a page. */
const ROWS_MAX = 101;

const NUMBER = chainNumber(1);
const EACH_HEIGHT = `generate_series(0, ${BLOCKS - 1}) AS height`;
const EACH_RECORD = `${EACH_HEIGHT}, generate_series(1001, ${1000 + RECORDS}) AS nth`;
const TXID = "sha256(convert_to(height || ' ' || nth, 'UTF8'))";
const MEMBERS = 'unnest($2::text[]) AS one (system_id), unnest($3::text[]) AS two (currency_id)';

let service: OpenService;

async function generateLocks({ db }: OpenService): Promise<void> {
  const members = [HERE, SYSTEMS, CURRENCIES] as const;
  await db.$executeRawUnsafe(
    `INSERT INTO system_currency (chain, system_id, currency_id, height) SELECT ${NUMBER}, system_id, currency_id, 0 FROM ${MEMBERS}`,
    ...members,
  );
  await db.$executeRawUnsafe(
    `INSERT INTO system_lock (chain, system_id, currency_id, height, locked, exported)
     SELECT ${NUMBER}, system_id, currency_id, height, 1000 * height, 2000 * height FROM ${MEMBERS}, ${EACH_HEIGHT}`,
    ...members,
  );
  await db.$executeRawUnsafe(
    `INSERT INTO export (chain, height, tx_index, vout, txid, destination_system_id, currency_id, from_height, to_height, total_amounts,
                         total_fees, total_burned, hash_transfers, transfer_count)
     SELECT ${NUMBER}, height, nth, 0, ${TXID}, $2, $3, 0, 0, '{}', '{}', '{}', '', 1 FROM ${EACH_RECORD}`,
    ...[HERE, THERE, CURRENCIES[0]],
  );
  await db.$executeRawUnsafe(
    `INSERT INTO import (chain, height, tx_index, vout, txid, source_system_id, source_height, currency_id, export_txid, export_vout,
                         hash_transfers, transfer_count)
     SELECT ${NUMBER}, height, nth, 0, ${TXID}, $2, 0, $3, ${TXID}, 0, '', 1 FROM ${EACH_RECORD}`,
    ...[THERE, HERE, CURRENCIES[0]],
  );
  for (const [chainId, scope] of [
    [HERE, scopeOf('exports', { system: THERE })],
    [THERE, scopeOf('imports', { system: HERE })],
  ] as const) {
    await db.$executeRawUnsafe(
      `INSERT INTO listing (chain, scope, height, tx_index, vout, ordinal, since)
       SELECT ${NUMBER}, $2::bigint, height, nth, 0, 0, height FROM ${EACH_RECORD}`,
      ...[chainId, String(scope)],
    );
  }
}

beforeAll(async () => {
  service = await openService();
  await service.apply('vrsctest-a', HERE_BLOCKS);
  await service.apply('pchain-a', THERE_BLOCKS);
  for (const table of ['system_lock', 'system_currency']) await service.db.$executeRawUnsafe(`DELETE FROM ${table}`);
  await generateLocks(service);
  await vacuum(service.db);
});
afterAll(() => service.close());

async function statementsOf(args: string): Promise<Statement[]> {
  const recorder = recordStatements(service.db);
  const schema = new URL('../schema.graphql', import.meta.url);
  const graph = await openTestSubgraph({ schema, resolvers, db: recorder.db, loaders: createLoaders });
  const { data, errors } = await graph.ask(
    `{ systemLocks(${args}) { hasMore systemLocks { systemId name currencyId locked inFlight } } }`,
  );
  await graph.close();
  expect(errors).toBeUndefined();
  expect(data.systemLocks.hasMore).toBe(true);
  return recorder.take().filter(({ sql }) => TABLES.some((table) => new RegExp(`\\b${table}\\b`).test(sql)));
}

function rowsHandled(node: PlanNode): number {
  const left = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
  return (node['Actual Rows'] + left) * node['Actual Loops'];
}

function nodesOf(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}

/** Begins behind a part of the systems before the indexed one, or behind all of them. */
const deep = (share: number): string => {
  const before = SYSTEMS.filter((id) => id < THERE).sort();
  const anchor = HERE_BLOCKS.at(-1);
  if (anchor === undefined) throw new Error('no block is applied');
  const position = [before[Math.floor(before.length * share) - 1] ?? '', 'z'];
  const cursor = sealCursor(
    { field: 'systemLocks', chainId: HERE, args: {} },
    { ...anchor, hash: hex(anchor.hash) },
    position,
  );
  return `, cursor: "${cursor}"`;
};

test.each([
  ['the first page', ''],
  ['the first page as of a block', `, asOf: { height: ${BLOCKS / 2} }`],
  ['a page in the middle', deep(0.5)],
  ['a page of a system that is indexed', deep(1)],
])('%s is a range of one index and look-ups for its rows', async (_, args) => {
  const small = await statementsOf(`limit: 1${args}`);
  const large = await statementsOf(`limit: 100${args}`);
  expect(large).toHaveLength(small.length);
  for (const statement of large) {
    const { plan } = await explainStatement(service.db, statement);
    const nodes = nodesOf(plan).filter((node) => TABLES.includes(node['Relation Name'] ?? ''));
    expect(nodes.length).toBeGreaterThan(0);
    expect(nodes.map((node) => node['Node Type'])).not.toContain('Seq Scan');
    for (const node of nodes) expect(rowsHandled(node)).toBeLessThanOrEqual(ROWS_MAX);
  }
});

test('the page of a system that is indexed looks for what has arrived', async () => {
  const of = async (args: string): Promise<string> =>
    (await statementsOf(`limit: 1${args}`)).map(({ sql }) => sql).join();
  expect(await of(deep(1))).toMatch(/JOIN import\b/);
  expect(await of(deep(0.5))).not.toMatch(/JOIN import\b/);
});
