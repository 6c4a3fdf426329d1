import { describeKeys, type KeyOf } from '@ledgergraph/chain-kit/chain/key-list';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { type ListedPending, POOL_KEYS } from './find-pool-pages.ts';
import { TRANSACTION_KEYS } from './find-transactions.ts';
import { IS_PENDING, POOL_COLUMNS } from './pool-sql.ts';

export const ADDRESS_KEYS = describeKeys({ ...POOL_KEYS.types, address: 'text' });
export type PoolAddressKey = KeyOf<typeof ADDRESS_KEYS>;

const PAGE_KEYS = describeKeys({ ...ADDRESS_KEYS.types, before: 'bigint?', limit: 'integer' });
export type PoolAddressPageKey = KeyOf<typeof PAGE_KEYS>;

/** Satoshis, signed. */
export interface NetAmount {
  currencyId: string;
  satoshis: bigint;
}

export interface AddressChangeRecord {
  address: string;
  amounts: readonly NetAmount[];
}

const CHANGES_KEYS = describeKeys({ ...TRANSACTION_KEYS.types, offset: 'integer', limit: 'integer' });
export type AddressChangesKey = KeyOf<typeof CHANGES_KEYS>;

export const OF_ADDRESS = `
  pool_change change
  CROSS JOIN LATERAL (
    SELECT stay.enter_serial, stay.left_serial, stay.left_reason, stay.left_height FROM pool_stay stay
     WHERE stay.chain_id = change.chain_id AND stay.txid = change.txid AND stay.enter_serial <= wanted.serial
     ORDER BY stay.enter_serial DESC LIMIT 1
  ) stay`;

/** Indexes: primary key of pool_change; pool_stay (chain_id, txid, enter_serial). Reads even transactions that have left. */
export async function listPendingOfAddresses(
  db: SqlExecutor,
  keys: readonly PoolAddressPageKey[],
): Promise<ListedPending[][]> {
  return PAGE_KEYS.list<ListedPending>(
    db,
    `SELECT wanted.key, page.enter_serial AS "enterSerial", found.*
       FROM ${PAGE_KEYS.sql}
      CROSS JOIN LATERAL (
        SELECT stay.enter_serial, change.txid FROM ${OF_ADDRESS}
         WHERE change.chain_id = wanted.chain_id AND change.address = wanted.address
           AND stay.enter_serial < coalesce(wanted.before, wanted.serial + 1) AND ${IS_PENDING}
         ORDER BY stay.enter_serial DESC LIMIT wanted."limit"
      ) page
      CROSS JOIN LATERAL (
        SELECT ${POOL_COLUMNS} FROM pool_transaction tx WHERE tx.chain_id = wanted.chain_id AND tx.txid = page.txid LIMIT 1
      ) found
      ORDER BY wanted.key, page.enter_serial DESC`,
    keys,
  );
}

export async function countPendingOfAddresses(db: SqlExecutor, keys: readonly PoolAddressKey[]): Promise<bigint[]> {
  const rows = await db.$queryRawUnsafe<{ count: bigint }[]>(
    `SELECT (SELECT count(*) FROM ${OF_ADDRESS}
              WHERE change.chain_id = wanted.chain_id AND change.address = wanted.address AND ${IS_PENDING}) AS count
       FROM ${ADDRESS_KEYS.sql}
      ORDER BY wanted.key`,
    ...ADDRESS_KEYS.values(keys),
  );
  return rows.map(({ count }) => count);
}

export async function sumPendingOfAddresses(db: SqlExecutor, keys: readonly PoolAddressKey[]): Promise<NetAmount[][]> {
  const rows = await ADDRESS_KEYS.list<{ currencyId: string; satoshis: string }>(
    db,
    `SELECT wanted.key, net.currency_id AS "currencyId", net.satoshis::text AS satoshis
       FROM ${ADDRESS_KEYS.sql}
      CROSS JOIN LATERAL (
        SELECT moved.currency_id, sum(moved.satoshis) AS satoshis
          FROM ${OF_ADDRESS} CROSS JOIN LATERAL unnest(change.currency_ids, change.satoshis) AS moved (currency_id, satoshis)
         WHERE change.chain_id = wanted.chain_id AND change.address = wanted.address AND ${IS_PENDING}
         GROUP BY moved.currency_id HAVING sum(moved.satoshis) <> 0
      ) net`,
    keys,
  );
  return rows.map((own, index) =>
    inOrder(
      keys[index]?.chainId,
      own.map(({ currencyId, satoshis }) => ({ currencyId, satoshis: BigInt(satoshis) })),
    ),
  );
}

/** Index: pool_change (chain_id, txid). */
export async function findAddressChanges(
  db: SqlExecutor,
  keys: readonly AddressChangesKey[],
): Promise<AddressChangeRecord[][]> {
  const rows = await CHANGES_KEYS.list<{ address: string; currencyIds: string[]; satoshis: bigint[] }>(
    db,
    `SELECT wanted.key, change.address, change.currency_ids AS "currencyIds", change.satoshis
       FROM ${CHANGES_KEYS.sql}
      CROSS JOIN LATERAL (
        SELECT address, currency_ids, satoshis FROM pool_change
         WHERE chain_id = wanted.chain_id AND txid = decode(wanted.txid, 'hex')
         ORDER BY address COLLATE "C" OFFSET wanted."offset" LIMIT wanted."limit"
      ) change
      ORDER BY wanted.key, change.address COLLATE "C"`,
    keys,
  );
  return rows.map((own, at) =>
    own.map(({ address, currencyIds, satoshis }) => {
      const amounts = currencyIds.map((currencyId, index) => ({ currencyId, satoshis: satoshis[index] ?? 0n }));
      return { address, amounts: inOrder(keys[at]?.chainId, amounts) };
    }),
  );
}

function inOrder(chainId: string | undefined, amounts: NetAmount[]): NetAmount[] {
  const rank = ({ currencyId }: NetAmount): string => (currencyId === chainId ? '' : currencyId);
  return amounts.toSorted((a, b) => (rank(a) < rank(b) ? -1 : 1));
}
