import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { pageParameters, type TransactionPlace } from './list-address-transactions.ts';
import type { StatementPart } from './statement-lines.ts';
import { rangeOf, WANTED_OF_CURRENCY } from './transaction-statements.ts';
import { currencySteps, ORDERS } from './transaction-steps.ts';

const { ASC } = ORDERS;

// Parameters are those of a page of transactions of one currency, and how many movements there are from place to place. Only indexes are read.
const PLACES = `
SELECT numbered.height, numbered.tx_index AS "txIndex"
  FROM (
    SELECT steps.height, steps.tx_index, row_number() OVER (ORDER BY steps.height, steps.tx_index) AS number
      FROM ${WANTED_OF_CURRENCY}
     CROSS JOIN LATERAL (${currencySteps('wanted', ASC, rangeOf(ASC, '$7'))}) steps
  ) numbered
 WHERE numbered.number % $8::integer = 0
 ORDER BY numbered.number`;

/**
 * Places of every so many movements of a statement, oldest first. `limit` counts the movements that are gone through, so that the last ones may
 * have no place.
 * @param every movements from place to place
 */
export async function readStatementPlaces(
  db: SqlExecutor,
  { chainId, address, currencyId, from, to, after, limit }: Omit<StatementPart, 'withFacts'>,
  every: number,
): Promise<TransactionPlace[]> {
  const page = { currencyId, from, to, after, limit, order: 'ASC' as const };
  const parameters = pageParameters([{ chainId, address, height: to }], page);
  return db.$queryRawUnsafe<TransactionPlace[]>(PLACES, ...parameters, every);
}
