import { describeKeys, type KeyOf } from '@ledgergraph/chain-kit/chain/key-list';
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

const BLOCK_KEYS = describeKeys({
  chainId: 'text',
  hash: 'text',
  /** A block above it does not exist for the request. */
  heightMax: 'integer',
});
export type BlockRequest = KeyOf<typeof BLOCK_KEYS>;

/** Blocks of the main chain only. */
const NAMED_BLOCKS = `
  ${BLOCK_KEYS.sql}
  CROSS JOIN LATERAL (SELECT * FROM applied_block WHERE applied_block.hash = decode(wanted.hash, 'hex') OFFSET 0) AS block
  CROSS JOIN LATERAL (SELECT * FROM block_total
                       WHERE block_total.chain = block.chain AND block_total.height = block.height LIMIT 1) AS own`;
const IS_SEEN = `block.chain = wanted.chain AND block.height <= wanted.height_max`;

/** In the order of the outputs; none for a block that is not on the main chain. */
export async function listPayouts(db: SqlExecutor, requests: readonly BlockRequest[]): Promise<PayoutRow[][]> {
  return BLOCK_KEYS.list<PayoutRow>(
    db,
    `SELECT wanted.key, encode(own.coinbase_txid, 'hex') AS txid, paid.vout AS index, paid.address,
            coalesce(paid.currency_id, wanted.chain_id) AS "currencyId", paid.satoshis AS amount
       FROM ${NAMED_BLOCKS}
      CROSS JOIN LATERAL (SELECT * FROM reward WHERE reward.chain = block.chain AND reward.height = block.height
                           ORDER BY chain, height, vout, position OFFSET 0) AS paid
      WHERE ${IS_SEEN}
      ORDER BY wanted.key, paid.vout, paid.position`,
    requests,
  );
}

/** Null for a block that is not on the main chain. */
export async function findCoinbases(
  db: SqlExecutor,
  requests: readonly BlockRequest[],
): Promise<(CoinbaseRow | null)[]> {
  const rows = await BLOCK_KEYS.find<CoinbaseRow>(
    db,
    `SELECT wanted.key, own.fee_pool AS "feePool" FROM ${NAMED_BLOCKS} WHERE ${IS_SEEN}`,
    requests,
  );
  return rows.map((row) => row ?? null);
}
