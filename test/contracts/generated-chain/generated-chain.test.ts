import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { normalizeBlock } from '@ledgergraph/blocks/following/normalize-block';
import { ChainFile } from '@ledgergraph/generators/generated-chain/chain-file';
import { generateChain } from '@ledgergraph/generators/generated-chain/generate-chain';
import { startGeneratedNode } from '@ledgergraph/generators/generated-chain/start-generated-node';
import { isJsonObject, parseLossless } from '@ledgergraph/verus-protocol/lossless-json';
import pg from 'pg';
import { BalanceOracle } from './balance-oracle.ts';
import { NodeIndex } from './index-from-node.ts';

const CHAIN_ID = 'iJhCezBExJHvtyH3fGhNnt2NhU4Ztkf2yq';
const CREDENTIALS = { user: 'generated', password: 'generated' };
const BLOCKS = 250;

test('the services take a generated chain, and agree with a plain count of it', async () => {
  await using cleanup = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'ledgergraph-generated-'));
  cleanup.defer(() => rm(folder, { recursive: true }));
  const chain = cleanup.use(
    ChainFile.write(join(folder, 'chain'), generateChain({ seed: 11, blocks: BLOCKS, chainId: CHAIN_ID })),
  );
  const node = await startGeneratedNode({ chain, chainId: CHAIN_ID, name: 'VRSCTEST', ...CREDENTIALS });
  cleanup.defer(() => node.stop());
  const settings = { chainId: CHAIN_ID, name: 'VRSCTEST', environment: 'TESTNET', isDefault: true } as const;
  const index = await NodeIndex.open(cleanup);
  await index.take({ ...settings, endpoints: [{ url: node.url, ...CREDENTIALS }] });

  const oracle = new BalanceOracle(CHAIN_ID);
  const sizes: [string, string][] = [];
  for (let height = 0; height < BLOCKS; height += 1) {
    const block = parseLossless(chain.read(height).toString('utf8'));
    if (!isJsonObject(block)) throw new Error('a block that is no object');
    oracle.take(normalizeBlock(block, CHAIN_ID));
    sizes.push([String(height), String(block.size)]);
  }
  expect(await read(index.url('addresses'), BALANCES)).toEqual(oracle.balances());
  expect(await read(index.url('currencies'), SUPPLIES)).toEqual(oracle.supplies());
  expect(
    await read(index.url('identities'), 'SELECT count(*)::text AS key, 0 AS value FROM identity_revision'),
  ).toEqual([[String(oracle.revisions), '0']]);
  expect(oracle.revisions).toBeGreaterThan(5);
  expect(await read(index.url('blocks'), SIZES)).toEqual(sizes.sort());
});

const BALANCES = `
  SELECT DISTINCT ON (change.address_id, change.currency_id) owner.address || ' ' || currency.address AS key, balance AS value
    FROM balance_change change
    JOIN address owner ON owner.chain = change.chain AND owner.id = change.address_id
    JOIN address currency ON currency.chain = change.chain AND currency.id = change.currency_id
   ORDER BY change.address_id, change.currency_id, change.height DESC, change.tx_index DESC`;
/** Tokens: of their last states; native: all coins that were made. */
const SUPPLIES = `
  SELECT * FROM (
    SELECT DISTINCT ON (currency_id) currency_id AS key, supply AS value
      FROM currency_state WHERE currency_id <> '${CHAIN_ID}' ORDER BY currency_id, height DESC, tx_index DESC, vout DESC) token
  UNION ALL (SELECT chain_id, supply FROM native_supply JOIN chain ON chain.id = chain ORDER BY height DESC LIMIT 1)`;
/** Header with its solution of 1,344 bytes, number of transactions, and each of them. */
const SIZES = `
  SELECT height::text AS key, 140 + 3 + 1344 + CASE WHEN count(*) < 253 THEN 1 ELSE 3 END + sum(held.size) AS value
    FROM block JOIN transaction held USING (chain, height, ordinal)
   GROUP BY height`;

async function read(url: string, sql: string): Promise<[string, string][]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ key: string; value: string | number }>(sql);
    return rows.map(({ key, value }): [string, string] => [key, String(value)]).sort();
  } finally {
    await client.end();
  }
}
