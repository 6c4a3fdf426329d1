import { describeKeys, type KeyOf } from '@ledgergraph/chain-kit/chain/key-list';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { type RegistrationRow, registrationTable } from './registration-tables.ts';

const KEYS = describeKeys({ chainId: 'text', identityAddress: 'text', height: 'integer' });
export type IdentityAtHeight = KeyOf<typeof KEYS>;

/** Null where no block up to the height registers the identity. */
export async function findRegistrations(
  db: SqlExecutor,
  keys: readonly IdentityAtHeight[],
): Promise<(RegistrationRow | null)[]> {
  const rows = await KEYS.find<RegistrationRow>(
    db,
    `SELECT wanted.key, ${registrationTable.columns('own')}
       FROM ${KEYS.sql}
      CROSS JOIN LATERAL (
        SELECT * FROM registration
         WHERE chain = wanted.chain AND identity_address = wanted.identity_address
           AND registration.height <= wanted.height
         ORDER BY registration.height DESC, tx_index DESC LIMIT 1) own`,
    keys,
  );
  return rows.map((row) => row ?? null);
}

export interface Income {
  currencyId: string;
  satoshis: bigint;
}

export async function findIncomes(db: SqlExecutor, keys: readonly IdentityAtHeight[]): Promise<Income[][]> {
  const rows = await KEYS.list<{ currencyId: string; income: string }>(
    db,
    // Steps from one currency of an earner to the next, since an earner of many shares has few currencies.
    `SELECT wanted.key, earned.currency_id AS "currencyId", last.income::text
       FROM ${KEYS.sql}
      CROSS JOIN LATERAL (
        WITH RECURSIVE currency (id) AS (
          (SELECT currency_id FROM referral_share
            WHERE chain = wanted.chain AND earner = wanted.identity_address ORDER BY currency_id LIMIT 1)
          UNION ALL
          SELECT (SELECT currency_id FROM referral_share
                   WHERE chain = wanted.chain AND earner = wanted.identity_address AND currency_id > currency.id
                   ORDER BY currency_id LIMIT 1)
            FROM currency WHERE currency.id IS NOT NULL)
        SELECT id AS currency_id FROM currency WHERE id IS NOT NULL) earned
      CROSS JOIN LATERAL (
        SELECT income FROM referral_share
         WHERE chain = wanted.chain AND earner = wanted.identity_address AND currency_id = earned.currency_id
           AND height <= wanted.height
         ORDER BY height DESC, tx_index DESC, vout DESC LIMIT 1) last
      ORDER BY wanted.key, earned.currency_id`,
    keys,
  );
  return rows.map((incomes) => incomes.map(({ currencyId, income }) => ({ currencyId, satoshis: BigInt(income) })));
}
