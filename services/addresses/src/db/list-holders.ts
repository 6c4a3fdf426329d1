import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import type { HeldKey } from './holders.ts';
import { WANTED_CURRENCIES } from './wanted-keys.ts';

export interface ListedHolder {
  keyIndex: number;
  holder: string;
  balance: bigint;
}

export interface HolderPage {
  limit: number;
  after: Pick<ListedHolder, 'holder' | 'balance'> | null;
}

/** More than exists of any currency. */
const BALANCE_MAX = 2n ** 63n - 1n;

/** The current list with the changes since the height undone, few near the tip; one statement, so both are of the same moment. */
export async function listHolders(
  db: SqlExecutor,
  keys: readonly HeldKey[],
  { limit, after }: HolderPage,
): Promise<ListedHolder[]> {
  return db.$queryRawUnsafe<ListedHolder[]>(
    `SELECT (wanted.place - 1)::integer AS "keyIndex", page.holder, page.balance
       FROM ${WANTED_CURRENCIES}
      CROSS JOIN LATERAL (
        WITH changed AS MATERIALIZED (
          SELECT DISTINCT ON (change.holder_id) change.holder_id, coalesce(change.previous_balance, 0) AS balance
            FROM holder_change change
           -- By the one index there is, which begins with the currency: no estimate of the chain's rows makes another plan look cheaper.
           WHERE change.currency_id = wanted.currency_id AND (change.chain, change.height) > (wanted.chain, wanted.height)
             AND change.chain <= wanted.chain
           ORDER BY change.holder_id, change.height
        ),
        unchanged AS (
          SELECT holder.holder, holder.balance
            FROM holder
           WHERE (holder.chain, holder.currency_id) >= (wanted.chain, wanted.currency_id)
             AND (holder.chain, holder.currency_id, holder.balance, holder.holder)
                 < (wanted.chain, wanted.currency_id, coalesce($5::bigint, ${BALANCE_MAX}), coalesce($4::text, ''))
             -- A search in a sorted set of ids, which no plan can turn into a join with all that changed; coalesce lets it expect to keep half.
             AND NOT coalesce((SELECT range_agg(int4range(changed.holder_id, changed.holder_id, '[]')) FROM changed) @> holder.holder_id, false)
           ORDER BY holder.chain DESC, holder.currency_id DESC, holder.balance DESC, holder.holder DESC
           LIMIT $6
        ),
        restored AS (
          SELECT named.address AS holder, changed.balance
            FROM changed
           CROSS JOIN LATERAL (
             SELECT address FROM address
              WHERE address.chain = wanted.chain AND address.id = changed.holder_id
              LIMIT 1
           ) named
           WHERE changed.balance > 0 AND ($4::text IS NULL OR (changed.balance, named.address) < ($5::bigint, $4))
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
