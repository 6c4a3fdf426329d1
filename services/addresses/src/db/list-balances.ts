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

const WANTED =
  'unnest($1::text[], $2::text[], $3::integer[]) WITH ORDINALITY AS wanted (chain_id, address, height, place)';

/** A currency of an address as it stood at the height: one index probe, however long the history. @param currencyId SQL of its id */
function stateOf(currencyId: string): string {
  return `LATERAL (
    SELECT change.height, change.balance, change.received, change.tx_count, change.utxo_count, change.spendable_utxo_count
      FROM balance_change change
     WHERE change.chain_id = wanted.chain_id AND change.address = wanted.address
       AND change.currency_id = ${currencyId} AND change.height <= wanted.height
     ORDER BY change.height DESC, change.tx_index DESC
     LIMIT 1
  ) state`;
}

/** More than there is of any currency. */
const BALANCE_MAX = 2n ** 63n - 1n;

/**
 * Every currency each address ever held, the native one first, then largest balance first: one page per address. Reads the list of now,
 * and in place of what changed since the height, what it was then.
 */
export async function listBalances(
  db: SqlExecutor,
  keys: readonly ActivityKey[],
  { limit, after }: BalancePage,
): Promise<ListedBalance[]> {
  const afterNative = after !== null && keys.some(({ chainId }) => chainId === after.currencyId);
  const afterToken = after === null || afterNative ? null : after;
  const rows = await db.$queryRawUnsafe<(Omit<ListedBalance, 'received'> & { received: string })[]>(
    `SELECT (wanted.place - 1)::integer AS "keyIndex", page.currency_id AS "currencyId", state.height, state.balance,
            state.received::text, state.tx_count AS "txCount", state.utxo_count AS "utxoCount",
            state.spendable_utxo_count AS "spendableUtxoCount"
       FROM ${WANTED}
      CROSS JOIN LATERAL (
        (SELECT wanted.chain_id AS currency_id, state.balance, 0 AS rank FROM ${stateOf('wanted.chain_id')} WHERE $5)
        UNION ALL
        (SELECT token.currency_id, token.balance, 1
           FROM token_balance token
          WHERE (token.chain_id, token.address) >= (wanted.chain_id, wanted.address)
            AND (token.chain_id, token.address, token.balance, token.currency_id)
                < (wanted.chain_id, wanted.address, coalesce($7::bigint, ${BALANCE_MAX}), coalesce($6::text, ''))
            AND token.height <= wanted.height
          ORDER BY token.chain_id DESC, token.address DESC, token.balance DESC, token.currency_id DESC
          LIMIT $4)
        UNION ALL
        (SELECT changed.currency_id, state.balance, 1
           FROM token_balance changed
          CROSS JOIN ${stateOf('changed.currency_id')}
          -- By the one index that begins with the address; no other serves a range of chains.
          WHERE changed.address = wanted.address AND (changed.chain_id, changed.height) > (wanted.chain_id, wanted.height)
            AND changed.chain_id <= wanted.chain_id
            AND ($6::text IS NULL OR (state.balance, changed.currency_id) < ($7::bigint, $6)))
        ORDER BY rank, balance DESC, currency_id DESC
        LIMIT $4
      ) page
      CROSS JOIN ${stateOf('page.currency_id')}
      ORDER BY wanted.place, page.rank, page.balance DESC, page.currency_id DESC`,
    ...keyColumns(keys),
    limit,
    after === null,
    afterToken?.currencyId ?? null,
    afterToken?.balance.toString() ?? null,
  );
  return rows.map((row) => ({ ...row, received: BigInt(row.received) }));
}

/** How many currencies each address ever held: an index probe for the native one, another for all tokens. */
export async function countBalances(
  db: SqlExecutor,
  keys: readonly ActivityKey[],
): Promise<{ keyIndex: number; count: number }[]> {
  return db.$queryRawUnsafe(
    `SELECT (wanted.place - 1)::integer AS "keyIndex", (native.held + coalesce(tokens.ordinal, 0))::integer AS count
       FROM ${WANTED}
      CROSS JOIN LATERAL (SELECT count(*) AS held FROM ${stateOf('wanted.chain_id')}) native
       LEFT JOIN LATERAL (
         SELECT token.ordinal
           FROM token_balance token
          WHERE (token.chain_id, token.address) >= (wanted.chain_id, wanted.address)
            AND (token.chain_id, token.address, token.first_height) <= (wanted.chain_id, wanted.address, wanted.height)
          ORDER BY token.chain_id DESC, token.address DESC, token.first_height DESC, token.ordinal DESC
          LIMIT 1
       ) tokens ON true`,
    ...keyColumns(keys),
  );
}

function keyColumns(keys: readonly ActivityKey[]): [string[], string[], number[]] {
  return [keys.map(({ chainId }) => chainId), keys.map(({ address }) => address), keys.map(({ height }) => height)];
}
