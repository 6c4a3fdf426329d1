import { arrayLiteral, send } from '@ledgergraph/chain-kit/db/insert-rows';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import type { RunningBalance } from './chain-address.ts';

interface TokenChange {
  balance: bigint;
  firstHeight: number;
  height: number;
}

export class TokenChanges {
  readonly #last = new Map<RunningBalance, TokenChange>();

  /** Called in chain order. */
  add(token: RunningBalance, height: number, balance: bigint): void {
    const change = this.#last.get(token);
    if (change === undefined) this.#last.set(token, { balance, firstHeight: height, height });
    else Object.assign(change, { balance, height });
  }

  all(): [RunningBalance, TokenChange][] {
    return [...this.#last];
  }
}

export async function updateTokenBalances(tx: SqlExecutor, chain: number, tokens: TokenChanges): Promise<void> {
  const rows = tokens.all();
  if (rows.length === 0) return;
  await send(
    tx,
    `WITH changed AS (
       SELECT address_id, currency_id, currency, balance::bigint, height, first_height
         FROM unnest($2::integer[], $3::integer[], $4::text[], $5::text[], $6::integer[], $7::integer[])
           AS change (address_id, currency_id, currency, balance, height, first_height)
     ),
     -- A probe for each, by the order that only the primary key has, and the row met at its place: joined as tables, Postgres would
     -- read all of token_balance wherever its statistics are older than its rows.
     found AS (
       SELECT token.place, changed.*
         FROM changed
        CROSS JOIN LATERAL (
          SELECT held.ctid AS place, held.chain, held.address_id, held.currency_id
            FROM token_balance held
           WHERE (held.chain, held.address_id, held.currency_id) >= ($1::smallint, changed.address_id, changed.currency_id)
           ORDER BY held.chain, held.address_id, held.currency_id
           LIMIT 1
        ) token
        WHERE token.chain = $1 AND token.address_id = changed.address_id AND token.currency_id = changed.currency_id
     ),
     known AS (
       UPDATE token_balance token SET balance = found.balance, height = found.height
         FROM found
        WHERE token.ctid = found.place
        RETURNING token.address_id, token.currency_id
     )
     INSERT INTO token_balance (chain, address_id, currency_id, currency, balance, height, first_height, ordinal)
     SELECT $1, changed.address_id, changed.currency_id, changed.currency, changed.balance, changed.height,
            changed.first_height, coalesce(newest.ordinal, 0)
              + row_number() OVER (PARTITION BY changed.address_id ORDER BY changed.first_height, changed.currency)
       FROM changed
       LEFT JOIN LATERAL (
         SELECT ordinal FROM token_balance token
          WHERE token.chain = $1 AND token.address_id = changed.address_id
          ORDER BY token.first_height DESC, token.ordinal DESC
          LIMIT 1
       ) newest ON true
      WHERE NOT EXISTS (
        SELECT FROM known WHERE known.address_id = changed.address_id AND known.currency_id = changed.currency_id)`,
    [
      chain,
      arrayLiteral(rows.map(([{ address }]) => address.id)),
      arrayLiteral(rows.map(([{ currency }]) => currency.id)),
      rows.map(([{ currency }]) => currency.text),
      arrayLiteral(rows.map(([, { balance }]) => balance)),
      arrayLiteral(rows.map(([, { height }]) => height)),
      arrayLiteral(rows.map(([, { firstHeight }]) => firstHeight)),
    ],
  );
}

const TOUCHED = `SELECT DISTINCT used.address_id, moved.currency_id
                   FROM address_transaction_row used, unnest(used.currency_ids) AS moved (currency_id)
                  WHERE used.chain = $1 AND used.height > $2`;

/** To be called while the transactions above the height are there and their balance changes are removed. */
export async function revertTokenBalances(tx: SqlExecutor, chain: number, keepHeight: number): Promise<void> {
  await tx.$executeRawUnsafe(
    `DELETE FROM token_balance token USING (${TOUCHED}) touched
      WHERE token.chain = $1 AND token.address_id = touched.address_id AND token.currency_id = touched.currency_id
        AND token.first_height > $2`,
    chain,
    keepHeight,
  );
  await tx.$executeRawUnsafe(
    `UPDATE token_balance token SET balance = latest.balance, height = latest.height
       FROM (${TOUCHED}) touched
      CROSS JOIN LATERAL (
        SELECT change.balance, change.height
          FROM balance_change_row change
         WHERE change.chain = $1 AND change.address_id = touched.address_id AND change.currency_id = touched.currency_id
         ORDER BY change.height DESC, change.tx_index DESC
         LIMIT 1
      ) latest
      WHERE token.chain = $1 AND token.address_id = touched.address_id AND token.currency_id = touched.currency_id`,
    chain,
    keepHeight,
  );
}
