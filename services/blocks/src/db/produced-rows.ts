import { chainNumber } from '@ledgergraph/chain-kit/chain/chain-numbers';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import type { BlockPlace } from '@ledgergraph/graph-kit/block-place';
import type { Block } from '@ledgergraph/proto-schemas/chain/v1/block';
import { findMainAncestor } from './main-chain.ts';
import { validationOf } from './validation-of.ts';

/** The highest height that a column can hold. */
const HEIGHT_MAX = 2 ** 31 - 1;

/**
 * Brings the rows up to the block that others are about to be written above. They end there already, unless a version from before this table
 * wrote blocks: while processes are replaced, and after a roll-back. A reorganisation only takes rows away.
 * @param parent tip of the main chain; null: it is empty
 * @returns height above which such a version has written; null: it has not
 */
export async function catchUpProduced(
  tx: SqlExecutor,
  chainId: string,
  parent: BlockPlace | null,
): Promise<number | null> {
  const [tip] = await tx.$queryRawUnsafe<{ hash: string }[]>(
    `SELECT encode(hash, 'hex') AS hash FROM produced_tip WHERE chain = ${chainNumber(1)}`,
    chainId,
  );
  if (tip?.hash === parent?.hash) return null;
  const known = tip === undefined ? null : await findMainAncestor(tx, chainId, tip.hash);
  const from = known?.height ?? -1;
  const to = parent?.height ?? -1;
  await deleteProducedAbove(tx, chainId, from);
  if (from >= to) return null;
  await tx.$executeRawUnsafe(INSERT_MISSING, chainId, from, to);
  return from;
}

/**
 * Adds consecutive blocks above all that are there; at least one. Each row counts the blocks of its kind, so that totals need no counting
 * later.
 */
export async function insertProducedBlocks(
  tx: SqlExecutor,
  chainId: string,
  blocks: readonly Pick<Block, 'height' | 'hash' | 'validation' | 'producer'>[],
): Promise<void> {
  await tx.$executeRawUnsafe(
    INSERT_GIVEN,
    chainId,
    blocks.map(({ height }) => height),
    blocks.map(({ validation }) => validationOf(validation)),
    blocks.map(({ producer }) => producer),
  );
  await tx.$executeRawUnsafe(
    `INSERT INTO produced_tip (chain, hash) VALUES (${chainNumber(1)}, $2) ON CONFLICT (chain) DO UPDATE SET hash = excluded.hash`,
    chainId,
    blocks.at(-1)?.hash,
  );
}

/**
 * The last row of each kind is looked up once, as the nearest row that is not after the kind's last possible key: only the index of the key
 * fits. Postgres has counted no rows during a backfill, and would go through the blocks of all producers for each of them.
 * @param given statement with the height, validation and producer of each block. A join would be planned as a scan of the whole table.
 */
const insertRowsOf = (given: string): string => `
  WITH given AS (${given}),
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

const INSERT_GIVEN = insertRowsOf(
  'SELECT * FROM unnest($2::integer[], $3::text[], $4::text[]) AS one (height, validation, producer)',
);
const INSERT_MISSING = insertRowsOf(
  `SELECT height, validation, producer FROM block WHERE chain = ${chainNumber(1)} AND main AND height > $2 AND height <= $3`,
);

/** Removes all blocks above a height. */
export async function deleteProducedAbove(tx: SqlExecutor, chainId: string, keepHeight: number): Promise<void> {
  await tx.$executeRawUnsafe(
    `DELETE FROM produced_block WHERE chain = ${chainNumber(1)} AND validation IN ('WORK', 'STAKE') AND height > $2`,
    chainId,
    keepHeight,
  );
}
