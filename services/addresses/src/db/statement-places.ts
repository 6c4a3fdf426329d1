import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { pageParameters, type TransactionPlace } from './list-address-transactions.ts';
import type { StatementExtent } from './statement-part.ts';
import { WANTED_OF_CURRENCY } from './transaction-statements.ts';

const OF_CURRENCY = `change.chain = extent.chain AND change.address_id = extent.address_id AND change.currency_id = extent.currency_id`;

/** Movements of the currency so far, after the last one that a condition holds for. */
const countAfter = (condition: string): string => `
    COALESCE((SELECT change.tx_count FROM balance_change change WHERE ${OF_CURRENCY} AND ${condition}
               ORDER BY change.height DESC, change.tx_index DESC LIMIT 1), 0)`;

// Parameters are those of a page of transactions of one currency, and how many movements there are from place to place. Rows count the movements
// so far, so that the height of a place is found by halves, however many movements lie before it. LIMIT 1 keeps Postgres from joining all places at
// once.
const PLACES = `
WITH RECURSIVE extent AS MATERIALIZED (SELECT * FROM ${WANTED_OF_CURRENCY}),
 counted AS MATERIALIZED (
  SELECT ${countAfter(`change.height <= extent.start_height
      AND NOT (change.height = extent.start_height AND change.tx_index > extent.start_tx_index)`)} AS before,
         ${countAfter('change.height <= extent.end_height')} AS until
    FROM extent),
 search AS (
  SELECT place.number, extent.start_height AS low, extent.end_height AS high
    FROM extent CROSS JOIN counted
   CROSS JOIN LATERAL generate_series(before + $8::integer, least(until, before + $7::integer), $8::integer) AS place (number)
  UNION ALL
  SELECT half.number, CASE WHEN half.is_reached THEN half.low ELSE half.middle + 1 END,
         CASE WHEN half.is_reached THEN half.middle ELSE half.high END
    FROM (
      SELECT search.number, search.low, search.high, middle.height AS middle,
             ${countAfter('change.height <= middle.height')} >= search.number AS is_reached
        FROM search CROSS JOIN extent
       CROSS JOIN LATERAL (SELECT search.low + (search.high - search.low) / 2 AS height) middle
       WHERE search.low < search.high
    ) half)
SELECT change.height, change.tx_index AS "txIndex"
  FROM search CROSS JOIN extent
 CROSS JOIN LATERAL (
    SELECT change.height, change.tx_index FROM balance_change change
     WHERE ${OF_CURRENCY} AND change.height = search.low AND change.tx_count = search.number
     ORDER BY change.height, change.tx_index LIMIT 1
  ) change
 WHERE search.low = search.high
 ORDER BY search.number`;

/**
 * Places of every so many movements of a statement, oldest first. `limit` counts the movements that the places are among, so that the last ones may
 * have no place.
 * @param every movements from place to place
 */
export async function readStatementPlaces(
  db: SqlExecutor,
  { chainId, address, currencyId, from, to, after, limit }: StatementExtent,
  every: number,
): Promise<TransactionPlace[]> {
  const page = { currencyId, from, to, after, limit, order: 'ASC' as const };
  const parameters = pageParameters([{ chainId, address, height: to }], page);
  return db.$queryRawUnsafe<TransactionPlace[]>(PLACES, ...parameters, every);
}
