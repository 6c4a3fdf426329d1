import { columnsOf, rowsOfKeys } from '@ledgergraph/chain-kit/db/keyed-rows';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import type { ListedPending, PoolKey } from './find-pool-pages.ts';
import type { TransactionKey } from './find-transactions.ts';
import { IS_PENDING, POOL_COLUMNS } from './pool-sql.ts';

export interface PoolAddressKey extends PoolKey {
  address: string;
}

export interface PoolAddressPageKey extends PoolAddressKey {
  before: bigint | null;
  limit: number;
}

/** Satoshis, signed. */
export interface NetAmount {
  currencyId: string;
  satoshis: bigint;
}

export interface AddressChangeRecord {
  address: string;
  amounts: readonly NetAmount[];
}

export interface AddressChangesKey extends TransactionKey {
  offset: number;
  limit: number;
}

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
  const rows = await db.$queryRawUnsafe<(ListedPending & { key: number })[]>(
    `SELECT wanted.key::integer AS key, page.enter_serial AS "enterSerial", found.*
       FROM unnest($1::text[], $2::text[], $3::integer[], $4::bigint[], $5::bigint[], $6::integer[]) WITH ORDINALITY
            AS wanted (chain_id, address, height, serial, before, amount, key)
      CROSS JOIN LATERAL (
        SELECT stay.enter_serial, change.txid FROM ${OF_ADDRESS}
         WHERE change.chain_id = wanted.chain_id AND change.address = wanted.address
           AND stay.enter_serial < wanted.before AND ${IS_PENDING}
         ORDER BY stay.enter_serial DESC LIMIT wanted.amount
      ) page
      CROSS JOIN LATERAL (
        SELECT ${POOL_COLUMNS} FROM pool_transaction tx WHERE tx.chain_id = wanted.chain_id AND tx.txid = page.txid LIMIT 1
      ) found
      ORDER BY wanted.key, page.enter_serial DESC`,
    ...columnsOf(keys, 'chainId', 'address', 'height', 'serial'),
    keys.map(({ serial, before }) => before ?? serial + 1n),
    keys.map(({ limit }) => limit),
  );
  return rowsOfKeys(keys, rows);
}

export async function countPendingOfAddresses(db: SqlExecutor, keys: readonly PoolAddressKey[]): Promise<bigint[]> {
  const rows = await db.$queryRawUnsafe<{ count: bigint }[]>(
    `SELECT (SELECT count(*) FROM ${OF_ADDRESS}
              WHERE change.chain_id = wanted.chain_id AND change.address = wanted.address AND ${IS_PENDING}) AS count
       FROM unnest($1::text[], $2::text[], $3::integer[], $4::bigint[]) WITH ORDINALITY
            AS wanted (chain_id, address, height, serial, key)
      ORDER BY wanted.key`,
    ...columnsOf(keys, 'chainId', 'address', 'height', 'serial'),
  );
  return rows.map(({ count }) => count);
}

export async function sumPendingOfAddresses(db: SqlExecutor, keys: readonly PoolAddressKey[]): Promise<NetAmount[][]> {
  const rows = await db.$queryRawUnsafe<{ key: number; currencyId: string; satoshis: string }[]>(
    `SELECT wanted.key::integer AS key, net.currency_id AS "currencyId", net.satoshis::text AS satoshis
       FROM unnest($1::text[], $2::text[], $3::integer[], $4::bigint[]) WITH ORDINALITY
            AS wanted (chain_id, address, height, serial, key)
      CROSS JOIN LATERAL (
        SELECT moved.currency_id, sum(moved.satoshis) AS satoshis
          FROM ${OF_ADDRESS} CROSS JOIN LATERAL unnest(change.currency_ids, change.satoshis) AS moved (currency_id, satoshis)
         WHERE change.chain_id = wanted.chain_id AND change.address = wanted.address AND ${IS_PENDING}
         GROUP BY moved.currency_id HAVING sum(moved.satoshis) <> 0
      ) net`,
    ...columnsOf(keys, 'chainId', 'address', 'height', 'serial'),
  );
  return rowsOfKeys(keys, rows).map((own, index) =>
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
  const rows = await db.$queryRawUnsafe<{ key: number; address: string; currencyIds: string[]; satoshis: bigint[] }[]>(
    `SELECT wanted.key::integer AS key, change.address, change.currency_ids AS "currencyIds", change.satoshis
       FROM unnest($1::text[], $2::text[], $3::integer[], $4::integer[]) WITH ORDINALITY
            AS wanted (chain_id, txid, start, amount, key)
      CROSS JOIN LATERAL (
        SELECT address, currency_ids, satoshis FROM pool_change
         WHERE chain_id = wanted.chain_id AND txid = decode(wanted.txid, 'hex')
         ORDER BY address COLLATE "C" OFFSET wanted.start LIMIT wanted.amount
      ) change
      ORDER BY wanted.key, change.address COLLATE "C"`,
    ...columnsOf(keys, 'chainId', 'txid', 'offset', 'limit'),
  );
  return rowsOfKeys(keys, rows).map((own, at) =>
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
