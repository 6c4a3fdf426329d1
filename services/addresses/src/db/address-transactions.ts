import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { describeTable } from '@ledgergraph/chain-kit/db/table';
import type { TableRows } from '@ledgergraph/chain-kit/db/table-rows';
import type { AddressActivity, Direction } from './address-activity.ts';
import type { ChainAddress } from './chain-address.ts';
import type { PlacedTransaction, TokenValue } from './output-row.ts';
import { WANTED_ADDRESSES } from './wanted-keys.ts';

export const addressTransactions = describeTable('address_transaction_row', {
  addressId: 'integer',
  height: 'integer',
  txIndex: 'integer',
  balanceAfter: 'bigint',
  txCount: 'integer',
  utxoCount: 'integer',
  spendableUtxoCount: 'integer',
  direction: 'text',
  currencyIds: 'integer[]',
  netSatoshis: 'bigint[]',
});

export interface AddressChange {
  address: ChainAddress;
  direction: Direction;
  /** Net and signed; native first, then by currency. */
  amounts: readonly TokenValue[];
}

export function addAddressTransaction(
  rows: TableRows,
  chain: number,
  { height, index }: PlacedTransaction,
  { address, direction, amounts }: AddressChange,
): void {
  rows.add([
    chain,
    address.id,
    height,
    index,
    address.native.balance,
    address.txCount,
    address.utxoCount,
    address.spendableUtxoCount,
    direction,
    amounts.map(({ currency }) => currency.id),
    amounts.map(({ satoshis }) => satoshis),
  ]);
}

export interface ActivityKey {
  chainId: string;
  address: string;
  height: number;
}

export interface FoundCounts extends AddressActivity {
  keyIndex: number;
}

export interface FoundActivity extends FoundCounts {
  firstHeight: number;
  lastHeight: number;
}

/** Two index probes per key; keys whose address was never used are missing. */
export async function findActivities(db: SqlExecutor, keys: readonly ActivityKey[]): Promise<FoundActivity[]> {
  if (keys.length === 0) return [];
  return db.$queryRawUnsafe<FoundActivity[]>(
    `SELECT (wanted.place - 1)::integer AS "keyIndex", latest.*, first.height AS "firstHeight"
       FROM ${WANTED_ADDRESSES}
      CROSS JOIN LATERAL (
        SELECT height AS "lastHeight", tx_count AS "txCount", utxo_count AS "utxoCount",
               spendable_utxo_count AS "spendableUtxoCount"
          FROM address_transaction used
         WHERE used.chain = wanted.chain AND used.address_id = wanted.address_id AND used.height <= wanted.height
         ORDER BY used.height DESC, used.tx_index DESC
         LIMIT 1
      ) latest
      CROSS JOIN LATERAL (
        SELECT height
          FROM address_transaction used
         WHERE used.chain = wanted.chain AND used.address_id = wanted.address_id
         ORDER BY used.height, used.tx_index
         LIMIT 1
      ) first`,
    keys.map(({ chainId }) => chainId),
    keys.map(({ address }) => address),
    keys.map(({ height }) => height),
  );
}

/** `tokenHeight` is null where no token of the address ever moved. */
export interface FoundNewest extends FoundCounts {
  tokenHeight: number | null;
}

export async function findNewestCounts(
  tx: SqlExecutor,
  chain: number,
  addresses: readonly ChainAddress[],
): Promise<FoundNewest[]> {
  if (addresses.length === 0) return [];
  return tx.$queryRawUnsafe<FoundNewest[]>(
    `SELECT (wanted.place - 1)::integer AS "keyIndex", latest.*,
            (SELECT token.height FROM token_balance token WHERE token.address_id = wanted.address_id AND token.chain = wanted.chain
              ORDER BY token.address_id DESC, token.chain DESC, token.height DESC LIMIT 1) AS "tokenHeight"
       FROM (SELECT $1::smallint AS chain, listed.*
               FROM unnest($2::integer[]) WITH ORDINALITY AS listed (address_id, place)) wanted
      CROSS JOIN LATERAL (
        SELECT tx_count AS "txCount", utxo_count AS "utxoCount", spendable_utxo_count AS "spendableUtxoCount"
          FROM address_transaction used
         WHERE used.chain = wanted.chain AND used.address_id = wanted.address_id
         ORDER BY used.height DESC, used.tx_index DESC
         LIMIT 1
      ) latest`,
    chain,
    addresses.map(({ id }) => id),
  );
}

/** To be called while the transactions above the height are there. */
export async function revertBalanceChanges(tx: SqlExecutor, chain: number, keepHeight: number): Promise<void> {
  await tx.$executeRawUnsafe(
    `DELETE FROM balance_change_row change
      USING address_transaction_row used, unnest(used.currency_ids) AS moved (currency_id)
      WHERE used.chain = $1 AND used.height > $2
        AND change.chain = $1 AND change.address_id = used.address_id AND change.currency_id = moved.currency_id
        AND change.height = used.height AND change.tx_index = used.tx_index`,
    chain,
    keepHeight,
  );
}
