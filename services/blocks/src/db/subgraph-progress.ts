import { chainNumber } from '@ledgergraph/chain-kit/chain/chain-numbers';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import type { BlockPlace } from '@ledgergraph/graph-kit/block-place';
import { blocksByHash, PARENT_OF_BRANCH } from './place-sql.ts';

export interface SubgraphProgressRow {
  consumer: string;
  reported: (BlockPlace & { at: Date }) | null;
  /** Its highest block on the main chain: below the reported one if that is orphaned. */
  shared: BlockPlace | null;
  behindSince: Date | null;
}

export interface ProgressWord {
  chainId: string;
  consumer: string;
  reporter: string;
  sequence: bigint;
  place: BlockPlace | null;
}

/**
 * From a subgraph's own pull. Progress may go back; older reports, of this process or of one it replaced, change nothing. The row lists
 * the last 8 replaced processes; one is accepted again after 15 seconds without a report of the current process.
 */
export async function saveProgress(db: SqlExecutor, word: ProgressWord): Promise<void> {
  await db.$executeRawUnsafe(
    `INSERT INTO subgraph_progress AS known (chain_id, consumer, reporter, sequence, height, hash)
     VALUES ($1, $2, $3, $4, $5, decode($6, 'hex'))
     ON CONFLICT (chain_id, consumer) DO UPDATE SET height = excluded.height, hash = excluded.hash,
            updated_at = CASE WHEN (known.height, known.hash) IS DISTINCT FROM (excluded.height, excluded.hash)
                              THEN now() ELSE known.updated_at END,
            reporter = excluded.reporter, sequence = excluded.sequence, heard_at = now(),
            past_reporters = CASE WHEN known.reporter = excluded.reporter THEN known.past_reporters
                                  ELSE (known.reporter || known.past_reporters)[1:8] END
      WHERE CASE WHEN known.reporter = excluded.reporter THEN excluded.sequence > known.sequence
                 ELSE excluded.reporter <> ALL (known.past_reporters) OR known.heard_at < now() - interval '15 seconds' END`,
    ...parameters(word),
  );
}

/** A read ahead may be answered after a later report. */
export async function advanceProgress(db: SqlExecutor, word: ProgressWord): Promise<void> {
  await db.$executeRawUnsafe(
    `UPDATE subgraph_progress AS known
        SET height = excluded.height, hash = excluded.hash,
            updated_at = CASE WHEN (known.height, known.hash) IS DISTINCT FROM (excluded.height, excluded.hash)
                              THEN now() ELSE known.updated_at END,
            sequence = excluded.sequence, heard_at = now()
       FROM (SELECT $1, $2, $3, $4::bigint, $5::integer, decode($6, 'hex'))
         AS excluded (chain_id, consumer, reporter, sequence, height, hash)
      WHERE (known.chain_id, known.consumer, known.reporter) = (excluded.chain_id, excluded.consumer, excluded.reporter)
        AND excluded.sequence > known.sequence`,
    ...parameters(word),
  );
}

function parameters({ chainId, consumer, reporter, sequence, place }: ProgressWord): unknown[] {
  return [chainId, consumer, reporter, sequence, place?.height ?? null, place?.hash ?? null];
}

// One statement, so that all positions are compared on one state of the chain.
const LIST = `
  WITH RECURSIVE word AS (
    SELECT consumer, height, hash, updated_at FROM subgraph_progress WHERE chain_id = $1
    UNION ALL
    SELECT $3, height, decode(hash, 'hex'), updated_at FROM sync_cursor WHERE chain_id = $1),
  branch AS (
    SELECT word.consumer, block.chain, block.height, block.hash, block.previous_hash, block.main
      FROM word CROSS JOIN LATERAL ${blocksByHash('word.hash')} AS block WHERE block.chain = ${chainNumber(1)}
    UNION ALL
    SELECT branch.consumer, parent.* FROM branch ${PARENT_OF_BRANCH} WHERE NOT branch.main)
  SELECT wanted.consumer, word.height, encode(word.hash, 'hex') AS hash, word.updated_at AS at,
         shared.height AS shared_height, encode(shared.hash, 'hex') AS shared_hash, next.applied_at AS behind_since
    FROM unnest($2::text[]) WITH ORDINALITY AS wanted (consumer, position)
    LEFT JOIN word ON word.consumer = wanted.consumer
    LEFT JOIN branch shared ON shared.consumer = wanted.consumer AND shared.main
    LEFT JOIN LATERAL (
      SELECT applied_at FROM block WHERE block.chain = ${chainNumber(1)} AND block.main AND block.height = coalesce(shared.height, -1) + 1 LIMIT 1
    ) next ON true
   ORDER BY wanted.position`;

interface Row {
  consumer: string;
  height: number | null;
  hash: string | null;
  at: Date | null;
  shared_height: number | null;
  shared_hash: string | null;
  behind_since: Date | null;
}

/** @param own this service; its progress is its own cursor */
export async function listProgress(
  db: SqlExecutor,
  chainId: string,
  own: string,
  consumers: readonly string[],
): Promise<SubgraphProgressRow[]> {
  const rows = await db.$queryRawUnsafe<Row[]>(LIST, chainId, consumers, own);
  return rows.map((row) => {
    const { at } = row;
    const reported = place(row.height, row.hash);
    return {
      consumer: row.consumer,
      reported: reported === null || at === null ? null : { ...reported, at },
      shared: place(row.shared_height, row.shared_hash),
      behindSince: row.behind_since,
    };
  });
}

function place(height: number | null, hash: string | null): BlockPlace | null {
  return height === null || hash === null ? null : { height, hash };
}
