import { blockTime } from '@ledgergraph/chain-kit/db/block-time';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import type { TransactionPlace } from './list-address-transactions.ts';
import { pageParameters } from './list-address-transactions.ts';
import { STEPS_OF_CURRENCY } from './movement-statements.ts';
import { TXID_OF_PAGE, WANTED_OF_CURRENCY } from './transaction-statements.ts';

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
  /** One for each movement: txid, height, Unix seconds of the block, amount and balance in satoshis, divided by commas. */
  lines: string;
  count: number;
  /** Place of the last movement; null: there is none. */
  last: TransactionPlace | null;
}

// Postgres joins the lines itself: a row of its own for each would cost more than all else. The blocks of a part are read once.
const LINES = `
WITH page AS MATERIALIZED (
  SELECT wanted.chain, page.height, page.tx_index, ${TXID_OF_PAGE} AS txid, page.amount, page.balance
    FROM ${WANTED_OF_CURRENCY}
   CROSS JOIN LATERAL (
      SELECT * FROM (${STEPS_OF_CURRENCY}) steps ORDER BY steps.height, steps.tx_index LIMIT $7
    ) page),
 times AS MATERIALIZED (
  SELECT seen.height, (SELECT ${blockTime('block.time')}::bigint FROM applied_block AS block
                        WHERE block.chain = seen.chain AND block.height = seen.height) AS time
    FROM (SELECT DISTINCT chain, height FROM page) AS seen)
SELECT coalesce(string_agg(concat_ws(',', page.txid, page.height, times.time, page.amount, page.balance), E'\\n'
                           ORDER BY page.height, page.tx_index), '') AS lines,
       count(*)::integer AS count,
       (SELECT ARRAY[last.height, last.tx_index] FROM page AS last ORDER BY last.height DESC, last.tx_index DESC LIMIT 1) AS last
  FROM page JOIN times USING (height)`;

/** Reads a part of a statement in one go. */
export async function readStatementLines(db: SqlExecutor, part: StatementPart): Promise<StatementLines> {
  const { chainId, address, currencyId, from, to, after, limit } = part;
  const parameters = pageParameters([{ chainId, address, height: to }], {
    ...{ currencyId, from, to, after, limit },
    order: 'ASC',
  });
  const [row] = await db.$queryRawUnsafe<{ lines: string; count: number; last: [number, number] | null }[]>(
    LINES,
    ...parameters,
  );
  const { lines = '', count = 0, last = null } = row ?? {};
  return { lines, count, last: last && { height: last[0], txIndex: last[1] } };
}
