import { type Amount, Levels } from './levels.ts';
import type { ThreeSubgraphs } from './three-subgraphs.ts';

export interface ImportPlace {
  height: number;
  txIndex: number;
}

const TRANSFERS = 'RTqQe58LSj2yr5CrwYFwcsAQ1edQwmrkUU';
const DEPOSITS = 'RFw9AVfgNKcHe2Vp2eyzHrX65aFD9Ky8df';

export async function readAddresses(subgraphs: ThreeSubgraphs, chainId: string, imports: readonly ImportPlace[]) {
  const rows = (sql: string, ...values: unknown[]) => subgraphs.read<Amount>('addresses', sql, chainId, ...values);
  const outputs = await subgraphs.read<Amount & Record<'indexed' | 'unheld', string>>('addresses', OUTPUTS, chainId);
  const places = [imports.map(({ height }) => height), imports.map(({ txIndex }) => txIndex)];
  return {
    /** Once for each address; and those that no rich list counts. */
    unspent: Levels.ofChanges(outputs),
    indexed: Levels.ofChanges(outputs.map((row) => ({ ...row, amount: row.indexed }))),
    unheld: Levels.ofChanges(outputs.map((row) => ({ ...row, amount: row.unheld }))),
    balances: Levels.ofChanges(await rows(BALANCES, null)),
    richLists: Levels.ofAmounts(await rows(HELD)),
    transfers: Levels.ofChanges(await rows(BALANCES, TRANSFERS)),
    deposits: Levels.ofChanges(await rows(BALANCES, DEPOSITS)),
    paid: Levels.ofChanges(await rows(PAID, ...places, DEPOSITS)),
  };
}

const VALUES = `
  WITH mine AS (SELECT id FROM chain WHERE chain_id = $1),
  value AS (
    SELECT output.*, 1 AS currency_id, satoshis AS amount FROM output JOIN mine ON mine.id = chain
     UNION ALL
    SELECT output.*, token.id, token.amount
      FROM output JOIN mine ON mine.id = chain, unnest(token_ids, token_satoshis) AS token (id, amount))`;
const OUTPUTS = `${VALUES},
  moved AS (
    SELECT height AS at, amount AS change, value.* FROM value
     UNION ALL
    SELECT spent_height, -amount, value.*
      FROM value JOIN spend ON (spend.chain, spend.height, spend.tx_index, spend.vout)
                             = (value.chain, value.height, value.tx_index, value.vout))
  SELECT address AS "currencyId", at AS height, sum(change)::text AS amount,
         sum(change * cardinality(array_remove(address_ids, NULL)))::text AS indexed,
         coalesce(sum(change) FILTER (WHERE holder_id IS NULL), 0)::text AS unheld
    FROM moved JOIN address ON address.chain = moved.chain AND address.id = currency_id
   GROUP BY 1, 2`;
const BALANCES = `
  SELECT currency.address AS "currencyId", step.height, sum(balance - before)::text AS amount
    FROM (SELECT change.*, coalesce(lag(balance) OVER (PARTITION BY chain, address_id, currency_id
                                                           ORDER BY height, tx_index), 0) AS before
            FROM balance_change AS change) AS step
    JOIN chain ON chain.id = step.chain
    JOIN address AS owner ON owner.chain = step.chain AND owner.id = step.address_id
    JOIN address AS currency ON currency.chain = step.chain AND currency.id = step.currency_id
   WHERE chain_id = $1 AND ($2::text IS NULL OR owner.address = $2)
   GROUP BY 1, 2`;
const HELD = `
  SELECT address AS "currencyId", held_total.height, total::text AS amount
    FROM held_total JOIN chain ON chain.id = held_total.chain
    JOIN address ON address.chain = held_total.chain AND address.id = currency_id
   WHERE chain_id = $1 ORDER BY held_total.height`;
const PAID = `${VALUES}
  SELECT address AS "currencyId", value.height, sum(amount)::text AS amount
    FROM value
    JOIN unnest($2::integer[], $3::integer[]) AS place (height, tx_index)
      ON (place.height, place.tx_index) = (value.height, value.tx_index)
    JOIN address ON address.chain = value.chain AND address.id = currency_id
   WHERE NOT EXISTS (SELECT FROM address AS held
                      WHERE held.chain = value.chain AND held.id = ANY(address_ids) AND held.address = $4)
   GROUP BY 1, 2`;
