import type { SqlExecutor } from '@ledgergraph/service-kit/db/sql-executor';
import type { ActivityKey } from './address-transactions.ts';
import type { BalanceState } from './balance-row.ts';

/** A currency of the address that `keyIndex` names. */
export interface ListedBalance extends BalanceState {
  keyIndex: number;
  currencyId: string;
  /** Height of the last change. */
  height: number;
}

export interface BalancePage {
  limit: number;
  /** Last row of the page before. */
  after: Pick<ListedBalance, 'currencyId' | 'balance'> | null;
}

// Jumps from currency to currency of each address along the primary key, so that the length of the history does not matter.
const STATES = `RECURSIVE held AS (
    SELECT wanted.*, first.currency_id
      FROM unnest($1::text[], $2::text[], $3::integer[]) WITH ORDINALITY AS wanted (chain_id, address, height, place)
     CROSS JOIN LATERAL (
       SELECT change.currency_id
         FROM balance_change change
        WHERE change.chain_id = wanted.chain_id AND change.address = wanted.address
        ORDER BY change.currency_id
        LIMIT 1
     ) first
    UNION ALL
    SELECT held.chain_id, held.address, held.height, held.place, next.currency_id
      FROM held
     CROSS JOIN LATERAL (
       SELECT change.currency_id
         FROM balance_change change
        WHERE change.chain_id = held.chain_id AND change.address = held.address AND change.currency_id > held.currency_id
        ORDER BY change.currency_id
        LIMIT 1
     ) next
  ),
  state AS (
    SELECT held.chain_id, held.place, held.currency_id, latest.*
      FROM held
     CROSS JOIN LATERAL (
       SELECT change.height, balance, received, tx_count, utxo_count, spendable_utxo_count
         FROM balance_change change
        WHERE change.chain_id = held.chain_id AND change.address = held.address
          AND change.currency_id = held.currency_id AND change.height <= held.height
        ORDER BY change.height DESC, change.tx_index DESC
        LIMIT 1
     ) latest
  )`;

/** Every currency each address ever held, the native one first, then largest balance first: one page per address. */
export async function listBalances(
  db: SqlExecutor,
  keys: readonly ActivityKey[],
  { limit, after }: BalancePage,
): Promise<ListedBalance[]> {
  const rows = await db.$queryRawUnsafe<(Omit<ListedBalance, 'received'> & { received: string })[]>(
    `WITH ${STATES},
     ranked AS (
       SELECT state.*,
              row_number() OVER (PARTITION BY place ORDER BY currency_id <> chain_id, balance DESC, currency_id) AS number
         FROM state
        WHERE $5::text IS NULL
           OR (currency_id <> chain_id
               AND ($5 = chain_id OR balance < $6::bigint OR (balance = $6::bigint AND currency_id > $5)))
     )
     SELECT (place - 1)::integer AS "keyIndex", currency_id AS "currencyId", height, balance, received::text,
            tx_count AS "txCount", utxo_count AS "utxoCount", spendable_utxo_count AS "spendableUtxoCount"
       FROM ranked WHERE number <= $4 ORDER BY place, number`,
    ...keyColumns(keys),
    limit,
    after?.currencyId ?? null,
    after?.balance.toString() ?? null,
  );
  return rows.map((row) => ({ ...row, received: BigInt(row.received) }));
}

/** How many currencies each address ever held; addresses without any are missing. */
export async function countBalances(
  db: SqlExecutor,
  keys: readonly ActivityKey[],
): Promise<{ keyIndex: number; count: number }[]> {
  return db.$queryRawUnsafe(
    `WITH ${STATES}
     SELECT (place - 1)::integer AS "keyIndex", count(*)::integer AS count FROM state GROUP BY place`,
    ...keyColumns(keys),
  );
}

function keyColumns(keys: readonly ActivityKey[]): [string[], string[], number[]] {
  return [keys.map(({ chainId }) => chainId), keys.map(({ address }) => address), keys.map(({ height }) => height)];
}
