import { chainNumberOf } from '@ledgergraph/chain-kit/chain/chain-numbers';
import { columnsOf, rowOfKeys, rowsOfKeys } from '@ledgergraph/chain-kit/db/keyed-rows';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { type RegistrationRow, registrationTable } from './registration-tables.ts';

export interface IdentityAtHeight {
  chainId: string;
  identityAddress: string;
  height: number;
}

/** Null where no block up to the height registers the identity. */
export async function findRegistrations(
  db: SqlExecutor,
  keys: readonly IdentityAtHeight[],
): Promise<(RegistrationRow | null)[]> {
  const rows = await db.$queryRawUnsafe<(RegistrationRow & { key: number })[]>(
    `SELECT wanted.key::integer AS key, ${registrationTable.columns('own')}
       FROM unnest($1::text[], $2::text[], $3::integer[]) WITH ORDINALITY AS wanted (chain_id, identity_address, height, key)
      CROSS JOIN LATERAL (
        SELECT * FROM registration
         WHERE chain = ${chainNumberOf('wanted.chain_id')} AND identity_address = wanted.identity_address
           AND registration.height <= wanted.height
         ORDER BY registration.height DESC, tx_index DESC LIMIT 1) own`,
    ...columnsOf(keys, 'chainId', 'identityAddress', 'height'),
  );
  return rowOfKeys(keys, rows).map((row) => row ?? null);
}

export interface Income {
  currencyId: string;
  satoshis: bigint;
}

export async function findIncomes(db: SqlExecutor, keys: readonly IdentityAtHeight[]): Promise<Income[][]> {
  const rows = await db.$queryRawUnsafe<{ key: number; currencyId: string; income: string }[]>(
    // Steps from one currency of an earner to the next, since an earner of many shares has few currencies.
    `SELECT wanted.key::integer AS key, earned.currency_id AS "currencyId", last.income::text
       FROM (SELECT ${chainNumberOf('listed.chain_id')} AS chain, listed.*
               FROM unnest($1::text[], $2::text[], $3::integer[]) WITH ORDINALITY AS listed (chain_id, earner, height, key) OFFSET 0) AS wanted
      CROSS JOIN LATERAL (
        WITH RECURSIVE currency (id) AS (
          (SELECT currency_id FROM referral_share
            WHERE chain = wanted.chain AND earner = wanted.earner ORDER BY currency_id LIMIT 1)
          UNION ALL
          SELECT (SELECT currency_id FROM referral_share
                   WHERE chain = wanted.chain AND earner = wanted.earner AND currency_id > currency.id
                   ORDER BY currency_id LIMIT 1)
            FROM currency WHERE currency.id IS NOT NULL)
        SELECT id AS currency_id FROM currency WHERE id IS NOT NULL) earned
      CROSS JOIN LATERAL (
        SELECT income FROM referral_share
         WHERE chain = wanted.chain AND earner = wanted.earner AND currency_id = earned.currency_id
           AND height <= wanted.height
         ORDER BY height DESC, tx_index DESC, vout DESC LIMIT 1) last
      ORDER BY wanted.key, earned.currency_id`,
    ...columnsOf(keys, 'chainId', 'identityAddress', 'height'),
  );
  return rowsOfKeys(keys, rows).map((incomes) =>
    incomes.map(({ currencyId, income }) => ({ currencyId, satoshis: BigInt(income) })),
  );
}
