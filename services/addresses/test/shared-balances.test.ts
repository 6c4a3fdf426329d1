import { readNormalizedBlocks } from '@ledgergraph/test-kit/normalized-blocks';
import { AddressDatabase, PCHAIN, VRSCTEST } from './address-database.ts';
import { applyShared, buildSharedBlocks, TIP } from './shared-outputs.ts';

// A group's text is that of its addresses in order.
const SHARED = `
WITH valued AS (
  SELECT output.*, value.currency_id, value.amount,
         (SELECT string_agg(named.address, ' ' ORDER BY named.address COLLATE "C") FROM address named
           WHERE named.chain = output.chain AND named.id = ANY (output.address_ids)) AS "group"
    FROM output CROSS JOIN LATERAL (
      SELECT 1 AS currency_id, satoshis AS amount WHERE satoshis <> 0
       UNION ALL SELECT * FROM unnest(token_ids, token_satoshis)
    ) value
   WHERE cardinality(address_ids) > 1
),
moved AS (
  SELECT "group", currency_id, height, tx_index, amount FROM valued
   UNION ALL
  SELECT "group", currency_id, spent_height, spender_tx_index, -amount
    FROM valued JOIN spend USING (chain, height, tx_index, vout)
),
step AS (SELECT "group", currency_id, height, tx_index, sum(amount) AS amount FROM moved GROUP BY 1, 2, 3, 4)`;

/** Stored rows, and those that outputs and spends make. */
const TABLES = {
  shared_balance: [
    `SELECT address AS "group", currency_id, shared.height, tx_index, balance::text
       FROM shared_balance shared JOIN address named ON named.chain = shared.chain AND named.id = group_id
      ORDER BY 1, 2, 3, 4`,
    `${SHARED}
     SELECT "group", currency_id, height, tx_index, (sum(amount) OVER (PARTITION BY "group", currency_id ORDER BY height, tx_index))::text AS balance
       FROM step WHERE amount <> 0 ORDER BY 1, 2, 3, 4`,
  ],
  sharer: [
    `SELECT address AS "group", currency_id, sharer.height, ARRAY(SELECT unnest(address_ids) ORDER BY 1) AS ids,
            count(*) FILTER (WHERE address_id = ANY (address_ids))::integer AS found
       FROM sharer JOIN address named ON named.chain = sharer.chain AND named.id = group_id
      GROUP BY 1, 2, 3, 4 ORDER BY 1, 2`,
    `${SHARED}
     SELECT "group", currency_id, min(height) AS height, ARRAY(SELECT unnest(address_ids) ORDER BY 1) AS ids, cardinality(address_ids) - 1 AS found
       FROM valued GROUP BY 1, 2, 4, 5 ORDER BY 1, 2`,
  ],
} as const;

let database: AddressDatabase;
beforeEach(async () => {
  database = await AddressDatabase.create();
});
afterEach(() => database.close());

/** @returns rows that were compared */
async function compare(): Promise<number> {
  let compared = 0;
  for (const [table, [stored, made]] of Object.entries(TABLES)) {
    const rows = await database.db.$queryRawUnsafe<unknown[]>(stored);
    expect({ table, rows }).toEqual({ table, rows: await database.db.$queryRawUnsafe<unknown[]>(made) });
    compared += rows.length;
  }
  return compared;
}

test('groups have the sums of their unspent outputs, also after reorganisations, reverts and batches of one block', async () => {
  await applyShared(database);
  const atTip = await compare();
  const blocks = [
    ...readNormalizedBlocks('vrsctest-a'),
    ...buildSharedBlocks(readNormalizedBlocks('vrsctest-a').at(-1)?.hash),
  ];
  for (const keep of [TIP + 4, TIP + 2, TIP, 500, 300]) {
    await database.revert(VRSCTEST, keep);
    expect(await compare()).toBeLessThan(atTip);
  }
  await database.apply(blocks.slice(301, 600), 1);
  await compare();
  await database.apply(blocks.slice(600));
  expect(await compare()).toBe(atTip);
});

test('a launched chain has the sums of its groups', async () => {
  await database.apply(readNormalizedBlocks('pchain-a'));
  expect(await compare()).toBeGreaterThan(0);
  await database.revert(PCHAIN, 50);
  await compare();
});
