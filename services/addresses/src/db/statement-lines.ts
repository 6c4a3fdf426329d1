import { blockTime } from '@ledgergraph/chain-kit/db/block-time';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { csvLines, type LineColumns } from './csv-lines.ts';
import type { TransactionPlace } from './list-address-transactions.ts';
import { pageParameters } from './list-address-transactions.ts';
import { STEPS_OF_CURRENCY } from './movement-statements.ts';
import { WANTED_OF_CURRENCY } from './transaction-statements.ts';

/** A part of the statement of one currency of an address. */
export interface StatementPart {
  chainId: string;
  address: string;
  currencyId: string;
  /** Heights, included. */
  from: number;
  to: number;
  /** Place before the part; null: its beginning. */
  after: TransactionPlace | null;
  limit: number;
}

/** Movements as text, oldest first. */
export interface StatementLines {
  /** Lines of CSV, as of `csvLines`. */
  lines: string;
  count: number;
  /** Place of the last movement; null: there is none. */
  last: TransactionPlace | null;
}

// A row of its own for each movement would cost more than all else, so Postgres gives columns. The transactions of a block are one look-up.
const COLUMNS = `
WITH page AS MATERIALIZED (
  SELECT wanted.chain, page.height, page.tx_index, page.amount, page.balance
    FROM ${WANTED_OF_CURRENCY}
   CROSS JOIN LATERAL (
      SELECT * FROM (${STEPS_OF_CURRENCY}) steps ORDER BY steps.height, steps.tx_index LIMIT $7
    ) page),
 places AS MATERIALIZED (
  SELECT page.chain, page.height, count(*)::integer AS count, array_agg(page.tx_index) AS indexes FROM page GROUP BY page.chain, page.height),
 blocks AS (
  SELECT places.height, places.count,
         (SELECT ${blockTime('block.time')} FROM applied_block AS block
           WHERE block.chain = places.chain AND block.height = places.height) AS time,
         (SELECT string_agg(tx.txid, ''::bytea ORDER BY tx.tx_index) FROM transaction_place tx
           WHERE tx.chain = places.chain AND tx.height = places.height AND tx.tx_index = ANY(places.indexes)) AS txids
    FROM places)
SELECT * FROM (
  SELECT count(*)::integer AS count, array_agg(amount)::text AS amounts, array_agg(balance)::text AS balances,
         ARRAY[max(height), (array_agg(tx_index))[count(*)::integer]] AS last
    FROM (SELECT * FROM page ORDER BY page.height, page.tx_index) page
  HAVING count(*) > 0) movements
 CROSS JOIN (
  SELECT array_agg(height ORDER BY height) AS heights, array_agg(time ORDER BY height) AS times, array_agg(count ORDER BY height) AS counts,
         encode(string_agg(txids, ''::bytea ORDER BY height), 'hex') AS txids
    FROM blocks) of_blocks`;

/** Reads a part of a statement in one go. */
export async function readStatementLines(db: SqlExecutor, part: StatementPart): Promise<StatementLines> {
  const { chainId, address, currencyId, from, to, after, limit } = part;
  const parameters = pageParameters([{ chainId, address, height: to }], {
    ...{ currencyId, from, to, after, limit },
    order: 'ASC',
  });
  const [columns] = await db.$queryRawUnsafe<LineColumns[]>(COLUMNS, ...parameters);
  if (columns === undefined) return { lines: '', count: 0, last: null };
  const [height, txIndex] = columns.last;
  return { lines: csvLines(currencyId, columns), count: columns.count, last: { height, txIndex } };
}
