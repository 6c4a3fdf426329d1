import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import type { HeldKey } from './holders.ts';
import { WANTED_CURRENCIES } from './wanted-keys.ts';

/** A holder of the currency that `keyIndex` names. */
export interface ListedHolder {
  keyIndex: number;
  holder: string;
  balance: bigint;
}

export interface HolderPage {
  limit: number;
  /** Last row of the page before. */
  after: Pick<ListedHolder, 'holder' | 'balance'> | null;
}

/** More than there is of any currency. */
const BALANCE_MAX = 2n ** 63n - 1n;

/**
 * Holders of each currency at its height, largest balance first: one page per currency. Reads the current list, and
 * for holders that changed since the height, their balance at it: near the tip these are few, and one statement sees
 * both at the same moment.
 */
export async function listHolders(
  db: SqlExecutor,
  keys: readonly HeldKey[],
  { limit, after }: HolderPage,
): Promise<ListedHolder[]> {
  return db.$queryRawUnsafe<ListedHolder[]>(
    `SELECT (wanted.place - 1)::integer AS "keyIndex", page.holder, page.balance
       FROM ${WANTED_CURRENCIES}
      CROSS JOIN LATERAL (
        WITH changed AS (
          SELECT DISTINCT change.holder_id
            FROM holder_change change
           -- By the one index that begins with the currency; no other serves a range of chains. The key would show all changes of the currency
           -- without a look at the table. It does not show the balance, so the condition on it, which all rows meet, keeps it away.
           WHERE change.currency_id = wanted.currency_id AND (change.chain, change.height) > (wanted.chain, wanted.height)
             AND change.chain <= wanted.chain AND change.balance >= 0
        ),
        unchanged AS (
          SELECT holder.holder, holder.balance
            FROM holder
           WHERE (holder.chain, holder.currency_id) >= (wanted.chain, wanted.currency_id)
             AND (holder.chain, holder.currency_id, holder.balance, holder.holder)
                 < (wanted.chain, wanted.currency_id, coalesce($5::bigint, ${BALANCE_MAX}), coalesce($4::text, ''))
             -- A look-up for each row, which no plan can turn into a join with all that changed; coalesce lets it expect to keep half.
             AND NOT coalesce((SELECT true
                    FROM holder_change change
                   WHERE change.chain = wanted.chain AND change.currency_id = wanted.currency_id
                     AND change.holder_id = holder.holder_id AND change.height > wanted.height
                   LIMIT 1), false)
           ORDER BY holder.chain DESC, holder.currency_id DESC, holder.balance DESC, holder.holder DESC
           LIMIT $6
        ),
        restored AS (
          SELECT named.address AS holder, state.balance
            FROM changed
           CROSS JOIN LATERAL (
             SELECT change.balance
               FROM holder_change change
              WHERE change.chain = wanted.chain AND change.currency_id = wanted.currency_id
                AND change.holder_id = changed.holder_id AND change.height <= wanted.height
              ORDER BY change.height DESC
              LIMIT 1
           ) state
           CROSS JOIN LATERAL (
             SELECT address FROM address
              WHERE address.chain = wanted.chain AND address.id = changed.holder_id
              LIMIT 1
           ) named
           WHERE state.balance > 0 AND ($4::text IS NULL OR (state.balance, named.address) < ($5::bigint, $4))
        )
        SELECT holder, balance FROM unchanged
        UNION ALL
        SELECT holder, balance FROM restored
        ORDER BY balance DESC, holder DESC
        LIMIT $6
      ) page
      ORDER BY wanted.place, page.balance DESC, page.holder DESC`,
    keys.map(({ chainId }) => chainId),
    keys.map(({ currencyId }) => currencyId),
    keys.map(({ height }) => height),
    after?.holder ?? null,
    after?.balance.toString() ?? null,
    limit,
  );
}
