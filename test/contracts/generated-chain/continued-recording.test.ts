import { readMeta, recordingDir } from '@ledgergraph/recorded-node/recording';
import { startRecordedNode } from '@ledgergraph/recorded-node/start-recorded-node';
import pg from 'pg';
import { compareRows, readMainChainRows } from '../../e2e/reorganisations/main-chain-rows.ts';
import { NodeIndex } from './index-from-node.ts';

const CREDENTIALS = { user: 'continued', password: 'continued' };
const ROUNDS = 30;
/** Some indexers see a branch that is left, others only its replacement. */
const STEPS = 5;

/** By its last state, and in all outputs with an owner. */
const SUPPLIES = `
  SELECT DISTINCT ON (currency_id) currency_id AS key, supply::text AS value
    FROM currency_state ORDER BY currency_id, height DESC, tx_index DESC, vout DESC`;
const HELD = `
  SELECT currency.address AS key, sum(last.balance)::text AS value
    FROM (SELECT DISTINCT ON (chain, address_id, currency_id) chain, currency_id, balance
            FROM balance_change ORDER BY chain, address_id, currency_id, height DESC, tx_index DESC) last
    JOIN address currency ON currency.chain = last.chain AND currency.id = last.currency_id
   GROUP BY currency.address`;

test.each(['vrsctest-a', 'pchain-a'] as const)(
  'the services follow %s where generated blocks continue it, through its reorganisations, and hold what a straight sync holds',
  async (recording) => {
    await using cleanup = new AsyncDisposableStack();
    const { chainId, name, environment, tipHeight } = readMeta(recordingDir(recording));
    const options = { recordingDir: recordingDir(recording), from: 'end', ...CREDENTIALS, continues: true } as const;
    const node = await startRecordedNode(options);
    cleanup.defer(() => node.stop());
    const network = { chainId, name, environment, isDefault: true, endpoints: [{ url: node.url, ...CREDENTIALS }] };
    const index = await NodeIndex.open(cleanup);
    await index.take(network);
    const [suppliesBefore, heldBefore] = [
      await read(index, 'currencies', SUPPLIES),
      await read(index, 'addresses', HELD),
    ];

    for (let round = 0; round < ROUNDS; round += 1) {
      const tip = await node.advance(STEPS);
      await index.take(network);
      const [[height] = []] = await query(
        index,
        'blocks',
        `SELECT max(height)::text FROM block JOIN chain ON chain.id = chain WHERE chain_id = '${chainId}'`,
      );
      expect(height).toBe(String(tip.height));
    }
    expect(node.tip().height).toBeGreaterThan(tipHeight + ROUNDS);
    const [[reorgs] = []] = await query(index, 'blocks', 'SELECT count(*)::text FROM reorg');
    expect(Number(reorgs)).toBeGreaterThan(0);

    const straight = await NodeIndex.open(cleanup);
    await straight.take(network);
    for (const service of index.services) {
      const [followed, fresh] = await Promise.all(
        [index, straight].map((each) => readMainChainRows(each.url(service), chainId)),
      );
      expect([service, compareRows(followed ?? new Map(), fresh ?? new Map())]).toEqual([service, []]);
    }

    // Conversions change both by the same units.
    const [supplies, held] = [await read(index, 'currencies', SUPPLIES), await read(index, 'addresses', HELD)];
    const changed = [...supplies].filter(([id, supply]) => id !== chainId && supply !== suppliesBefore.get(id));
    expect(changed.length).toBeGreaterThan(0);
    for (const [id, supply] of changed) {
      expect([id, (held.get(id) ?? 0n) - (heldBefore.get(id) ?? 0n)]).toEqual([
        id,
        supply - (suppliesBefore.get(id) ?? 0n),
      ]);
    }
  },
);

async function read(index: NodeIndex, service: 'currencies' | 'addresses', sql: string): Promise<Map<string, bigint>> {
  return new Map((await query(index, service, sql)).map(([key = '', value = '']) => [key, BigInt(value)]));
}

async function query(index: NodeIndex, service: Parameters<NodeIndex['url']>[0], sql: string): Promise<string[][]> {
  const client = new pg.Client({ connectionString: index.url(service) });
  await client.connect();
  try {
    return (await client.query<string[]>({ text: sql, rowMode: 'array' })).rows;
  } finally {
    await client.end();
  }
}
