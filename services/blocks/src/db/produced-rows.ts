import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import type { Block } from '@ledgergraph/proto-schemas/chain/v1/block';
import { validationOf } from './validation-of.ts';

/** Adds consecutive blocks above all that are there. Each row counts the blocks of its kind, so that totals need no counting later. */
export async function insertProducedBlocks(
  tx: SqlExecutor,
  chainId: string,
  blocks: readonly Pick<Block, 'height' | 'validation' | 'producer'>[],
): Promise<void> {
  await tx.$executeRawUnsafe(
    INSERT,
    chainId,
    blocks.map(({ height }) => height),
    blocks.map(({ validation }) => validationOf(validation)),
    blocks.map(({ producer }) => producer),
  );
}

// A join would be planned as a scan of the whole table.
const INSERT = `
  WITH given AS (SELECT * FROM unnest($2::integer[], $3::text[], $4::text[]) AS one (height, validation, producer)),
  by_producer AS (
    SELECT kind.*, coalesce((SELECT producer_count FROM produced_block
                              WHERE chain_id = $1 AND producer = kind.producer AND validation = kind.validation
                              ORDER BY chain_id DESC, producer DESC, validation DESC, height DESC LIMIT 1), 0) AS count
      FROM (SELECT DISTINCT producer, validation FROM given) AS kind
  ),
  by_validation AS (
    SELECT kind.*, coalesce((SELECT validation_count FROM produced_block
                              WHERE chain_id = $1 AND validation = kind.validation
                              ORDER BY chain_id DESC, validation DESC, height DESC LIMIT 1), 0) AS count
      FROM (SELECT DISTINCT validation FROM given) AS kind
  )
  INSERT INTO produced_block (chain_id, producer, validation, height, producer_count, validation_count)
  SELECT $1, producer, validation, height,
         by_producer.count + row_number() OVER (PARTITION BY producer, validation ORDER BY height),
         by_validation.count + row_number() OVER (PARTITION BY validation ORDER BY height)
    FROM given JOIN by_producer USING (producer, validation) JOIN by_validation USING (validation)`;

/** Removes all blocks above a height. */
export async function deleteProducedAbove(tx: SqlExecutor, chainId: string, keepHeight: number): Promise<void> {
  await tx.$executeRawUnsafe(
    `DELETE FROM produced_block WHERE chain_id = $1 AND validation IN ('WORK', 'STAKE') AND height > $2`,
    chainId,
    keepHeight,
  );
}
