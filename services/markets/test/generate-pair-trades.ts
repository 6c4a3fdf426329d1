import { numberChain } from '@ledgergraph/chain-kit/chain/chain-numbers';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { listPairs } from '#/candles/market-pairs.ts';
import { writeBasketReserves } from '#/db/basket-reserves.ts';
import { scopeOf, tradesScope } from '#/db/list-scopes.ts';
import { basketTable, marketTable } from '#/db/market-tables.ts';

export interface GeneratedPairs {
  chainId: string;
  basketId: string;
  reserveIds: readonly string[];
  from: number;
  to: number;
}

const [IMPORTS, CONVERSIONS] = [100, 30];

const PLACES = `generate_series($4::integer, $5::integer) AS height, generate_series(1, ${IMPORTS}) AS tx_index`;
/** The first direction is rare: one conversion of a block has it. */
const CONVERTED = `
    SELECT height, tx_index, ordinal,
           CASE WHEN tx_index = 50 AND ordinal = 7 THEN 1
                ELSE 2 + (tx_index * ${CONVERSIONS} + ordinal) % (cardinality($6::text[]) - 1) END AS direction
      FROM ${PLACES}, generate_series(0, ${CONVERSIONS - 1}) AS ordinal`;

/** The pair of the first two reserves is rarely traded, from the second to the first. */
export async function generatePairTrades(db: SqlExecutor, all: GeneratedPairs): Promise<void> {
  const { chainId, basketId, reserveIds, from, to } = all;
  const chain = await numberChain(db, chainId);
  const pairs = listPairs(basketId, reserveIds);
  const rare = pairs.findIndex(({ baseId, quoteId }) => baseId === reserveIds[1] && quoteId === reserveIds[0]);
  const sold = pairs.map(({ baseId, quoteId }) => ({ fromId: baseId, toId: quoteId }));
  const bought = sold.map(({ fromId, toId }) => ({ fromId: toId, toId: fromId }));
  const directions = [
    ...sold.slice(rare, rare + 1),
    ...sold.filter((_, index) => index !== rare),
    ...bought.filter((_, index) => index !== rare),
  ];
  await marketTable.insert(
    db,
    chain,
    pairs.map((pair, index) => ({ ...pair, number: index + 1, height: from })),
  );
  const COIN = 100_000_000n;
  const amounts = { weight: COIN / 10n, reserves: COIN, priceInReserve: COIN, lastConversionPrice: COIN };
  const reserves = reserveIds.map((currencyId) => ({ currencyId, ...amounts }));
  await basketTable.insert(db, chain, [
    { basketId, height: from, supply: COIN, reserves: writeBasketReserves(reserves) },
  ]);
  const places = [chain, chainId, basketId, from, to] as const;
  await db.$executeRawUnsafe(
    `INSERT INTO import (chain, height, tx_index, vout, txid, source_system_id, source_height, currency_id, hash_transfers, transfer_count)
     SELECT $1::smallint, height, tx_index, 0, sha256(convert_to('paid ' || height || ' ' || tx_index, 'UTF8')), $2::text, height, $3::text,
            sha256(''), ${CONVERSIONS}
       FROM ${PLACES}`,
    ...places,
  );
  await db.$executeRawUnsafe(
    `INSERT INTO transfer (chain, height, tx_index, vout, txid, kind, flags, from_id, amount, to_id, via_id, fee, fee_currency_id, destination,
            refund_addresses, senders, destination_system_id, import_height, import_tx_index, import_vout, import_ordinal, follows_rules,
            basket_id, from_price, to_price, amount_out, state)
     SELECT $1::smallint, height, tx_index, ordinal, sha256(convert_to(height || ' ' || tx_index, 'UTF8')), 'VIA', 1027, ($6::text[])[direction],
            100000, ($7::text[])[direction], $3::text, 20000, $2::text, 'R' || md5(height::text), ARRAY[]::text[], ARRAY[]::text[], $2::text,
            height, tx_index, 0, ordinal, true, $3::text, 300000000, 700000000, 99975, 'SETTLED'
       FROM (${CONVERTED}) AS made`,
    ...[...places, directions.map(({ fromId }) => fromId), directions.map(({ toId }) => toId)],
  );
  const scopes = directions.map(({ fromId, toId }) => String(tradesScope(basketId, fromId, toId)));
  const basket = String(scopeOf('conversions', { basket: basketId }));
  await db.$executeRawUnsafe(
    `INSERT INTO listing (chain, scope, height, tx_index, vout, ordinal, since)
     SELECT $1::smallint, listed.scope, height, tx_index, 0, ordinal, height
       FROM (${CONVERTED}) AS made, unnest(ARRAY[($6::text[])[direction]::bigint, $7::bigint]) AS listed (scope)
      WHERE ($2::text, $3::text) IS NOT NULL`,
    ...[...places, scopes, basket],
  );
  await db.$executeRawUnsafe('ANALYZE');
}
