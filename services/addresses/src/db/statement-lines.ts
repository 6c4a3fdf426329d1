import { blockTime } from '@ledgergraph/chain-kit/db/block-time';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import type { Direction } from './address-activity.ts';
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
  /** Whether to read `facts`. */
  withFacts: boolean;
}

/** Facts of each movement that its line does not have, and its kind follows from. */
export interface LineFacts {
  txIndexes: number[];
  /** Role of the address in the whole transaction. */
  directions: Direction[];
}

/** Movements as text, oldest first. */
export interface StatementLines {
  /** Lines of CSV, as of `csvLines`. */
  lines: string;
  count: number;
  /** Place of the last movement; null where no movement follows. */
  last: TransactionPlace | null;
  /** Null: they were not asked for. */
  facts: LineFacts | null;
}

interface FactColumns {
  txIndexes: number[];
  /** Divided by commas. */
  directions: string;
}

// A row of its own for each movement would cost more than all else, so Postgres gives columns. The transactions of a block are one look-up.
const columnsWith = ({
  ofBlock,
  ofMovements,
  ofBlocks,
}: Record<'ofBlock' | 'ofMovements' | 'ofBlocks', string>): string => `
WITH page AS MATERIALIZED (
  SELECT wanted.chain, wanted.address_id, page.height, page.tx_index, page.amount, page.balance
    FROM ${WANTED_OF_CURRENCY}
   CROSS JOIN LATERAL (
      SELECT * FROM (${STEPS_OF_CURRENCY}) steps ORDER BY steps.height, steps.tx_index LIMIT $7
    ) page),
 places AS MATERIALIZED (
  SELECT page.chain, page.address_id, page.height, count(*)::integer AS count, array_agg(page.tx_index) AS indexes
    FROM page GROUP BY page.chain, page.address_id, page.height),
 blocks AS (
  SELECT places.height, places.count,
         (SELECT ${blockTime('block.time')} FROM applied_block AS block
           WHERE block.chain = places.chain AND block.height = places.height) AS time,
         (SELECT string_agg(tx.txid, ''::bytea ORDER BY tx.tx_index) FROM transaction_place tx
           WHERE tx.chain = places.chain AND tx.height = places.height AND tx.tx_index = ANY(places.indexes)) AS txids
         ${ofBlock}
    FROM places)
SELECT * FROM (
  SELECT count(*)::integer AS count, array_agg(amount)::text AS amounts, array_agg(balance)::text AS balances,
         ARRAY[max(height), (array_agg(tx_index))[count(*)::integer]] AS last
         ${ofMovements}
    FROM (SELECT * FROM page ORDER BY page.height, page.tx_index) page
  HAVING count(*) > 0) movements
 CROSS JOIN (
  SELECT array_agg(height ORDER BY height) AS heights, array_agg(time ORDER BY height) AS times, array_agg(count ORDER BY height) AS counts,
         encode(string_agg(txids, ''::bytea ORDER BY height), 'hex') AS txids
         ${ofBlocks}
    FROM blocks) of_blocks`;

const COLUMNS = columnsWith({ ofBlock: '', ofMovements: '', ofBlocks: '' });
const COLUMNS_AND_FACTS = columnsWith({
  ofBlock: `, (SELECT string_agg(used.direction, ',' ORDER BY used.tx_index) FROM address_transaction used
           WHERE used.chain = places.chain AND used.address_id = places.address_id AND used.height = places.height
             AND used.tx_index = ANY(places.indexes)) AS directions`,
  ofMovements: ', array_agg(tx_index) AS "txIndexes"',
  ofBlocks: `, string_agg(directions, ',' ORDER BY height) AS directions`,
});

/** Reads a part of a statement in one go. */
export async function readStatementLines(db: SqlExecutor, part: StatementPart): Promise<StatementLines> {
  const { chainId, address, currencyId, from, to, after, limit, withFacts } = part;
  const parameters = pageParameters([{ chainId, address, height: to }], {
    ...{ currencyId, from, to, after, limit },
    order: 'ASC',
  });
  const statement = withFacts ? COLUMNS_AND_FACTS : COLUMNS;
  const [columns] = await db.$queryRawUnsafe<(LineColumns & Partial<FactColumns>)[]>(statement, ...parameters);
  if (columns === undefined) return { lines: '', count: 0, last: null, facts: withFacts ? readFacts({}) : null };
  const { count, last } = columns;
  return {
    ...{ lines: csvLines(currencyId, columns), count, last: { height: last[0], txIndex: last[1] } },
    facts: withFacts ? readFacts(columns) : null,
  };
}

function readFacts({ txIndexes = [], directions = '' }: Partial<FactColumns>): LineFacts {
  return { txIndexes, directions: directions === '' ? [] : (directions.split(',') as Direction[]) };
}
