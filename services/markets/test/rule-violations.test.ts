import { saveNetwork } from '@ledgergraph/chain-kit/chain/saved-networks';
import { openWriter, type SqlWriter } from '@ledgergraph/chain-kit/db/sql-writer';
import { readNetworkMessage } from '@ledgergraph/graph-kit/network';
import { announcedNetwork } from '@ledgergraph/test-kit/announced-network';
import { createTestDatabase } from '@ledgergraph/test-kit/database';
import { applyBlocks } from '@ledgergraph/test-kit/indexing/drive-handler';
import { readNormalizedBlocks } from '@ledgergraph/test-kit/normalized-blocks';
import { Registry } from 'prom-client';
import { createHandler } from '#/indexing/handler.ts';
import { RuleViolations } from '#/indexing/rule-violations.ts';

const announced = announcedNetwork('vrsctest-a', { hasDefinition: true });
const blocks = readNormalizedBlocks('vrsctest-a').slice(0, 200);
/** Names have another price than on the chain. */
const dearer = {
  ...announced,
  nativeDefinitionJson: announced.nativeDefinitionJson.replace(/("idregistrationfees":\s*)100/, '$1101'),
};

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let db: SqlWriter;

beforeAll(async () => {
  database = await createTestDatabase({ service: 'markets' });
  db = openWriter(database.url);
  await saveNetwork(db, dearer);
});
afterAll(async () => {
  await db.$disconnect();
  await database.drop();
});

test('registrations that break a rule count once their rows are committed, and once where a batch is repeated', async () => {
  expect(dearer.nativeDefinitionJson).not.toBe(announced.nativeDefinitionJson);
  const registry = new Registry();
  const violations = new RuleViolations(registry);
  const handler = createHandler(violations);
  const network = readNetworkMessage(dearer);
  const broken: typeof db = {
    ...db,
    $transaction: (work) =>
      db.$transaction(async (tx) => {
        await work(tx);
        throw new Error('the connection broke');
      }),
  };
  await expect(applyBlocks({ db: broken, handler }, network, blocks)).rejects.toThrow('the connection broke');
  expect(violations.count(network.name)).toBe(0);
  await applyBlocks({ db, handler }, network, blocks);
  const [row] = await db.$queryRawUnsafe<{ count: number }[]>(
    'SELECT count(*)::integer AS count FROM registration WHERE NOT follows_rules',
  );
  expect(row?.count).toBeGreaterThan(5);
  expect(violations.count(network.name)).toBe(row?.count);
  const metric = await registry.getSingleMetric('ledgergraph_markets_rule_violations_total')?.get();
  expect(metric?.values).toEqual([{ labels: { chain: network.name }, value: row?.count }]);
});

test('no block is taken before the node has defined the native currency, whose terms registrations are compared with', () => {
  const { findMissing } = createHandler();
  expect(findMissing?.(readNetworkMessage(announced))).toBeNull();
  expect(findMissing?.(readNetworkMessage({ ...announced, nativeDefinitionJson: '' }))).toMatch('native currency');
});
