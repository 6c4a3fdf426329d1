import { chainNumberOf } from '@ledgergraph/chain-kit/chain/chain-numbers';
import { columnsOf, rowsOfKeys } from '@ledgergraph/chain-kit/db/keyed-rows';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { describeTable, type RowOf } from '@ledgergraph/chain-kit/db/table';

export const rewards = describeTable('reward', {
  satoshis: 'bigint',
  height: 'integer',
  vout: 'integer',
  position: 'smallint',
  isStaked: 'boolean',
  address: 'text',
  currencyId: 'text?',
});
export type RewardRow = RowOf<typeof rewards>;

export interface PayoutRow {
  txid: string;
  index: number;
  address: string;
  currencyId: string;
  amount: bigint;
}

export interface CoinbaseRow {
  feePool: bigint | null;
}

export interface BlockRequest {
  chainId: string;
  hash: string;
  /** A block above it does not exist for the request. */
  heightMax: number;
}

/** $1 chain ids, $2 hashes, $3 highest heights; blocks of the main chain only. */
const NAMED_BLOCKS = `
  unnest($1::text[], $2::text[], $3::integer[]) WITH ORDINALITY AS wanted (chain_id, hash, height_max, key)
  CROSS JOIN LATERAL (SELECT * FROM applied_block WHERE applied_block.hash = decode(wanted.hash, 'hex') OFFSET 0) AS block
  CROSS JOIN LATERAL (SELECT * FROM block_total
                       WHERE block_total.chain = block.chain AND block_total.height = block.height LIMIT 1) AS own`;
const IS_SEEN = `block.chain = ${chainNumberOf('wanted.chain_id')} AND block.height <= wanted.height_max`;

/** In the order of the outputs; none for a block that is not on the main chain. */
export async function listPayouts(db: SqlExecutor, requests: readonly BlockRequest[]): Promise<PayoutRow[][]> {
  const rows = await db.$queryRawUnsafe<(PayoutRow & { key: number })[]>(
    `SELECT wanted.key::integer AS key, encode(own.coinbase_txid, 'hex') AS txid, paid.vout AS index, paid.address,
            coalesce(paid.currency_id, wanted.chain_id) AS "currencyId", paid.satoshis AS amount
       FROM ${NAMED_BLOCKS}
      CROSS JOIN LATERAL (SELECT * FROM reward WHERE reward.chain = block.chain AND reward.height = block.height
                           ORDER BY chain, height, vout, position OFFSET 0) AS paid
      WHERE ${IS_SEEN}
      ORDER BY wanted.key, paid.vout, paid.position`,
    ...columnsOf(requests, 'chainId', 'hash', 'heightMax'),
  );
  return rowsOfKeys(requests, rows);
}

/** Null for a block that is not on the main chain. */
export async function findCoinbases(
  db: SqlExecutor,
  requests: readonly BlockRequest[],
): Promise<(CoinbaseRow | null)[]> {
  const rows = await db.$queryRawUnsafe<(CoinbaseRow & { key: number })[]>(
    `SELECT wanted.key::integer AS key, own.fee_pool AS "feePool" FROM ${NAMED_BLOCKS} WHERE ${IS_SEEN}`,
    ...columnsOf(requests, 'chainId', 'hash', 'heightMax'),
  );
  return rowsOfKeys(requests, rows).map(([row]) => row ?? null);
}
