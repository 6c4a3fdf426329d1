import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { NATIVE_ID } from './address-registry.ts';
import type { ActivityKey } from './address-transactions.ts';
import type { BalanceState } from './balance-state.ts';
import { WANTED_ADDRESSES } from './wanted-keys.ts';

export interface ListedBalance extends BalanceState {
  keyIndex: number;
  currencyId: string;
  height: number;
}

export interface BalancePage {
  limit: number;
  after: Pick<ListedBalance, 'currencyId' | 'balance'> | null;
}

/** More than exists of any currency. */
const BALANCE_MAX = 2n ** 63n - 1n;

function lastChange(currencyId: string): string {
  return `
        SELECT change.height, change.balance, change.received, change.tx_count, change.utxo_count,
               change.spendable_utxo_count
          FROM balance_change change
         WHERE change.chain = wanted.chain AND change.address_id = wanted.address_id
           AND change.currency_id = ${currencyId} AND change.height <= wanted.height
         ORDER BY change.height DESC, change.tx_index DESC
         LIMIT 1`;
}

/** Native first, then by falling balance. Balances that changed since the height are replaced in the current list. */
export async function listBalances(
  db: SqlExecutor,
  keys: readonly ActivityKey[],
  { limit, after }: BalancePage,
): Promise<ListedBalance[]> {
  const afterNative = after !== null && keys.some(({ chainId }) => chainId === after.currencyId);
  const afterToken = after === null || afterNative ? null : after;
  const rows = await db.$queryRawUnsafe<(Omit<ListedBalance, 'received'> & { received: string })[]>(
    `SELECT (wanted.place - 1)::integer AS "keyIndex", page.currency AS "currencyId", state.height, state.balance,
            state.received::text, state.tx_count AS "txCount", state.utxo_count AS "utxoCount",
            state.spendable_utxo_count AS "spendableUtxoCount"
       FROM ${WANTED_ADDRESSES}
      CROSS JOIN LATERAL (
        (SELECT ${NATIVE_ID} AS currency_id, wanted.chain_id AS currency, state.balance, 0 AS rank
           FROM LATERAL (
             ${lastChange(String(NATIVE_ID))}
           ) state WHERE $5)
        UNION ALL
        (SELECT token.currency_id, token.currency, token.balance, 1
           FROM token_balance token
          WHERE (token.chain, token.address_id) >= (wanted.chain, wanted.address_id)
            AND (token.chain, token.address_id, token.balance, token.currency)
                < (wanted.chain, wanted.address_id, coalesce($7::bigint, ${BALANCE_MAX}), coalesce($6::text, ''))
            AND token.height <= wanted.height
          ORDER BY token.chain DESC, token.address_id DESC, token.balance DESC, token.currency DESC
          LIMIT $4)
        UNION ALL
        (SELECT changed.currency_id, changed.currency, state.balance, 1
           FROM token_balance changed
          CROSS JOIN LATERAL (
            ${lastChange('changed.currency_id')}
          ) state
          -- By the one index that begins with the address; no other serves a range of chains.
          WHERE changed.address_id = wanted.address_id AND (changed.chain, changed.height) > (wanted.chain, wanted.height)
            AND changed.chain <= wanted.chain
            AND ($6::text IS NULL OR (state.balance, changed.currency) < ($7::bigint, $6)))
        ORDER BY rank, balance DESC, currency DESC
        LIMIT $4
      ) page
      CROSS JOIN LATERAL (
        ${lastChange('page.currency_id')}
      ) state
      ORDER BY wanted.place, page.rank, page.balance DESC, page.currency DESC`,
    ...keyColumns(keys),
    limit,
    after === null,
    afterToken?.currencyId ?? null,
    afterToken?.balance.toString() ?? null,
  );
  return rows.map((row) => ({ ...row, received: BigInt(row.received) }));
}

/** Addresses without any currency are missing. */
export async function countBalances(
  db: SqlExecutor,
  keys: readonly ActivityKey[],
): Promise<{ keyIndex: number; count: number }[]> {
  return db.$queryRawUnsafe(
    `SELECT (wanted.place - 1)::integer AS "keyIndex", (native.held + coalesce(tokens.ordinal, 0))::integer AS count
       FROM ${WANTED_ADDRESSES}
      CROSS JOIN LATERAL (SELECT count(*) AS held FROM LATERAL (
        ${lastChange(String(NATIVE_ID))}
      ) state) native
       LEFT JOIN LATERAL (
         SELECT token.ordinal
           FROM token_balance token
          WHERE (token.chain, token.address_id) >= (wanted.chain, wanted.address_id)
            AND (token.chain, token.address_id, token.first_height) <= (wanted.chain, wanted.address_id, wanted.height)
          ORDER BY token.chain DESC, token.address_id DESC, token.first_height DESC, token.ordinal DESC
          LIMIT 1
       ) tokens ON true
      WHERE native.held > 0 OR tokens.ordinal > 0`,
    ...keyColumns(keys),
  );
}

function keyColumns(keys: readonly ActivityKey[]): [string[], string[], number[]] {
  return [keys.map(({ chainId }) => chainId), keys.map(({ address }) => address), keys.map(({ height }) => height)];
}
