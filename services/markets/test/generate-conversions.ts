import { chainNumber } from '@ledgergraph/chain-kit/chain/chain-numbers';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { scopeOf } from '#/db/list-scopes.ts';

export interface GeneratedConversions {
  chainId: string;
  basketId: string;
  fromId: string;
  from: number;
  to: number;
}

/** Each block has one conversion into a basket, and one through it. */
export async function generateConversions(db: SqlExecutor, all: GeneratedConversions): Promise<void> {
  const { chainId, basketId, fromId, from, to } = all;
  await db.$executeRawUnsafe(
    `INSERT INTO transfer (chain, height, tx_index, vout, txid, kind, flags, from_id, amount, to_id, fee, fee_currency_id, destination,
            refund_addresses, destination_system_id, import_height, import_tx_index, import_vout, import_ordinal, follows_rules,
            basket_id, from_price, amount_out, state)
     SELECT ${chainNumber(1)}, height, 1, nth, sha256(convert_to(height::text, 'UTF8')), 'BUY', 3, $3, 100000, $2, 20000,
            $1, 'R' || md5(height::text), ARRAY[]::text[], $1, height, 3, 0, nth, true, $2, 100000000, 99975, 'SETTLED'
       FROM generate_series($4::integer, $5::integer) AS height, generate_series(0, 1) AS nth`,
    ...[chainId, basketId, fromId, from, to],
  );
  const scopes = [scopeOf('conversions', { currency: basketId }), scopeOf('conversions', { via: basketId })];
  await db.$executeRawUnsafe(
    `INSERT INTO listing (chain, scope, height, tx_index, vout, ordinal, since)
     SELECT ${chainNumber(1)}, scope, height, 3, 0, nth - 1, height
       FROM unnest($2::bigint[]) WITH ORDINALITY AS one (scope, nth), generate_series($3::integer, $4::integer) AS height`,
    ...[chainId, scopes, from, to],
  );
  await db.$executeRawUnsafe('ANALYZE transfer');
  await db.$executeRawUnsafe('ANALYZE listing');
}
