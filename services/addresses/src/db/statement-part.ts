import { blockTime } from '@ledgergraph/chain-kit/db/block-time';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { pageParameters, type TransactionPlace } from './list-address-transactions.ts';
import { STEPS_OF_CURRENCY } from './movement-statements.ts';
import { WANTED_OF_CURRENCY } from './transaction-statements.ts';

/** A piece of the statement of one currency of an address. */
export interface StatementExtent {
  chainId: string;
  address: string;
  currencyId: string;
  /** Heights, included. */
  from: number;
  to: number;
  /** Place before the piece; null: its beginning. */
  after: TransactionPlace | null;
  limit: number;
}

/**
 * Movements as columns of text, oldest first: a value of its own for each would cost more than to read them. Values are divided by commas. Of what
 * all movements of a block share there is one value for each block.
 */
export interface StatementPart {
  count: number;
  /** Place of the last movement; null where there is no movement. */
  last: TransactionPlace | null;
  /** In satoshis: before the first movement, and right after the last one. */
  openingBalance: bigint;
  closingBalance: bigint;
  /** Net satoshis of each. */
  amounts: string;
  /** Bytes of all, one behind the other, as Base64. */
  txids: string;
  /** Blocks, their times in Unix seconds, and the number of movements in each. */
  heights: string;
  times: string;
  counts: string;
  /** Null: they were not asked for. */
  facts: PartFacts | null;
}

/** Facts of each movement that its kind follows from. */
export interface PartFacts {
  txIndexes: string;
  /** Role of the address in each whole transaction. */
  directions: string;
}

type PartRow = Omit<StatementPart, 'last' | 'facts'> & { lastHeight: number; lastTxIndex: number } & Partial<PartFacts>;

const TXID_BYTES = 32;
const NOTHING: StatementPart = {
  ...{ count: 0, last: null, openingBalance: 0n, closingBalance: 0n, facts: null },
  ...{ amounts: '', txids: '', heights: '', times: '', counts: '' },
};

// The rows of a page come by height, so that their blocks are groups without a sort. The transactions of a block are one look-up. Txids leave as
// Base64: as hexadecimal digits they take a fifth more of the whole time here, and more on their way.
const partWith = (ofBlock: string, ofPart: string): string => `
SELECT sum(block.count)::integer AS count, max(block.height) AS "lastHeight",
       (array_agg(block.indexes[block.count] ORDER BY block.height))[count(*)::integer] AS "lastTxIndex",
       (array_agg(block.balances[1] - block.amounts[1] ORDER BY block.height))[1] AS "openingBalance",
       (array_agg(block.balances[block.count] ORDER BY block.height))[count(*)::integer] AS "closingBalance",
       string_agg(array_to_string(block.amounts, ','), ',' ORDER BY block.height) AS amounts,
       string_agg(block.height::text, ',' ORDER BY block.height) AS heights,
       string_agg(block.time::text, ',' ORDER BY block.height) AS times, string_agg(block.count::text, ',' ORDER BY block.height) AS counts,
       replace(encode(string_agg(block.txids, ''::bytea ORDER BY block.height), 'base64'), E'\\n', '') AS txids
       ${ofPart}
  FROM (
    SELECT grouped.*,
           (SELECT ${blockTime('block.time')} FROM applied_block AS block
             WHERE block.chain = wanted.chain AND block.height = grouped.height) AS time,
           (SELECT string_agg(tx.txid, ''::bytea ORDER BY tx.tx_index) FROM transaction_place tx
             WHERE tx.chain = wanted.chain AND tx.height = grouped.height AND tx.tx_index = ANY(grouped.indexes)) AS txids
           ${ofBlock}
      FROM ${WANTED_OF_CURRENCY}
     CROSS JOIN LATERAL (
        SELECT page.height, count(*)::integer AS count, array_agg(page.tx_index ORDER BY page.tx_index) AS indexes,
               array_agg(page.amount ORDER BY page.tx_index) AS amounts, array_agg(page.balance ORDER BY page.tx_index) AS balances
          FROM (SELECT * FROM (${STEPS_OF_CURRENCY}) steps ORDER BY steps.height, steps.tx_index LIMIT $7) page
         GROUP BY page.height
      ) grouped
  ) block
HAVING count(*) > 0`;

const PART = partWith('', '');
const PART_AND_FACTS = partWith(
  `, (SELECT string_agg(used.direction, ',' ORDER BY used.tx_index) FROM address_transaction used
             WHERE used.chain = wanted.chain AND used.address_id = wanted.address_id AND used.height = grouped.height
               AND used.tx_index = ANY(grouped.indexes)) AS directions`,
  `, string_agg(array_to_string(block.indexes, ','), ',' ORDER BY block.height) AS "txIndexes",
       string_agg(block.directions, ',' ORDER BY block.height) AS directions`,
);

/** Reads a part of a statement in one go. @throws Error where a movement has no transaction */
export async function readStatementPart(
  db: SqlExecutor,
  { chainId, address, currencyId, from, to, after, limit }: StatementExtent,
  withFacts: boolean,
): Promise<StatementPart> {
  const page = { currencyId, from, to, after, limit, order: 'ASC' as const };
  const parameters = pageParameters([{ chainId, address, height: to }], page);
  const [row] = await db.$queryRawUnsafe<PartRow[]>(withFacts ? PART_AND_FACTS : PART, ...parameters);
  if (row === undefined) return { ...NOTHING, facts: withFacts ? { txIndexes: '', directions: '' } : null };
  const { lastHeight, lastTxIndex, txIndexes = '', directions = '', ...columns } = row;
  const { count, txids } = columns;
  if (Buffer.byteLength(txids ?? '', 'base64') !== count * TXID_BYTES)
    throw new Error(`${count} movements do not have ${count} transactions`);
  return {
    ...columns,
    last: { height: lastHeight, txIndex: lastTxIndex },
    facts: withFacts ? { txIndexes, directions } : null,
  };
}
