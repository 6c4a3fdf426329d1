import { columnsOf, rowOfKeys, rowsOfKeys } from '@ledgergraph/chain-kit/db/keyed-rows';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import type { SharePayment } from '#/registrations/registration.ts';
import { BEHIND, type Order, START } from './list-order.ts';

/** A registration as it is read. */
export interface RegistrationFacts {
  identityAddress: string;
  height: number;
  txIndex: number;
  /** Unix seconds. */
  time: number;
  txid: string;
  parentId: string;
  referrer: string | null;
  currencyId: string;
  price: bigint | null;
  burned: bigint;
  paidToParent: bigint;
  fee: bigint | null;
  shares: readonly SharePayment[];
  followsRules: boolean | null;
}

/** An identity at a height of a chain. */
export interface IdentityAtHeight {
  chainId: string;
  identityAddress: string;
  height: number;
}

export interface RegistrationsPage {
  chainId: string;
  /** Null: below every parent, by every referrer. */
  parentId: string | null;
  referrer: string | null;
  order: Order;
  /** Heights, included. */
  from: number;
  to: number;
  /** Height and transaction of the last one of the page before; null: from the start. */
  after: readonly [height: number, txIndex: number] | null;
  limit: number;
}

interface Row extends Omit<RegistrationFacts, 'time' | 'shares'> {
  time: bigint;
  shareOutputs: number[];
  shareAddresses: string[];
  shareAmounts: bigint[];
}

const COLUMNS = `
  row.identity_address AS "identityAddress", row.height, row.tx_index AS "txIndex", row.time, row.txid, row.parent_id AS "parentId",
  row.referrer, row.currency_id AS "currencyId", row.price, row.burned, row.paid_to_parent AS "paidToParent", row.fee,
  row.share_outputs AS "shareOutputs", row.share_addresses AS "shareAddresses", row.share_amounts AS "shareAmounts",
  row.follows_rules AS "followsRules"`;

/** Registrations of a chain, in its order. */
export async function listRegistrations(db: SqlExecutor, page: RegistrationsPage): Promise<RegistrationFacts[]> {
  const { chainId, parentId, referrer, order, from, to, after, limit } = page;
  const filters = [
    ...(parentId === null ? [] : ['AND row.parent_id = $7']),
    ...(referrer === null ? [] : [`AND row.referrer = $${parentId === null ? 7 : 8}`]),
  ];
  const [height, txIndex] = after ?? [order === 'ASC' ? from : to, START[order]];
  const rows = await db.$queryRawUnsafe<Row[]>(
    `SELECT ${COLUMNS} FROM registration row
      WHERE row.chain_id = $1 ${filters.join(' ')}
        AND (row.height, row.tx_index) ${BEHIND[order]} ($2::integer, $3::integer) AND row.height BETWEEN $4::integer AND $5::integer
      ORDER BY row.height ${order}, row.tx_index ${order} LIMIT $6`,
    chainId,
    height,
    txIndex,
    from,
    to,
    limit,
    ...[parentId, referrer].filter((id) => id !== null),
  );
  return rows.map(readRow);
}

/** The registration of each identity; null where no block up to its height registers it. One query. */
export async function findRegistrations(
  db: SqlExecutor,
  keys: readonly IdentityAtHeight[],
): Promise<(RegistrationFacts | null)[]> {
  const rows = await db.$queryRawUnsafe<(Row & { key: number })[]>(
    `SELECT wanted.key::integer AS key, ${COLUMNS}
       FROM unnest($1::text[], $2::text[], $3::integer[]) WITH ORDINALITY AS wanted (chain_id, identity_address, height, key)
      CROSS JOIN LATERAL (
        SELECT * FROM registration
         WHERE chain_id = wanted.chain_id AND identity_address = wanted.identity_address AND height <= wanted.height
         ORDER BY height DESC, tx_index DESC LIMIT 1) row`,
    ...columnsOf(keys, 'chainId', 'identityAddress', 'height'),
  );
  return rowOfKeys(keys, rows).map((row) => (row === undefined ? null : readRow(row)));
}

export interface Income {
  currencyId: string;
  satoshis: bigint;
}

/** All that each identity earned by referrals, by currency; in the order of the currencies' ids. One query. */
export async function findIncomes(db: SqlExecutor, keys: readonly IdentityAtHeight[]): Promise<Income[][]> {
  const rows = await db.$queryRawUnsafe<{ key: number; currencyId: string; income: string }[]>(
    // From one currency of an earner to the next: an earner of many shares has few currencies.
    `SELECT wanted.key::integer AS key, earned.currency_id AS "currencyId", last.income::text
       FROM unnest($1::text[], $2::text[], $3::integer[]) WITH ORDINALITY AS wanted (chain_id, earner, height, key)
      CROSS JOIN LATERAL (
        WITH RECURSIVE currency (id) AS (
          (SELECT currency_id FROM referral_share
            WHERE chain_id = wanted.chain_id AND earner = wanted.earner ORDER BY currency_id LIMIT 1)
          UNION ALL
          SELECT (SELECT currency_id FROM referral_share
                   WHERE chain_id = wanted.chain_id AND earner = wanted.earner AND currency_id > currency.id
                   ORDER BY currency_id LIMIT 1)
            FROM currency WHERE currency.id IS NOT NULL)
        SELECT id AS currency_id FROM currency WHERE id IS NOT NULL) earned
      CROSS JOIN LATERAL (
        SELECT income FROM referral_share
         WHERE chain_id = wanted.chain_id AND earner = wanted.earner AND currency_id = earned.currency_id
           AND height <= wanted.height
         ORDER BY height DESC, tx_index DESC, vout DESC LIMIT 1) last
      ORDER BY wanted.key, earned.currency_id`,
    ...columnsOf(keys, 'chainId', 'identityAddress', 'height'),
  );
  return rowsOfKeys(keys, rows).map((incomes) =>
    incomes.map(({ currencyId, income }) => ({ currencyId, satoshis: BigInt(income) })),
  );
}

function readRow({ time, shareOutputs, shareAddresses, shareAmounts, ...row }: Row): RegistrationFacts {
  const shares = shareOutputs.map((vout, index) => ({
    vout,
    address: shareAddresses[index] ?? '',
    satoshis: shareAmounts[index] ?? 0n,
  }));
  return { ...row, time: Number(time), shares };
}
