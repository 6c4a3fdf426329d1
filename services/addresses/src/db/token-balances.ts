import type { SqlExecutor } from '@ledgergraph/service-kit/db/sql-executor';
import type { BalanceChangeRow } from './balance-row.ts';

interface TokenChange extends Pick<BalanceChangeRow, 'address' | 'currencyId' | 'balance' | 'height'> {
  firstHeight: number;
}

/** Brings what addresses have of tokens to where these changes left it. @param changes in chain order, the native currency's too */
export async function updateTokenBalances(
  tx: SqlExecutor,
  chainId: string,
  changes: readonly BalanceChangeRow[],
): Promise<void> {
  const last = new Map<string, TokenChange>();
  for (const { address, currencyId, balance, height } of changes) {
    if (currencyId === chainId) continue;
    const key = `${address} ${currencyId}`;
    last.set(key, { address, currencyId, balance, height, firstHeight: last.get(key)?.firstHeight ?? height });
  }
  if (last.size === 0) return;
  const rows = [...last.values()];
  await tx.$executeRawUnsafe(
    `WITH changed AS (
       SELECT address, currency_id, balance::bigint, height, first_height
         FROM unnest($2::text[], $3::text[], $4::text[], $5::integer[], $6::integer[])
           AS change (address, currency_id, balance, height, first_height)
     ),
     -- A probe for each, by the order that only the primary key has, and the row met at its place: joined as tables, Postgres would
     -- read all of token_balance wherever its statistics are older than its rows.
     found AS (
       SELECT token.place, changed.*
         FROM changed
        CROSS JOIN LATERAL (
          SELECT held.ctid AS place, held.chain_id, held.address, held.currency_id
            FROM token_balance held
           WHERE (held.chain_id, held.address, held.currency_id) >= ($1, changed.address, changed.currency_id)
           ORDER BY held.chain_id, held.address, held.currency_id
           LIMIT 1
        ) token
        WHERE token.chain_id = $1 AND token.address = changed.address AND token.currency_id = changed.currency_id
     ),
     known AS (
       UPDATE token_balance token SET balance = found.balance, height = found.height
         FROM found
        WHERE token.ctid = found.place
        RETURNING token.address, token.currency_id
     )
     INSERT INTO token_balance (chain_id, address, currency_id, balance, height, first_height, ordinal)
     SELECT $1, changed.address, changed.currency_id, changed.balance, changed.height, changed.first_height,
            coalesce(newest.ordinal, 0)
              + row_number() OVER (PARTITION BY changed.address ORDER BY changed.first_height, changed.currency_id)
       FROM changed
       LEFT JOIN LATERAL (
         SELECT ordinal FROM token_balance token
          WHERE token.chain_id = $1 AND token.address = changed.address
          ORDER BY token.first_height DESC, token.ordinal DESC
          LIMIT 1
       ) newest ON true
      WHERE NOT EXISTS (
        SELECT FROM known WHERE known.address = changed.address AND known.currency_id = changed.currency_id)`,
    chainId,
    rows.map(({ address }) => address),
    rows.map(({ currencyId }) => currencyId),
    rows.map(({ balance }) => balance.toString()),
    rows.map(({ height }) => height),
    rows.map(({ firstHeight }) => firstHeight),
  );
}

// What transactions above the height moved.
const TOUCHED = `SELECT DISTINCT used.address, moved.currency_id
                   FROM address_transaction used, unnest(used.currency_ids) AS moved (currency_id)
                  WHERE used.chain_id = $1 AND used.height > $2`;

/** To be called while the transactions above the height are there, and their balance changes are not. -1: everything. */
export async function revertTokenBalances(tx: SqlExecutor, chainId: string, keepHeight: number): Promise<void> {
  await tx.$executeRawUnsafe(
    `DELETE FROM token_balance token USING (${TOUCHED}) touched
      WHERE token.chain_id = $1 AND token.address = touched.address AND token.currency_id = touched.currency_id
        AND token.first_height > $2`,
    chainId,
    keepHeight,
  );
  await tx.$executeRawUnsafe(
    `UPDATE token_balance token SET balance = latest.balance, height = latest.height
       FROM (${TOUCHED}) touched
      CROSS JOIN LATERAL (
        SELECT change.balance, change.height
          FROM balance_change change
         WHERE change.chain_id = $1 AND change.address = touched.address AND change.currency_id = touched.currency_id
         ORDER BY change.height DESC, change.tx_index DESC
         LIMIT 1
      ) latest
      WHERE token.chain_id = $1 AND token.address = touched.address AND token.currency_id = touched.currency_id`,
    chainId,
    keepHeight,
  );
}
