import { chainNumber } from '@ledgergraph/chain-kit/chain/chain-numbers';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';

export interface GeneratedVolumes {
  chainId: string;
  currencyIds: readonly string[];
  intervals: number;
  blocks: number;
}

export async function generateVolumes(
  db: SqlExecutor,
  { chainId, currencyIds, intervals, blocks }: GeneratedVolumes,
): Promise<void> {
  await db.$executeRawUnsafe(
    `INSERT INTO volume_member (chain, interval, from_height, currency_id, height)
     SELECT ${chainNumber(1)}, 'HOUR', i * $3::integer, currency_id, i * $3::integer + 3
       FROM unnest($2::text[]) AS one (currency_id), generate_series(1, $4::integer) AS i`,
    chainId,
    currencyIds,
    blocks,
    intervals,
  );
  await db.$executeRawUnsafe(
    `INSERT INTO volume_total (chain, currency_id, height, transferred, converted)
     SELECT ${chainNumber(1)}, currency_id, i, i, i FROM unnest($2::text[]) AS one (currency_id), generate_series(3, $3::integer, 4) AS i`,
    chainId,
    currencyIds,
    blocks * (intervals + 1),
  );
  await db.$executeRawUnsafe(
    `INSERT INTO conversion_total (chain, height, conversions)
     SELECT ${chainNumber(1)}, i, i FROM generate_series(3, $2::integer, 4) AS i WHERE NOT EXISTS (
       SELECT FROM conversion_total WHERE chain = ${chainNumber(1)} AND height = i)`,
    chainId,
    blocks * (intervals + 1),
  );
}
