import { chainNumber } from '@ledgergraph/chain-kit/chain/chain-numbers';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { type Block, Validation } from '@ledgergraph/proto-schemas/chain/v1/block';

const HEIGHT_MAX = 2 ** 31 - 1;

/** Consecutive blocks above all rows; at least one. Each row counts the blocks of its kind, so that totals need no counting. */
export async function insertProducedBlocks(
  tx: SqlExecutor,
  chainId: string,
  blocks: readonly Pick<Block, 'height' | 'hash' | 'validation' | 'producer'>[],
): Promise<void> {
  await tx.$executeRawUnsafe(
    INSERT,
    chainId,
    blocks.map(({ height }) => height),
    blocks.map(({ validation }) => validationOf(validation)),
    blocks.map(({ producer }) => producer),
  );
}

/** The last row of each kind is the nearest one not after its last possible key: Postgres then needs no statistics, as in a backfill. */
const INSERT = `
  WITH given AS (SELECT * FROM unnest($2::integer[], $3::text[], $4::text[]) AS one (height, validation, producer)),
  by_producer AS MATERIALIZED (
    SELECT kind.*, coalesce((SELECT last.count
                               FROM (SELECT chain, producer, validation, producer_count AS count FROM produced_block
                                      WHERE (chain, producer, validation, height) <= (${chainNumber(1)}, kind.producer, kind.validation, ${HEIGHT_MAX})
                                      ORDER BY chain DESC, producer DESC, validation DESC, height DESC LIMIT 1) AS last
                              WHERE (chain, producer, validation) = (${chainNumber(1)}, kind.producer, kind.validation)), 0) AS count
      FROM (SELECT DISTINCT producer, validation FROM given) AS kind
  ),
  by_validation AS MATERIALIZED (
    SELECT kind.*, coalesce((SELECT last.count
                               FROM (SELECT chain, validation, validation_count AS count FROM produced_block
                                      WHERE (chain, validation, height) <= (${chainNumber(1)}, kind.validation, ${HEIGHT_MAX})
                                      ORDER BY chain DESC, validation DESC, height DESC LIMIT 1) AS last
                              WHERE (chain, validation) = (${chainNumber(1)}, kind.validation)), 0) AS count
      FROM (SELECT DISTINCT validation FROM given) AS kind
  )
  INSERT INTO produced_block (chain, producer, validation, height, producer_count, validation_count)
  SELECT ${chainNumber(1)}, producer, validation, height,
         by_producer.count + row_number() OVER (PARTITION BY producer, validation ORDER BY height),
         by_validation.count + row_number() OVER (PARTITION BY validation ORDER BY height)
    FROM given JOIN by_producer USING (producer, validation) JOIN by_validation USING (validation)`;

export async function deleteProducedAbove(tx: SqlExecutor, chainId: string, keepHeight: number): Promise<void> {
  await tx.$executeRawUnsafe(
    `DELETE FROM produced_block WHERE chain = ${chainNumber(1)} AND validation IN ('WORK', 'STAKE') AND height > $2`,
    chainId,
    keepHeight,
  );
}

export function validationOf(validation: Validation): 'WORK' | 'STAKE' {
  return validation === Validation.STAKE ? 'STAKE' : 'WORK';
}
